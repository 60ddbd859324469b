/** The API for programs beyond runs and state: boards, approvals, state functions, users of a service. */
import * as answers from '#app/api/answers.ts'
import { expect, test } from './support/fixtures.ts'
import { makeProgram, type Program } from './support/programs.ts'
import { startServer } from './support/server.ts'

let program: Program
let board: string
test.beforeEach(async ({ server }) => {
  program = await makeProgram(server)
  board = await program.board()
})

test('a board is renamed, archived, brought back and deleted', async () => {
  const path = `/api/boards/${board}`
  const renamed = await program.ask('PATCH', path, { name: 'Home', archived: true })
  expect(answers.board.parse(renamed.body)).toMatchObject({ name: 'Home', archived: true })
  const back = await program.ask('PATCH', path, { archived: false })
  expect(back.body).toMatchObject({ name: 'Home', archived: false })
  expect((await program.ask('PATCH', path, { name: 'x'.repeat(100) })).status).toBe(422)
  expect((await program.ask('PATCH', path, { nme: 'typo' })).status).toBe(400)
  expect((await program.ask('DELETE', path)).body).toEqual({ ok: true })
  expect((await program.ask('GET', path)).status).toBe(404)
  const { boards } = answers.boards.parse((await program.ask('GET', '/api/boards')).body)
  expect(boards.map(({ id }) => id)).not.toContain(board)
})

test('a board starts with the tasks, categories, lists and values it is given, or not at all', async () => {
  const state = {
    categories: ['home'],
    tasks: [
      { title: 'Call Bob', category: 'home', completion: 50 },
      { title: 'Sleep', status: 'done' },
    ],
    shopping_list: ['milk'],
    user: { name: 'Ana' },
  }
  const made = await program.ask('POST', '/api/boards', { id: 'started-with', state })
  expect(made.status).toBe(201)
  const held = answers.stateAtRevision.parse(
    (await program.ask('GET', '/api/boards/started-with/state')).body,
  )
  expect(held.state).toMatchObject({
    categories: ['general', 'home'],
    tasks: [
      { number: 1, title: 'Call Bob', category: 'home', completion: 50, status: 'in_progress' },
      { number: 2, title: 'Sleep', category: 'general', status: 'done' },
    ],
    shopping_list: ['milk'],
    user: { name: 'Ana', preferences: {} },
  })
  const before = await program.ask('GET', '/api/boards')
  const refused = await program.ask('POST', '/api/boards', {
    state: { mood: 'calm', tasks: [{ title: 'x', category: 'nope' }] },
  })
  expect(refused.body).toMatchObject({ ok: false, message: expect.stringContaining('no category “nope”') })
  expect((await program.ask('GET', '/api/boards')).body).toEqual(before.body)
})

test('a run makes the board of its session id, once, and boards of one id are apart per user', async ({
  server,
}) => {
  const run = (who: Program, text: string) =>
    who.ask('POST', '/api/runs', { session_id: 'user-1-session-1', text }, { accept: 'application/json' })
  const first = answers.runEnd.parse((await run(program, 'add a task: one')).body)
  const second = answers.runEnd.parse((await run(program, 'add a task: two')).body)
  expect(second.boardId).toBe(first.boardId)
  expect(second.state.tasks.map(({ title }) => title)).toEqual(['one', 'two'])
  const other = await makeProgram(server)
  const theirs = answers.runEnd.parse((await run(other, 'add a task: theirs')).body)
  expect(theirs.boardId).not.toBe(first.boardId)
  expect(theirs.state.tasks.map(({ title }) => title)).toEqual(['theirs'])
})

test('what waits for approval is listed, denied with a note, and allowed', async () => {
  for (const title of ['one', 'two', 'three']) await program.say(board, `add a task: ${title}`)
  const path = `/api/boards/${board}/approvals`
  expect(answers.pendingApprovals.parse((await program.ask('GET', path)).body).approvals).toEqual([])
  await program.say(board, 'remove tasks 1 and 2')
  const [asked] = answers.pendingApprovals.parse((await program.ask('GET', path)).body).approvals
  expect(asked).toMatchObject({ tool: 'remove_tasks', rows: [{ effect: 'removed' }, { effect: 'removed' }] })
  const denied = await program.ask('POST', path, { id: asked?.id, verdict: 'deny', note: 'not yet' })
  expect(denied.body).toEqual({ ok: true })
  expect((await program.state(board)).state.tasks).toHaveLength(3)
  await program.say(board, 'remove tasks 1 and 2')
  const [again] = answers.pendingApprovals.parse((await program.ask('GET', path)).body).approvals
  await program.ask('POST', path, { id: again?.id, verdict: 'allow' })
  await expect.poll(async () => (await program.state(board)).state.tasks.length).toBe(1)
  expect((await program.ask('POST', path, { id: again?.id, verdict: 'allow' })).status).toBe(409)
  expect((await program.ask('POST', path, { id: again?.id, verdict: 'perhaps' })).status).toBe(400)
})

test('the functions of the state, several in one call, as one revision', async () => {
  const path = `/api/boards/${board}/state`
  const run = async (...operations: object[]) => {
    const { body } = await program.ask('POST', path, { do: operations })
    return answers.stateResults.parse(body)
  }
  const { revision } = await program.state(board)
  const done = await run(
    { set: 'user.name', to: 'Alice' },
    { increment: 'counter', by: 3 },
    { update: 'user', with: { age: 30 } },
    { set: 'code', to: 5, ttl: 600 },
    { get: 'user.name' },
    { get: 'missing', default: 'Unknown' },
    { has: 'counter' },
    { has: 'missing' },
    { ttl: 'code' },
    { ttl: 'counter' },
  )
  expect(done.revision).toBe(revision + 1)
  expect(done.results.slice(0, 8)).toEqual([
    'Alice',
    3,
    { name: 'Alice', age: 30, preferences: {} },
    5,
    'Alice',
    'Unknown',
    true,
    false,
  ])
  expect(done.results[8]).toBeGreaterThan(590)
  expect(done.results[9]).toBeNull()
  const refused = await program.ask('POST', path, { do: [{ set: 'a', to: 1 }, { increment: 'user' }] })
  expect(refused.body).toMatchObject({ ok: false, message: expect.stringContaining('isn’t a number') })
  expect((await run({ has: 'a' })).results).toEqual([false])
  expect((await run({ delete: 'counter' }, { has: 'counter' })).results).toEqual([true, false])
  expect((await run({ clear: true }, { get_all: true })).results).toEqual([true, {}])
  expect((await program.ask('POST', path, { do: [{ destroy: 'all' }] })).status).toBe(400)
})

test('boards are searched', async () => {
  await program.say(board, 'add a task: descale the kettle')
  const found = answers.hits.parse((await program.ask('GET', '/api/search?q=kettle')).body)
  expect(found.hits).toContainEqual(expect.objectContaining({ sessionId: board, where: 'task' }))
  expect((await program.ask('GET', '/api/search')).status).toBe(400)
})

test('a queued message is cancelled by its own id, and what ended can’t be', async () => {
  const end = await program.say(board, { id: 'message-0001', text: 'add a task: one' })
  const cancel = (id: string) => program.ask('POST', `/api/boards/${board}/runs/${id}/cancel`)
  for (const id of ['message-0001', end.turnId, 'unknown-0001']) {
    expect((await cancel(id)).body, id).toMatchObject({ ok: false, code: 'turn_over' })
  }
})

test('the description of the API is served, and needs no token', async ({ server }) => {
  const answer = await fetch(`${server.url}/api/openapi.json`)
  expect(await answer.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Taskboard' } })
})

test('a service token opens the boards of the user it names, and of no other', async () => {
  const token = 'service-token-of-at-least-32-characters'
  const server = await startServer({ env: { TASKBOARD_SERVICE_TOKEN: token } })
  const ask = async (path: string, body?: object, authorization = `Bearer ${token}`) => {
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const accept = 'application/json'
    const answer = await fetch(`${server.url}${path}`, { ...request, headers: { authorization, accept } })
    return { status: answer.status, body: await answer.json() }
  }
  const alice = await ask('/api/runs?user_id=alice-0001', {
    session_id: 'session-1',
    text: 'add a task: hers',
  })
  const bob = await ask('/api/runs?user_id=bob-000001', { session_id: 'session-1', text: 'add a task: his' })
  expect(answers.runEnd.parse(alice.body).state.tasks.map(({ title }) => title)).toEqual(['hers'])
  expect(answers.runEnd.parse(bob.body).state.tasks.map(({ title }) => title)).toEqual(['his'])
  const { boardId } = answers.runEnd.parse(alice.body)
  expect((await ask(`/api/boards/${boardId}/state?user_id=bob-000001`)).status).toBe(404)
  expect((await ask('/api/boards')).status).toBe(400)
  expect((await ask('/api/boards?user_id=alice-0001', undefined, `Bearer ${token}x`)).status).toBe(401)
  await server.stop()
})
