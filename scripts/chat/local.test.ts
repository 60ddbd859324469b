/** `npm run chat -- --local`, as people start it: no server, a database file of its own. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startFakeOpenAI } from '../../e2e/support/fake-openai-server.ts'
import { makeProgram } from '../../e2e/support/programs.ts'
import { chat, listsIn, startChat } from '../../e2e/support/terminal.ts'

// Each starts programs of its own, on whatever machine this is.
vi.setConfig({ testTimeout: 60_000 })

function newDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-chat-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'taskboard.db')
  return { folder, path, env: { DATABASE_URL: `file:${path}` } }
}

const within = { timeout: 30_000, interval: 50 }

test('tasks are kept from one start to the next, without a server or a token', async () => {
  const { folder, path, env } = newDatabase()
  const typed =
    'add a task: write the report\nupdate the completion of task 1 to 40%\nexit\nadd a task: never\n'
  const first = await chat(typed, ['--local'], env, 'npm')
  expect([first.code, first.errors]).toEqual([0, ''])
  expect(first.out).toContain(`(${path})\n`)
  expect(first.out).toContain('→ add_task(title: "write the report")\nAdded #1 write the report.\n')
  const kept = '#1 write the report - in progress, 40%'
  expect(listsIn(first.out)).toEqual(['None yet.', '#1 write the report', kept])
  expect(statSync(join(folder, 'terminal-token')).mode & 0o777).toBe(0o600)
  const second = await chat('remove task 1\nquit\n', ['--local'], env)
  expect([second.code, second.errors]).toEqual([0, ''])
  expect(listsIn(second.out)).toEqual([kept, 'None yet.'])
})

test('with several users it asks for a token, and opens the boards of its user', async () => {
  const { path, env } = newDatabase()
  await chat('add a task: mine\n', ['--local'], env)
  const server = { url: '', databasePath: path }
  const other = await makeProgram(server)
  expect(listsIn((await chat('', ['--local'], env)).out)).toEqual(['#1 mine'])
  const theirs = await chat('add a task: theirs\n', ['--local'], { ...env, TASKBOARD_TOKEN: other.token })
  expect(listsIn(theirs.out)).toEqual(['None yet.', '#1 theirs'])
  writeFileSync(join(path, '..', 'terminal-token'), '')
  const { code, errors } = await chat('', ['--local'], env)
  expect(code).toBe(1)
  expect(errors).toMatch(/^Several browsers use this database\. Create a token in Settings/)
})

test('a second one on the same file is told to connect to a server', async () => {
  const { env } = newDatabase()
  const { child, input, said, closed } = startChat(['--local'], env)
  await vi.waitFor(() => expect(said.out).toContain('None yet.'), within)
  const second = await chat('', ['--local'], env)
  expect([second.code, second.out]).toEqual([1, ''])
  expect(second.errors).toMatch(/in use by another Taskboard, process \d+\.\nConnect to it instead: /)
  child.kill('SIGINT')
  expect((await closed)[0]).toBe(0)
  expect(said.out).toMatch(/Your tasks are saved\.\n$/)
  input.end()
})

test('Ctrl+C stops the reply in this process, and the conversation continues', async () => {
  const { env } = newDatabase()
  const fake = await startFakeOpenAI('gated-text')
  onTestFinished(() => fake.close())
  const model = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url }
  const { child, input, said, closed } = startChat(['--local'], { ...env, ...model })
  input.write('tell me\n')
  fake.release()
  await vi.waitFor(() => expect(said.out).toContain('\nOne '), within)
  child.kill('SIGINT')
  await vi.waitFor(() => expect(said.out).toMatch(/Stopped[\s\S]*--- Your tasks ---/), within)
  input.end('add a task: after it\nexit\n')
  expect((await closed)[0]).toBe(0)
  expect(listsIn(said.out).at(-1)).toBe('#1 after it')
  expect(said.errors).toBe('')
})

test('a database that can’t be opened is one line', async () => {
  const { code, out, errors } = await chat('', ['--local'], { DATABASE_URL: 'nonsense' })
  expect([code, out]).toEqual([1, ''])
  expect(errors).toMatch(/^Invalid environment\. DATABASE_URL: .*\n$/)
})

test('it ends quietly once nobody reads what it prints', async () => {
  const { child, input, said, closed } = startChat(['--local'], newDatabase().env)
  await vi.waitFor(() => expect(said.out).toContain('None yet.'), within)
  child.stdout.destroy()
  input.end('list all tasks\nlist all tasks\nexit\n')
  expect(await closed).toEqual([0, null])
  expect(said.errors).toBe('')
})
