/** The terminal client, as people start it, against the real server. */
import { startFakeOpenAI } from './support/fake-openai-server.ts'
import { expect, test } from './support/fixtures.ts'
import { makeProgram, type Program } from './support/programs.ts'
import { startServer } from './support/server.ts'
import { chat, listsIn, startChat } from './support/terminal.ts'

let program: Program
test.beforeEach(async ({ server }) => {
  program = await makeProgram(server)
})

const withToken = () => ({ TASKBOARD_TOKEN: program.token })

test('the conversation of the first seed, from a pipe', async ({ server }) => {
  const board = await program.board({ name: 'Errands' })
  const typed = [
    'add a task: write the report',
    'add a task: call Ana, category: personal',
    'update task 1 to 40%',
    '',
    'remove task 2',
    'list all tasks',
    'exit',
    'add a task: never sent',
  ]
  const { code, out, errors } = await chat(typed.join('\n'), ['--url', server.url], withToken(), 'npm')
  expect([code, errors]).toEqual([0, ''])
  expect(listsIn(out)).toEqual([
    'None yet.',
    '#1 write the report',
    '#1 write the report\n#2 call Ana - personal',
    '#1 write the report - in progress, 40%\n#2 call Ana - personal',
    '#1 write the report - in progress, 40%',
    '#1 write the report - in progress, 40%',
  ])
  expect(out).toContain(`Errands (${server.url}/boards/${board})`)
  expect(out).toContain('> add a task: write the report\n')
  expect(out).toContain('→ add_task(title: "write the report")\nAdded #1 write the report.\n')
  expect(out.trimEnd().split('\n').at(-1)).toBe('Your tasks are saved.')
  expect((await program.state(board)).state.tasks).toHaveLength(1)
})

test('it opens the same tasks again; quit, Exit and the end of the input leave', async ({ server }) => {
  const url = ['--url', server.url]
  expect((await chat('add a task: still there\nQUIT\n', url, withToken())).code).toBe(0)
  for (const leave of ['quit\n', ' Exit \n', '', 'list all tasks']) {
    const { code, out } = await chat(leave, url, withToken())
    expect(code).toBe(0)
    expect(out).toContain('#1 still there\n')
    expect(out).toMatch(/Your tasks are saved\.\n$/)
  }
  expect((await program.ask('GET', '/api/boards')).body).toMatchObject({ boards: { length: 1 } })
})

test('an approval is shown with its tasks and answered by yes or no', async ({ server }) => {
  const board = await program.board()
  const typed = [
    'add a task: one',
    'add a task: two',
    'remove #1 and #2',
    'no',
    'remove #1 and #2',
    'y',
    'exit',
  ]
  const { code, out } = await chat(typed.join('\n'), ['--url', server.url], withToken())
  expect(code).toBe(0)
  const question = `Remove 2 tasks?\n  #1 one (removed)\n  #2 two (removed)\nType yes or no, or answer on the board: ${server.url}/boards/${board}\n`
  expect(out.split(question)).toHaveLength(3)
  expect(out).toContain('> no\nDenied, so nothing changed.\n')
  expect(out).toContain('> y\nRemoved #1 one and #2 two.\n')
  expect((await program.state(board)).state.tasks).toEqual([])
})

test('a board is chosen by its id', async ({ server }) => {
  const first = await program.board({ name: 'First' })
  await program.board({ name: 'Second' })
  const args = ['--url', server.url, '--token', program.token]
  expect((await chat('exit\n', [...args, '--board', first], {})).out).toContain('First (')
  expect((await chat('exit\n', args, {})).out).toContain('Second (')
  await program.board({ id: 'chosen-by-me', name: 'Third' })
  expect((await chat('exit\n', [...args, '--board', 'chosen-by-me'], {})).out).toContain('Third (')
})

test('without a token it says where to create one, and how to do without', async ({ server }) => {
  const { code, out, errors } = await chat('exit\n', ['--url', server.url], {})
  expect([code, out]).toEqual([1, ''])
  expect(errors).toBe(
    `No token. Create one at ${server.url}/settings\nThen: TASKBOARD_TOKEN=tb_… npm run chat\nWithout a server: npm run chat -- --local\n`,
  )
})

test('an error is one line, with exit code 1', async ({ server }) => {
  const url = ['--url', server.url]
  const cases: [string[], RegExp][] = [
    [
      ['--url', 'http://localhost:9'],
      /^Can’t reach Taskboard at http:\/\/localhost:9\. Run npm start, pass --url, or use --local\.$/m,
    ],
    [[...url, '--token', 'tb_wrong'], /^Invalid token/],
    [[...url, '--board', 'no-such-board'], /^Board no-such-board not found/],
    [['--url', 'nonsense'], /^Invalid URL: nonsense/],
    [[...url, '--local'], /^Use --local or --url, not both\.$/m],
    [['--bored'], /^Unknown option '--bored'/],
  ]
  for (const [args, words] of cases) {
    const { code, out, errors } = await chat('exit\n', args, withToken())
    expect([code, out]).toEqual([1, ''])
    expect(errors).toMatch(words)
    expect(errors.trimEnd().split('\n')).toHaveLength(1)
    expect(errors).not.toContain(program.token)
  }
})

test('a refused message is reported, and the conversation continues', async ({ server }) => {
  const typed = `${'x'.repeat(8_001)}\nadd a task: after it\nexit\n`
  const { code, out } = await chat(typed, ['--url', server.url], withToken())
  expect(code).toBe(0)
  expect(out).toContain('Messages can have up to 8000 characters')
  expect(out).toContain('#1 after it')
})

test('a reply is streamed; if the server dies, one line says so', async () => {
  const fake = await startFakeOpenAI('gated-text')
  const server = await startServer({ env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url } })
  program = await makeProgram(server)
  const { input, said, closed } = startChat(['--url', server.url], withToken())
  input.write('tell me\n')
  fake.release()
  await expect.poll(() => said.out).toContain('\nOne ')
  fake.release()
  await expect.poll(() => said.out).toContain('\nOne two ')
  await server.kill('SIGKILL')
  expect((await closed)[0]).toBe(1)
  expect(said.errors).toBe('Connection lost. Changes are saved; the reply will be on the board.\n')
  await server.stop()
  await fake.close()
})

test('what waits for approval is shown at the start, and can be answered', async ({ server }) => {
  const board = await program.board()
  for (const text of ['add a task: one', 'add a task: two', 'remove #1 and #2'])
    await program.say(board, text)
  const { code, out } = await chat('yes\nexit\n', ['--url', server.url], withToken())
  expect(code).toBe(0)
  const [before, after] = out.split('> yes\n')
  expect(before).toContain(
    'Remove 2 tasks?\n  #1 one (removed)\n  #2 two (removed)\nType yes or no, or answer',
  )
  expect(after).toContain('Removed #1 one and #2 two.\n')
  expect((await program.state(board)).state.tasks).toEqual([])
})

test('Ctrl+C stops the reply, and the conversation continues; without a reply it leaves', async () => {
  const fake = await startFakeOpenAI('gated-text')
  const server = await startServer({ env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url } })
  program = await makeProgram(server)
  const { child, input, said, closed } = startChat(['--url', server.url], withToken())
  input.write('tell me\n')
  fake.release()
  await expect.poll(() => said.out).toContain('\nOne ')
  child.kill('SIGINT')
  await expect.poll(() => said.out).toMatch(/Stopped[\s\S]*--- Your tasks ---/)
  input.write('add a task: after it\n')
  await expect.poll(() => said.out).toContain('#1 after it\n')
  child.kill('SIGINT')
  expect((await closed)[0]).toBe(0)
  expect(said.errors).toBe('')
  expect(said.out).toMatch(/Your tasks are saved\.\n$/)
  await server.stop()
  await fake.close()
})

test('--local says so when a server has the database, and how to connect', async ({ server }) => {
  const { code, out, errors } = await chat('exit\n', ['--local'], {
    ...withToken(),
    DATABASE_URL: `file:${server.databasePath}`,
  })
  expect([code, out]).toEqual([1, ''])
  expect(errors).toMatch(
    /is in use by another Taskboard, process \d+\.\nConnect to it instead: .*npm run chat\n$/,
  )
})
