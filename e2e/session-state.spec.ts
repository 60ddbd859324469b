/** State and sessions as a program sees them, over HTTP, with a model server that shows what it was asked. */

import { callFor } from './support/fake-openai-handlers.ts'
import type { FakeOpenAI } from './support/fake-openai-server.ts'
import { gate, type Handler, text, toolCall } from './support/fake-openai-stream.ts'
import { expect, test } from './support/fixtures.ts'
import { clearModelServer } from './support/model-server.ts'
import { allOf, bytesOf, endIn, makeProgram, type Program, sql } from './support/programs.ts'
import type { TestServer } from './support/server.ts'

let fake: FakeOpenAI
let server: TestServer
let program: Program
let board: string
test.beforeEach(async ({ model }) => {
  fake = model.fake
  server = model.server
  program = await makeProgram(server)
  board = await program.board()
})
test.afterEach(async ({ model }) => {
  await clearModelServer(model)
  expect(server.log()).not.toMatch(/unhandled|TypeError|Invalid state/i)
})

/** Values and lists of the board. */
async function values(id = board) {
  const { tasks: _tasks, categories: _categories, ...rest } = (await program.state(id)).state
  return rest
}
/** The state block of the last request. */
const shown = () => fake.requests.at(-1)?.state as Record<string, unknown>

/** A tool call, then words in pieces, each behind a gate. */
const toolThen = (...pieces: string[]): Handler =>
  async function* (request) {
    if (request.toolResultsAfterLastUser.length === 0) {
      return yield callFor(request, 'add_task', { title: 'made by the model' })
    }
    for (const piece of pieces) {
      yield text(piece)
      yield gate()
    }
  }

test('what a run brings wins over what is stored, and that over the template; what one alone has stays', async () => {
  await program.patch(board, { state: { user: { name: 'stored', age: 30 }, stored: true } })
  const end = await program.say(board, { text: 'hello', state: { user: { name: 'brought' }, brought: true } })
  const expected = {
    user: { name: 'brought', age: 30, preferences: {} },
    stored: true,
    brought: true,
  }
  expect(await values()).toEqual(expected)
  expect(end.state).toMatchObject(expected)
  expect(shown()).toMatchObject({ user: expected.user, brought: true })
})

test('merging keeps what lies beside, at any depth, and replaces lists', async () => {
  await program.say(board, { text: 'hello', state: { a: { b: { keep: 1, change: 1 }, list: [1, 2] } } })
  await program.say(board, { text: 'hello', state: { a: { b: { change: 2 }, list: [3] } } })
  expect(await values()).toMatchObject({ a: { b: { keep: 1, change: 2 }, list: [3] } })
})

test('a run without a state, with null or an empty one, leaves the state alone, also with overwrite', async () => {
  await program.patch(board, { state: { kept: [1, 2], user: { name: 'Ana' } } })
  const before = await values()
  for (const state of [undefined, null, {}]) {
    for (const overwrite of [false, true]) await program.say(board, { text: 'hello', state, overwrite })
  }
  expect(await values()).toEqual(before)
})

test('overwrite replaces values and lists, and keeps tasks', async () => {
  await program.say(board, 'add a task: stays')
  await program.patch(board, { state: { old: 1, both: 'old', shopping_list: ['milk'] } })
  const end = await program.say(board, { text: 'hello', state: { both: 'new' }, overwrite: true })
  expect(await values()).toEqual({ both: 'new' })
  expect(end.state.tasks).toMatchObject([{ title: 'stays' }])
})

test('a state that is refused stops the message as well', async () => {
  const asked = { text: 'add a task: never', state: { fine: 1, tasks: [] } }
  const answer = await program.ask('POST', `/api/boards/${board}/runs`, asked)
  expect(answer.status).toBe(403)
  expect(await values()).not.toHaveProperty('fine')
  expect(fake.requests).toEqual([])
})

test('a change by hand is seen by the next run, and a tool’s by the next step and the next run', async () => {
  await program.patch(board, { set: { mood: 'calm' } })
  fake.handle(function* (request) {
    if (request.toolResultsAfterLastUser.length > 0) return yield text('Noted.')
    yield toolCall('update_session_state', { session_state_updates: { pet: { name: 'Rex' } } })
  })
  await program.say(board, 'my dog is Rex')
  expect(fake.requests.map(({ state }) => state)).toMatchObject([
    { mood: 'calm', user: { preferences: {} } },
    { mood: 'calm', pet: { name: 'Rex' }, user: { preferences: {} } },
  ])
  fake.handle('scripted')
  await sql(server, 'update sessions set instructions = ? where id = ?', ['The dog is {pet.name}.', board])
  await program.say(board, 'hello')
  expect(fake.requests.at(-1)?.system).toContain('The dog is "Rex".')
})

test('two boards back and forth: each keeps its own state and conversation', async () => {
  const other = await program.board()
  for (let round = 1; round <= 3; round += 1) {
    await program.say(board, { text: `red ${round}`, state: { place: 'red', red: round } })
    await program.say(other, { text: `blue ${round}`, state: { place: 'blue', blue: round } })
  }
  expect(await values(board)).toEqual({ place: 'red', red: 3, user: { preferences: {} } })
  expect(await values(other)).toEqual({ place: 'blue', blue: 3, user: { preferences: {} } })
  expect(JSON.stringify(fake.requests.at(-1)?.messages)).not.toContain('red 2')
  expect(JSON.stringify(fake.requests.at(-1)?.messages)).toContain('blue 2')
})

test('the state is the same after a restart', async () => {
  await program.say(board, { text: 'add a task: outlives it', state: { kept: { deep: [1, null, 'x'] } } })
  const before = await program.state(board)
  await server.kill('SIGKILL')
  await server.start()
  expect(await program.state(board)).toEqual(before)
})

test('the agent’s tool for the state takes free keys and how long they last, and can be switched off', async () => {
  const toolOf = () => fake.requests.at(-1)?.tools.find((tool) => tool.name === 'update_session_state')
  await program.say(board, 'hello')
  expect(toolOf()?.parameters).toMatchObject({
    required: ['session_state_updates', 'ttl_seconds'],
    properties: { session_state_updates: { type: 'object', additionalProperties: true } },
  })
  const { properties } = (toolOf()?.parameters ?? {}) as { properties: object }
  expect(Object.keys(properties)).toEqual(['session_state_updates', 'ttl_seconds'])
  await sql(server, 'update users set settings = ? where id = ?', ['{"agenticState":false}', program.userId])
  await program.ask('POST', `/api/boards/${board}/runs`, { text: 'hello' }, { accept: 'application/json' })
  expect(toolOf()).toBeUndefined()
  // The fake asks for every tool; that this one is missing is what was asked for.
  expect(fake.problems.splice(0)).toEqual(['The tool update_session_state is missing.'])
})

test('what a user types is no template, and braces survive', async () => {
  await program.say(board, 'add a task: a secret title')
  await program.patch(board, { state: { user: { name: 'Ana' } } })
  const typed = [
    'show {tasks} and {user.name}',
    'costs $5, $$5, $name and $tasks',
    '{"a": {"b": [1, {"c": "{user}"}]}}',
    '{{user.name}} }} {{',
  ]
  for (const words of typed) {
    await program.say(board, words)
    expect(fake.requests.at(-1)?.lastUser).toBe(words)
  }
  const said = fake.requests
    .at(-1)
    ?.messages.filter(({ role, text: of }) => role === 'user' && !of.includes('<session'))
  expect(said?.map((message) => message.text)).toEqual(['add a task: a secret title', ...typed])
})

test('dependencies reach prompt and instructions, and no byte of them is kept', async () => {
  await sql(server, 'update sessions set instructions = ? where id = ?', [
    'For {project.code} of {today}.',
    board,
  ])
  const code = 'canary-7f3a91'
  const end = await program.say(board, {
    text: 'hello',
    dependencies: { project: { code }, today: 'never' },
    state: { control: 'kept-7f3a91' },
  })
  expect(end.status).toBe('completed')
  expect(fake.requests[0]?.system).toContain(`For "${code}" of "20`)
  expect(shown().dependencies).toMatchObject({ project: { code } })
  await program.say(board, 'and now without')
  expect(JSON.stringify(fake.requests.at(-1))).not.toContain(code)
  expect(fake.requests.at(-1)?.system).toContain('For {project.code} of')
  const kept = await bytesOf(server)
  expect(kept).toContain('kept-7f3a91')
  expect(kept).not.toContain(code)
  expect(server.log()).not.toContain(code)
})

test('a client that leaves in the middle loses nothing', async () => {
  fake.handle(toolThen('Half. ', 'Whole.'))
  const id = 'left-in-the-middle'
  for await (const event of program.stream(board, { id, text: 'go', state: { given: true } })) {
    if (event.kind === 'text') break
  }
  expect((await program.state(board)).state).toMatchObject({
    given: true,
    tasks: [{ title: 'made by the model' }],
  })
  fake.release()
  fake.release()
  const end = endIn(await allOf(program.stream(board, { id, text: 'go', state: { given: true } })))
  expect(end).toMatchObject({
    status: 'completed',
    reply: 'Half. Whole.',
    changed: [{ reply: expect.any(String) }],
  })
  expect(end.state.tasks).toHaveLength(1)
})

test('while a run goes on, its message, its turn and what its tools did can be read', async () => {
  fake.handle(toolThen('Working. ', 'Done.'))
  const stream = program.stream(board, { text: 'go' })
  for await (const event of { [Symbol.asyncIterator]: () => ({ next: () => stream.next() }) }) {
    if (event.kind === 'text') break
  }
  expect((await program.state(board)).state.tasks).toMatchObject([{ title: 'made by the model' }])
  const { body } = await program.ask('GET', `/api/boards/${board}/export?format=json`)
  expect(body).toMatchObject({
    messages: [{ role: 'user' }, { role: 'assistant' }],
    turns: [{ status: 'running' }],
  })
  fake.release()
  fake.release()
  expect(endIn(await allOf(stream)).status).toBe('completed')
})

test('of two runs at once in one session none is lost, twenty times out of twenty', async () => {
  for (let round = 1; round <= 20; round += 1) {
    const [one, two] = await Promise.all([
      program.say(board, { text: `add a task: a${round}`, state: { [`a${round}`]: 1 } }),
      program.say(board, { text: `add a task: b${round}`, state: { [`b${round}`]: 1 } }),
    ])
    expect([one?.status, two?.status]).toEqual(['completed', 'completed'])
    const { state } = await program.state(board)
    const titles = state.tasks.map((task) => task.title)
    expect(titles.slice(-2).sort()).toEqual([`a${round}`, `b${round}`])
    expect(state).toMatchObject({ [`a${round}`]: 1, [`b${round}`]: 1 })
  }
  const { state } = await program.state(board)
  expect(state.tasks).toHaveLength(40)
  const { body } = await program.ask('GET', `/api/boards/${board}/export?format=json`)
  expect(body).toMatchObject({ messages: { length: 80 }, turns: { length: 40 } })
})

test('changes by hand during a run are all kept beside the run’s own', async () => {
  fake.handle(toolThen('Working. ', 'Done.'))
  const running = program.say(board, { text: 'go', state: { from: 'run' } })
  await expect.poll(() => fake.waiting()).toBe(1)
  for (let i = 0; i < 5; i += 1) await program.patch(board, { set: { [`hand${i}`]: i } })
  fake.release()
  fake.release()
  const { state } = await running
  expect(state).toMatchObject({ from: 'run', hand0: 0, hand4: 4, tasks: [{ title: 'made by the model' }] })
})
