import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { receiveMessage } from '#lib/turns/turns.ts'
import { execute } from '../commands/execute.ts'
import { addTask, type Board, by, newBoard } from '../commands/execute-cases.ts'
import { readFeed } from '../feed/feed.ts'
import { search } from '../queries/search.ts'
import { readSnapshot } from '../queries/snapshot.ts'
import { createSession } from './create-board.ts'
import { archiveSession, deleteSession, restoreSession, unarchiveSession } from './lifecycle.ts'
import { lastOpened, listSessions, markOpened } from './sessions.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const model = { kind: 'offline', name: 'Offline model' } as const
const archived = async ({ userId, sessionId }: Board) =>
  (await listSessions(database(), userId)).find(({ id }) => id === sessionId)?.archived

test('an archived board is marked, opens, is found, takes manual changes, and can be unarchived', async () => {
  const board = await newBoard()
  await execute(by(board), addTask('hidden treasure'))
  const { cursor } = await readFeed(board.userId, 0)
  expect(await archiveSession(board.userId, board.sessionId)).toEqual({ ok: true })
  expect((await readFeed(board.userId, cursor)).envelopes.map(({ event }) => event)).toMatchObject([
    { kind: 'session', session: { id: board.sessionId, archived: true } },
  ])
  expect((await readSnapshot(board.userId, board.sessionId, { model, agents: [] }))?.session.archived).toBe(
    true,
  )
  expect((await search(board.userId, 'treasure')).hits).toHaveLength(1)
  await execute(by(board), addTask('a correction'))
  expect(await archived(board)).toBe(true)
  await unarchiveSession(board.userId, board.sessionId)
  expect(await archived(board)).toBe(false)
})

test('a message unarchives a board on every screen', async () => {
  const board = await newBoard()
  const say = (text: string) => receiveMessage(board.userId, board.sessionId, { id: newId(), text }, 'test')
  await say('the first message names the board')
  await archiveSession(board.userId, board.sessionId)
  const { cursor } = await readFeed(board.userId, 0)
  expect(await say(' ')).toMatchObject({ ok: false })
  expect(await archived(board)).toBe(true)
  expect(await say('one more thing')).toMatchObject({ ok: true })
  expect(await archived(board)).toBe(false)
  const { envelopes } = await readFeed(board.userId, cursor)
  expect(envelopes.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ kind: 'session', session: expect.objectContaining({ archived: false }) }),
  )
})

test('`/` redirects to an archived board only if there is no other', async () => {
  const first = await newBoard()
  const second = await createSession(first.userId)
  if (!second.ok) throw new Error(second.message)
  await markOpened(first.userId, second.sessionId, Date.now() + 1_000)
  await archiveSession(first.userId, second.sessionId)
  expect(await lastOpened(first.userId)).toBe(first.sessionId)
  await archiveSession(first.userId, first.sessionId)
  expect(await lastOpened(first.userId)).toBe(second.sessionId)
})

test('a deleted board that was archived is restored archived; users cannot archive others’ boards', async () => {
  const [mine, theirs] = [await newBoard(), await newBoard()]
  await archiveSession(mine.userId, mine.sessionId)
  await deleteSession(mine.userId, mine.sessionId)
  expect(await unarchiveSession(mine.userId, mine.sessionId)).toMatchObject({ code: 'not_found' })
  await restoreSession(mine.userId, mine.sessionId)
  expect(await archived(mine)).toBe(true)
  for (const act of [archiveSession, unarchiveSession]) {
    expect(await act(mine.userId, theirs.sessionId)).toMatchObject({ ok: false, code: 'not_found' })
  }
  expect(await archived(theirs)).toBe(false)
})
