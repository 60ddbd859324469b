/** The typed client against the server: what docs/api.md promises, by the methods of `client/taskboard.ts`. */
import { connect, type RunEvent, type Taskboard } from '#client/taskboard.ts'
import { startFakeOpenAI } from './support/fake-openai-server.ts'
import { expect, test } from './support/fixtures.ts'
import { makeProgram } from './support/programs.ts'
import { startServer } from './support/server.ts'

let taskboard: Taskboard
test.beforeEach(async ({ server }) => {
  const { token } = await makeProgram(server)
  taskboard = connect({ url: server.url, token })
})

test('boards are created, listed, renamed, archived, searched and deleted', async () => {
  const board = await taskboard.create({
    name: 'Errands',
    state: { tasks: [{ title: 'descale the kettle' }] },
  })
  expect(await board.read()).toMatchObject({ name: 'Errands', archived: false })
  expect(await board.update({ name: 'Home', archived: true })).toMatchObject({ name: 'Home', archived: true })
  expect((await taskboard.boards()).boards.map(({ id }) => id)).toEqual([board.id])
  expect(await taskboard.search('kettle')).toMatchObject([{ sessionId: board.id, where: 'task' }])
  await board.delete()
  await expect(board.read()).rejects.toMatchObject({ code: 'not_found', status: 404 })
})

test('a message is answered, streamed or at once, on the board of a session id', async () => {
  const first = await taskboard.run('user-1-session-1', 'add a task: one', { state: { mood: 'calm' } })
  expect(first).toMatchObject({ status: 'completed', reply: 'Added #1 one.', state: { mood: 'calm' } })
  const board = taskboard.board('user-1-session-1')
  const events: RunEvent[] = []
  for await (const event of board.stream('add a task: two')) events.push(event)
  expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['message', 'turn', 'tool', 'text']))
  expect(events.at(-1)).toMatchObject({ kind: 'end', ok: true, reply: 'Added #2 two.' })
  expect(await board.say('list all tasks', { id: 'message-0001' })).toMatchObject({ boardId: first.boardId })
})

test('what waits is listed, denied and allowed', async () => {
  const board = await taskboard.create({ state: { tasks: [{ title: 'one' }, { title: 'two' }] } })
  expect(await board.say('remove #1 and #2')).toMatchObject({ status: 'waiting' })
  const [first] = await board.approvals()
  expect(first).toMatchObject({ tool: 'remove_tasks', ask: 'Remove 2 tasks' })
  await board.decide(first?.id ?? '', 'deny', 'not yet')
  expect(await board.approvals()).toEqual([])
  await board.say('remove #1 and #2')
  await board.decide((await board.approvals())[0]?.id ?? '', 'allow')
  await expect.poll(async () => (await board.state()).state.tasks).toEqual([])
})

test('the functions of the state, and a patch that is refused once the state changed', async () => {
  const board = await taskboard.create()
  expect(await board.set('user.name', 'Ana')).toBe('Ana')
  expect(await board.merge('user', { age: 30 })).toMatchObject({ name: 'Ana', age: 30 })
  expect([await board.get('user.age'), await board.get('nothing', 'none')]).toEqual([30, 'none'])
  expect([await board.increment('counter'), await board.increment('counter', 4)]).toEqual([1, 5])
  await board.set('code', 1, 600)
  expect(await board.ttl('code')).toBeGreaterThan(590)
  expect(await board.ttl('counter')).toBeNull()
  await board.remove('code')
  expect([await board.has('code'), await board.has('counter')]).toEqual([false, true])
  expect(await board.do({ get: 'counter' }, { has: 'code' })).toEqual([5, false])
  const { revision } = await board.state()
  expect((await board.patch(revision, { set: { mood: 'calm' }, delete: ['counter'] })).state).toMatchObject({
    mood: 'calm',
  })
  await expect(board.patch(revision, { set: { mood: 'sad' } })).rejects.toMatchObject({
    code: 'stale',
    status: 409,
  })
  await board.clear()
  expect(await board.getAll()).toEqual({})
})

test('a run is cancelled, and waiting can be given up', async () => {
  const fake = await startFakeOpenAI('gated-text')
  const server = await startServer({ env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url } })
  const { token } = await makeProgram(server)
  const board = await connect({ url: server.url, token }).create()
  const kinds: string[] = []
  for await (const event of board.stream('tell me', { id: 'message-0001' })) {
    if (event.kind === 'turn' && event.turn.status === 'running') await board.cancel('message-0001')
    kinds.push(event.kind === 'end' && event.ok ? event.status : event.kind)
  }
  expect(kinds.at(-1)).toBe('stopped')
  const leaving = new AbortController()
  const waiting = board.say('tell me more', { signal: leaving.signal })
  await expect.poll(() => fake.waiting()).toBeGreaterThan(0)
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  await server.stop()
  await fake.close()
})
