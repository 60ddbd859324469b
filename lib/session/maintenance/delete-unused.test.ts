import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { sessions, users } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { RETENTION_DAYS } from '#lib/limits.ts'
import { stopTurn } from '#lib/turns/stop.ts'
import { receiveMessage } from '#lib/turns/turns.ts'
import { createSession } from '../boards/create-board.ts'
import { archiveSession, restoreSession } from '../boards/lifecycle.ts'
import { listSessions } from '../boards/sessions.ts'
import { execute } from '../commands/execute.ts'
import { addTask, type Board, by, newBoard, rowsOf, runningTurn } from '../commands/execute-cases.ts'
import { readFeed } from '../feed/feed.ts'
import { deleteUnusedBoards, previewCleanUp } from './delete-unused.ts'
import { applyRetention } from './retention.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const DAY = 86_400_000
const NOW = Date.now()
const daysAgo = (days: number) => NOW - days * DAY

async function another(of: Board): Promise<Board> {
  const made = await createSession(of.userId)
  if (!made.ok) throw new Error(made.message)
  return { userId: of.userId, sessionId: made.sessionId }
}

async function used(board: Board, { updated, opened }: { updated: number; opened: number }) {
  const fields = { updatedAt: daysAgo(updated), openedAt: daysAgo(opened), name: `${updated}/${opened}` }
  await database().update(sessions).set(fields).where(eq(sessions.id, board.sessionId))
}

const names = async (board: Board, days = 30) =>
  (await previewCleanUp(board.userId, days, NOW)).boards.map((unused) => unused.name)

async function setDays(board: Board, settings: unknown): Promise<void> {
  await database().update(users).set({ settings }).where(eq(users.id, board.userId))
}

const left = async (board: Board) => (await listSessions(database(), board.userId)).map(({ id }) => id)

test('the preview lists boards that were neither changed nor opened, longest unused first', async () => {
  const recent = await newBoard()
  await used(recent, { updated: 50, opened: 0 })
  await used(await another(recent), { updated: 31, opened: 90 })
  await used(await another(recent), { updated: 40, opened: 35 })
  await used(await another(recent), { updated: 29, opened: 90 })
  await used(await another(recent), { updated: 90, opened: 29 })
  expect(await names(recent)).toEqual(['40/35', '31/90'])
  const [first] = (await previewCleanUp(recent.userId, 30, NOW)).boards
  expect(first?.lastUsedAt).toBe(daysAgo(35))
})

test('a board unused for exactly N days is kept', async () => {
  const recent = await newBoard()
  await used(recent, { updated: 0, opened: 0 })
  await used(await another(recent), { updated: 30, opened: 30 })
  expect(await names(recent, 30)).toEqual([])
  expect(await names(recent, 29)).toEqual(['30/30'])
})

test('keeps the most recent board, archived ones, ones with a running turn, and boards of others', async () => {
  const last = await newBoard()
  await used(last, { updated: 400, opened: 300 })
  const archived = await another(last)
  await archiveSession(archived.userId, archived.sessionId)
  const busy = await another(last)
  const { turn } = await runningTurn(busy)
  const theirs = await newBoard()
  for (const board of [archived, busy, theirs]) await used(board, { updated: 400, opened: 350 })
  expect(await names(last)).toEqual([])
  // Stopped, but another message is queued.
  await receiveMessage(busy.userId, busy.sessionId, { id: newId(), text: 'and then' }, 'test')
  await stopTurn(busy.userId, busy.sessionId, turn.id)
  await used(busy, { updated: 400, opened: 350 })
  expect(await names(last)).toEqual([])
})

test('nothing is deleted unless the user turned it on; an unreadable setting is off', async () => {
  for (const settings of [{}, { cleanUpAfterDays: null }, { cleanUpAfterDays: 'soon' }, 'banana']) {
    const board = await newBoard()
    await used(board, { updated: 0, opened: 0 })
    const old = await another(board)
    await used(old, { updated: 400, opened: 400 })
    await setDays(board, settings)
    await deleteUnusedBoards(NOW)
    expect(await left(board)).toContain(old.sessionId)
  }
})

test('retention deletes what the preview listed, updates the screens, and boards can be restored', async () => {
  const board = await newBoard()
  await used(board, { updated: 0, opened: 0 })
  const old = await another(board)
  await execute(by(old), addTask('kept for thirty days'))
  await used(old, { updated: 400, opened: 400 })
  await setDays(board, { cleanUpAfterDays: 100 })
  const { cursor } = await readFeed(board.userId, 0)
  expect(await names(board, 100)).toEqual(['400/400'])
  await applyRetention(NOW)
  expect(await left(board)).toEqual([board.sessionId])
  expect((await readFeed(board.userId, cursor)).envelopes.map(({ event }) => event)).toEqual([
    { kind: 'session', sessionId: old.sessionId, session: null },
  ])
  await applyRetention(NOW + (RETENTION_DAYS.deletedSessions - 1) * DAY)
  expect(await restoreSession(board.userId, old.sessionId, NOW + DAY)).toEqual({ ok: true })
  expect((await rowsOf(old)).map((row) => row.title)).toEqual(['kept for thirty days'])
})
