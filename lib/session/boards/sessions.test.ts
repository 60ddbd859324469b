import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { categories, sessions } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { receiveMessage } from '#lib/turns/turns.ts'
import { execute } from '../commands/execute.ts'
import { addTask, by, expectLogGivesRows, newBoard, rowsOf, runningTurn } from '../commands/execute-cases.ts'
import { readFeed } from '../feed/feed.ts'
import { search } from '../queries/search.ts'
import { readSnapshot } from '../queries/snapshot.ts'
import { createSession, duplicateSession } from './create-board.ts'
import { deleteSession, restoreSession } from './lifecycle.ts'
import { nameFrom, renameSession } from './naming.ts'
import { boardNamed, clearChat, lastOpened, listSessions, markOpened } from './sessions.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const model = { kind: 'offline', name: 'Offline model' } as const

test.each([
  ['@Taskboard add a task: review the Q2 roadmap, category: work', 'Review the Q2 roadmap'],
  ['@taskboard, show me my tasks', 'My tasks'],
  ['hello there', 'Hello there'],
  ['add these tasks:\n- buy milk\n- call Ana', 'Buy milk - call Ana'],
  ['@Taskboard', 'Untitled'],
  [`add ${'long '.repeat(20)}`, `${`Long ${'long '.repeat(20)}`.slice(0, 39)}…`],
])('%s names a board %s', (message, name) => {
  expect(nameFrom(message)).toBe(name)
})

test('a board is named after its first message, unless the user has named it', async () => {
  const board = await newBoard()
  const say = (text: string) => receiveMessage(board.userId, board.sessionId, { id: newId(), text }, 'test')
  const name = async () =>
    (await readSnapshot(board.userId, board.sessionId, { model, agents: [] }))?.session.name
  await say('@Taskboard add a task: water the plants')
  expect(await name()).toBe('Water the plants')
  await say('something else')
  expect(await name()).toBe('Water the plants')
  await renameSession(board.userId, board.sessionId, '  Home  ')
  await say('third')
  expect(await name()).toBe('Home')
  await renameSession(board.userId, board.sessionId, '')
  expect(await name()).toBe('Water the plants')
})

test('a name that is too long is refused with its limit', async () => {
  const board = await newBoard()
  const outcome = await renameSession(board.userId, board.sessionId, 'x'.repeat(81))
  expect(outcome).toMatchObject({ ok: false, code: 'limit', message: expect.stringContaining('80') })
})

test('the same message id is the same message', async () => {
  const board = await newBoard()
  const message = { id: newId(), text: 'once' }
  const send = () => receiveMessage(board.userId, board.sessionId, message, 'test')
  const outcomes = await Promise.all([send(), send(), send()])
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
  expect(outcomes.filter((outcome) => outcome.ok && outcome.started)).toHaveLength(1)
  expect((await readSnapshot(board.userId, board.sessionId, { model, agents: [] }))?.messages).toHaveLength(1)
})

test('an empty message and one that is too long are refused, and nothing of them is stored', async () => {
  const board = await newBoard()
  const send = (text: string) => receiveMessage(board.userId, board.sessionId, { id: newId(), text }, 'test')
  expect(await send(' \n ')).toMatchObject({ ok: false, code: 'invalid' })
  expect(await send('x'.repeat(8_001))).toMatchObject({ ok: false, code: 'limit' })
  expect((await readSnapshot(board.userId, board.sessionId, { model, agents: [] }))?.messages).toEqual([])
})

test('a deleted board is gone everywhere, and is restored whole', async () => {
  const board = await newBoard()
  await execute(by(board), addTask('kept'))
  await runningTurn(board)
  expect(await deleteSession(board.userId, board.sessionId)).toMatchObject({ ok: true })
  expect(await listSessions(database(), board.userId)).toEqual([])
  expect(await readSnapshot(board.userId, board.sessionId, { model, agents: [] })).toBeNull()
  expect(await lastOpened(board.userId)).toBeNull()
  expect(await restoreSession(board.userId, board.sessionId)).toEqual({ ok: true })
  expect((await rowsOf(board)).map((row) => row.title)).toEqual(['kept'])
})

test('users cannot restore, rename or duplicate others’ boards', async () => {
  const [mine, theirs] = [await newBoard(), await newBoard()]
  await deleteSession(theirs.userId, theirs.sessionId)
  expect(await restoreSession(mine.userId, theirs.sessionId)).toMatchObject({ ok: false, code: 'not_found' })
  await restoreSession(theirs.userId, theirs.sessionId)
  for (const act of [duplicateSession, deleteSession, clearChat]) {
    expect(await act(mine.userId, theirs.sessionId)).toMatchObject({ ok: false, code: 'not_found' })
  }
  expect(await renameSession(mine.userId, theirs.sessionId, 'mine')).toMatchObject({ ok: false })
})

test('a duplicate has the same rows and its own log', async () => {
  const board = await newBoard()
  await execute(by(board), [addTask('one', { priority: 'high' }), addTask('two')])
  const made = await duplicateSession(board.userId, board.sessionId)
  if (!made.ok) throw new Error(made.message)
  const copy = { userId: board.userId, sessionId: made.sessionId }
  expect(await rowsOf(copy)).toEqual(await rowsOf(board))
  await expectLogGivesRows(copy)
  await execute(by(copy), addTask('three'))
  expect((await rowsOf(copy)).map((row) => row.number)).toEqual([1, 2, 3])
  expect(await rowsOf(board)).toHaveLength(2)
})

test('clearing the chat keeps the board', async () => {
  const board = await newBoard()
  await execute(by(board), addTask('kept'))
  await runningTurn(board)
  await clearChat(board.userId, board.sessionId)
  const snapshot = await readSnapshot(board.userId, board.sessionId, { model, agents: [] })
  expect(snapshot).toMatchObject({ messages: [], turns: [] })
  expect(snapshot?.rows.task).toHaveLength(1)
})

test('`/` redirects to the board opened last', async () => {
  const first = await newBoard()
  const second = await createSession(first.userId)
  if (!second.ok) throw new Error(second.message)
  await markOpened(first.userId, first.sessionId, Date.now() + 1000)
  expect(await lastOpened(first.userId)).toBe(first.sessionId)
})

test('search finds names, tasks and messages, `%` only literally, and nothing of other users', async () => {
  const [mine, theirs] = [await newBoard(), await newBoard()]
  await execute(by(mine), addTask('buy 100% cotton'))
  await execute(by(theirs), addTask('buy 100% wool'))
  await receiveMessage(mine.userId, mine.sessionId, { id: newId(), text: 'remember the cotton' }, 'test')
  const where = async (words: string) => (await search(mine.userId, words)).hits.map((hit) => hit.where)
  expect((await where('cotton')).sort()).toEqual(['message', 'name', 'task'])
  expect(await where('wool')).toEqual([])
  expect(await where('100%')).toEqual(['task'])
  expect(await where('1%0')).toEqual([])
})

test('a corrupted task is shown with defaults, a corrupted category is counted, and the rest works', async () => {
  const board = await newBoard()
  await execute(by(board), [addTask('good'), addTask('bad')])
  await database().update(sessions).set({ updatedAt: 1 }).where(eq(sessions.id, board.sessionId))
  const bad = (await rowsOf(board)).find((row) => row.title === 'bad')
  const { tasks } = await import('#db/schema.ts')
  await database()
    .update(tasks)
    .set({ status: 'banana' })
    .where(eq(tasks.id, bad?.id ?? ''))
  await database().update(categories).set({ name: '' }).where(eq(categories.name, 'work'))
  const snapshot = await readSnapshot(board.userId, board.sessionId, { model, agents: [] })
  expect(snapshot?.rows.task).toMatchObject([
    { title: 'good' },
    { title: 'bad', status: 'open', corrupted: [{ field: 'status', text: 'banana' }] },
  ])
  expect(snapshot?.damaged).toBe(1)
})

test('a reader that was away misses nothing, gets each event once, and another server’s cursor resets it', async () => {
  const board = await newBoard()
  const { cursor } = await readFeed(board.userId, 0)
  await execute(by(board), addTask('while away'))
  await renameSession(board.userId, board.sessionId, 'one')
  await renameSession(board.userId, board.sessionId, 'two')
  const page = await readFeed(board.userId, cursor)
  expect(page.envelopes.map(({ event }) => event.kind)).toEqual(['revision', 'session'])
  expect(page.envelopes.map(({ after }) => after)).toEqual([cursor, page.envelopes[0]?.cursor])
  expect((await readFeed(board.userId, page.cursor)).envelopes).toEqual([])
  expect((await readFeed(board.userId, page.cursor + 1_000_000)).envelopes[0]?.event).toEqual({
    kind: 'reset',
  })
})

test('ids chosen by callers are per user: another user gets the same answers', async () => {
  const make = async (userId: string, id: string) => createSession(userId, Date.now(), { id })
  const [ana, eve] = [await newBoard(), await newBoard()]
  const first = await make(ana.userId, 'errands-2026')
  expect(first).toMatchObject({ ok: true })
  expect(await boardNamed(ana.userId, 'errands-2026')).toBe(first.ok && first.sessionId)
  expect(await boardNamed(eve.userId, 'errands-2026')).toBe('errands-2026')
  expect(await make(ana.userId, 'errands-2026')).toMatchObject({ code: 'exists' })
  const second = await make(eve.userId, 'errands-2026')
  expect(second).toMatchObject({ ok: true })
  expect(await boardNamed(eve.userId, 'errands-2026')).toBe(second.ok && second.sessionId)
  // It doesn’t matter whether another user’s board has this id.
  expect(await make(eve.userId, ana.sessionId)).toMatchObject({ ok: true })
  expect(await make(ana.userId, ana.sessionId)).toMatchObject({ code: 'exists' })
})
