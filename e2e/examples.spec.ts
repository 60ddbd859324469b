/** The programs in `examples/`, run against a server without a language model: what they print. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from './support/fixtures.ts'
import { makeProgram } from './support/programs.ts'

type Server = { url: string; databasePath: string }

/** As a new user, or as the one with `token`. */
async function run(server: Server, name: string, { typed = '', token = '' } = {}): Promise<string> {
  const own = token || (await makeProgram(server)).token
  const env = { PATH: process.env.PATH, TASKBOARD_URL: server.url, TASKBOARD_TOKEN: own }
  const running = promisify(execFile)('node_modules/.bin/node', [`examples/${name}.ts`], {
    env: env as unknown as NodeJS.ProcessEnv,
  })
  running.child.stdin?.end(typed)
  const { stdout, stderr } = await running
  expect(stderr).toBe('')
  return stdout
}

/** Every part, in this order. */
function expectInOrder(out: string, parts: readonly string[]): void {
  let from = 0
  for (const part of parts) {
    const at = out.indexOf(part, from)
    expect(at, `“${part}” in\n${out.slice(from)}`).toBeGreaterThanOrEqual(0)
    from = at + part.length
  }
}

test('task-manager: tasks are there at the next start, and the list is shown after each command', async ({
  server,
}) => {
  const { token } = await makeProgram(server)
  const typed = 'add a task: write the report\nupdate task 1 to 40%\nexit\nadd a task: never\n'
  expectInOrder(await run(server, 'task-manager', { typed, token }), [
    'The task list is empty.',
    'Added #1 write the report.',
    '1. write the report - 0%',
    '1. write the report - 40%',
    'Your tasks are saved.\n',
  ])
  const again = await run(server, 'task-manager', { typed: 'remove task 1\nQUIT\n', token })
  expectInOrder(again, [
    '1. write the report - 40%',
    'Removed #1 write the report.',
    'The task list is empty.',
  ])
  expect(again).not.toContain('never')
})

test('taskboard: five messages, streamed, and the board afterwards', async ({ server }) => {
  expectInOrder(await run(server, 'taskboard'), [
    'Added #1 review the Q2 roadmap (work).\n(tools: add_task)',
    'Added #2 book dentist appointment (personal).\n(tools: add_task)',
    '| #1 | review the Q2 roadmap | Open | work |',
    'Moved #1 review the Q2 roadmap to In progress.\n(tools: update_task_status)',
    'Open 1, In progress 1, Done 0',
    '(tools: get_summary)',
    '#1 review the Q2 roadmap [work] in_progress\n#2 book dentist appointment [personal] open\n',
  ])
})

test('shopping-list: the list after each message', async ({ server }) => {
  const out = await run(server, 'shopping-list')
  expect([...out.matchAll(/^Session state: (.*)$/gm)].map(([, list]) => JSON.parse(list ?? ''))).toEqual([
    ['milk', 'eggs', 'bread'],
    ['milk', 'eggs'],
    ['milk', 'eggs', 'apples', 'oranges'],
    ['milk', 'eggs', 'apples', 'oranges'],
    ['bananas', 'yogurt'],
  ])
})

test('session-state: two sessions apart, and state that overwrites', async ({ server }) => {
  const out = await run(server, 'session-state')
  expectInOrder(out, ['John', '30', 'Jane', '25', 'Stored: {"shopping_list":["Potatoes"]}', '43'])
  expect(out.trimEnd().split('\n').at(-1)).toBe('Stored: {"secret_number":43}')
})

test('advanced-state: functions, a counter, recent messages, backup and restore', async ({ server }) => {
  const out = await run(server, 'advanced-state')
  expectInOrder(out, ['Name: Alice\n', 'Missing: none\n', 'Hello, Alice!\n', 'User: '])
  const [, user = ''] = /^User: (.*)$/m.exec(out) ?? []
  expect(JSON.parse(user)).toEqual({
    name: 'Alice',
    email: 'alice@example.com',
    preferences: { theme: 'dark', notifications: false },
    history: [{ date: '2026-10-12', action: 'login' }],
    last_login: '2026-10-15',
    login_count: 1,
  })
  expectInOrder(out, [
    'Counter: 3\n',
    'Recent messages: 10 from 3 to 12\n',
    'Refused: user_name isn’t a number',
    'Half of it: false\n',
    'The code expires: true\n',
    'After clear: 0 values\n',
    'Restored: Alice 3\n',
  ])
})

test('team: three agents share the state of one board', async ({ server }) => {
  expectInOrder(await run(server, 'team'), [
    '[lists] Added milk and eggs',
    '[taskboard] Added #1 cook dinner',
    '[lists] **shopping** (2 items)',
    '[planner] ',
    '#1 cook dinner',
    '[taskboard] Moved #1 cook dinner to Done.',
    'Shared state: {"tasks":[["cook dinner","done"]],"shopping":["milk","eggs"]}',
  ])
})

test('without a token, an example says where to create one', async ({ server }) => {
  const env = { PATH: process.env.PATH, TASKBOARD_URL: server.url } as unknown as NodeJS.ProcessEnv
  const running = promisify(execFile)('node_modules/.bin/node', ['examples/taskboard.ts'], { env })
  await expect(running).rejects.toMatchObject({
    code: 1,
    stderr: `Set TASKBOARD_TOKEN. Create a token at ${server.url}/settings\n`,
  })
})

test('every example is run here', () => {
  const names = readdirSync('examples').filter((name) => name.endsWith('.ts') && name !== 'connect.ts')
  expect(names.sort()).toEqual([
    'advanced-state.ts',
    'session-state.ts',
    'shopping-list.ts',
    'task-manager.ts',
    'taskboard.ts',
    'team.ts',
  ])
})
