/** Retention of each table, with a fake clock. */
import { getTableName } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { database, rawClient, write } from '#db/client.ts'
import * as schema from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { findVisit, makeUser } from '#lib/identity/auth.ts'
import { makeDeviceLink } from '#lib/identity/device-links.ts'
import { makeToken } from '#lib/identity/tokens.ts'
import { RETENTION_DAYS } from '#lib/limits.ts'
import { createFirstSession, createSession } from '../boards/create-board.ts'
import { deleteSession } from '../boards/lifecycle.ts'
import { execute } from '../commands/execute.ts'
import { addTask, type Board, by, newBoard } from '../commands/execute-cases.ts'
import { newestCursor, readFeed } from '../feed/feed.ts'
import { applyRetention } from './retention.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const DAY = 86_400_000
const START = Date.UTC(2027, 0, 1)
const { feed, receipts, authSessions, deviceLinks, apiTokens, sessions, users, stateValues } = schema

/** Time only moves when a test moves it. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})
const later = (days: number) => vi.setSystemTime(START + days * DAY)

async function count(table: SQLiteTable): Promise<number> {
  return (await database().select().from(table)).length
}

async function add(board: Board, title: string, key?: string): Promise<void> {
  const done = await execute(by(board, { key }), addTask(title))
  if (!done.ok) throw new Error(done.message)
}

test('each table has a retention rule, or is kept on purpose', () => {
  const CLEARED = [
    'feed',
    'receipts',
    'approvals',
    'auth_sessions',
    'device_links',
    'state_values',
    'memories',
    'sessions',
    'users',
  ]
  /** They are deleted with their board or their user. */
  const WITH = [
    ...['tasks', 'categories', 'lists', 'list_items', 'checkpoints'],
    ...['revisions', 'changes', 'messages', 'message_texts', 'turns'],
    ...['api_tokens', 'documents', 'passages', 'board_templates'],
  ]
  const SMALL = ['meta']
  const all = Object.values(schema).flatMap((table) =>
    table instanceof SQLiteTable ? [getTableName(table)] : [],
  )
  expect(all.sort()).toEqual([...CLEARED, ...WITH, ...SMALL].sort())
})

test('after a quiet week the feed is empty, and readers continue from their cursor', async () => {
  const board = await newBoard()
  await add(board, 'before the week')
  const stood = await newestCursor(database(), board.userId)
  later(RETENTION_DAYS.feed + 1)
  await applyRetention(Date.now())
  expect(await count(feed)).toBe(0)
  // A new page and one that was up to date continue; one that missed something takes a new snapshot.
  expect(await newestCursor(database(), board.userId)).toBe(stood)
  expect(await readFeed(board.userId, stood)).toEqual({ envelopes: [], cursor: stood, more: false })
  expect((await readFeed(board.userId, stood - 1)).envelopes).toMatchObject([{ event: { kind: 'reset' } }])
  await add(board, 'after the week')
  const { envelopes } = await readFeed(board.userId, stood)
  expect(envelopes.map(({ event }) => event.kind)).toContain('revision')
  expect(envelopes[0]?.cursor).toBeGreaterThan(stood)
})

test('feed rows older than a week are deleted', async () => {
  const board = await newBoard()
  await add(board, 'old')
  const old = await newestCursor(database(), board.userId)
  later(3)
  await add(board, 'young')
  later(RETENTION_DAYS.feed + 1)
  await applyRetention(Date.now())
  const kinds = (await readFeed(board.userId, old)).envelopes.map(({ event }) => event.kind)
  expect(kinds).toContain('revision')
  expect(kinds).not.toContain('reset')
})

test('idempotency records are kept for 30 days', async () => {
  const board = await newBoard()
  const before = await count(receipts)
  await add(board, 'once', 'a key')
  later(RETENTION_DAYS.receipts - 1)
  await applyRetention(Date.now())
  expect(await count(receipts)).toBe(before + 1)
  later(RETENTION_DAYS.receipts + 1)
  await applyRetention(Date.now())
  expect(await count(receipts)).toBe(0)
})

test('decided approvals are deleted after 30 days; pending ones stay', async () => {
  const { approvals } = schema
  const row = { sessionId: 's', turnId: 't', run: 1, step: 1, tool: 'clear_tasks', createdAt: START }
  const question = { ...row, input: {}, shown: {}, changes: [], rows: [] }
  await write(async (tx) => {
    await tx.insert(approvals).values([
      { ...question, id: 'waits', callId: 'a', status: 'pending' },
      { ...question, id: 'decided', callId: 'b', status: 'denied' },
    ])
  })
  const left = async () => (await database().select().from(approvals)).map(({ id }) => id).sort()
  later(RETENTION_DAYS.receipts - 1)
  await applyRetention(Date.now())
  expect(await left()).toEqual(['decided', 'waits'])
  later(RETENTION_DAYS.receipts + 1)
  await applyRetention(Date.now())
  expect(await left()).toEqual(['waits'])
})

test('expired cookies, links and values are deleted; others stay', async () => {
  const board = await newBoard()
  const set = (key: string, ttl_seconds?: number) =>
    execute(by(board), {
      name: 'set_value',
      input: { key, value: 1, ...(ttl_seconds ? { ttl_seconds } : {}) },
    })
  expect(await set('short', 60)).toMatchObject({ ok: true })
  expect(await set('long')).toMatchObject({ ok: true })
  await makeDeviceLink(board.userId)
  const kept = async () => ({
    values: (await database().select().from(stateValues))
      .map(({ id }) => id)
      .filter((id) => /short|long/.test(id))
      .sort(),
    links: await count(deviceLinks),
  })
  expect(await kept()).toEqual({ values: ['long', 'short'], links: 1 })
  await applyRetention(Date.now())
  expect(await kept()).toEqual({ values: ['long', 'short'], links: 1 })
  later(1)
  await applyRetention(Date.now())
  expect(await kept()).toEqual({ values: ['long'], links: 0 })
  later(401)
  await applyRetention(Date.now())
  expect(await count(authSessions)).toBe(0)
})

test('a deleted memory can be restored for 30 days; others stay', async () => {
  const { memories } = schema
  const row = { userId: 'somebody', source: 'user' as const, createdAt: START, updatedAt: START }
  await write(async (tx) => {
    await tx.insert(memories).values([
      { ...row, id: 'known', text: 'drinks tea' },
      { ...row, id: 'forgotten', text: 'drank coffee', deletedAt: START },
    ])
  })
  const left = async () => (await database().select().from(memories)).map(({ id }) => id).sort()
  later(RETENTION_DAYS.trash - 1)
  await applyRetention(Date.now())
  expect(await left()).toEqual(['forgotten', 'known'])
  later(RETENTION_DAYS.trash + 1)
  await applyRetention(Date.now())
  expect(await left()).toEqual(['known'])
})

test('a deleted board can be restored for 30 days, then it is removed with everything in it', async () => {
  const board = await newBoard()
  await add(board, 'in the deleted one')
  const said = {
    id: 'said',
    sessionId: board.sessionId,
    position: 1,
    version: 1,
    role: 'user' as const,
    createdAt: START,
  }
  await write(async (tx) => {
    await tx.insert(schema.messages).values({ ...said, parts: [{ type: 'text', text: 'about penguins' }] })
  })
  const other = await createSession(board.userId)
  if (!other.ok) throw new Error(other.message)
  // A user without any work would be deleted as an idle guest.
  await add({ ...board, sessionId: other.sessionId }, 'in the other one')
  expect(await deleteSession(board.userId, board.sessionId)).toMatchObject({ ok: true })
  const rows = async () => {
    const names = ['tasks', 'categories', 'revisions', 'changes', 'feed', 'messages', 'message_texts']
    const counted = names.map(
      (name) => `(select count(*) from ${name} where session_id = '${board.sessionId}')`,
    )
    return Number((await rawClient().execute(`select ${counted.join(' + ')}`)).rows[0]?.[0])
  }
  later(RETENTION_DAYS.deletedSessions - 1)
  await applyRetention(Date.now())
  expect(await rows()).toBeGreaterThan(5)
  later(RETENTION_DAYS.deletedSessions + 1)
  await applyRetention(Date.now())
  expect(await rows()).toBe(0)
  const found = await rawClient().execute(
    "select rowid from message_search where message_search match 'penguins'",
  )
  expect(found.rows).toEqual([])
  const left = (await database().select().from(sessions)).map(({ id }) => id)
  expect(left).toContain(other.sessionId)
  expect(left).not.toContain(board.sessionId)
})

test('an idle guest is deleted, with the board that was created for them', async () => {
  const guest = await createFirstSession()
  const { user } = (await findVisit(guest.token)) ?? {}
  const worker = await newBoard()
  await add(worker, 'work')
  const withProgram = await write((tx) => makeUser(tx, START))
  await makeToken(withProgram.userId, 'a program')
  await makeToken(user?.id ?? '', 'a program that never ran')
  const there = async () => (await database().select().from(users)).map(({ id }) => id)
  later(RETENTION_DAYS.idleGuests - 1)
  await applyRetention(Date.now())
  expect(await there()).toContain(user?.id)
  await makeToken(withProgram.userId, 'another program')
  later(RETENTION_DAYS.idleGuests + 1)
  await applyRetention(Date.now())
  expect(await there()).not.toContain(user?.id)
  expect(await there()).toEqual(expect.arrayContaining([worker.userId, withProgram.userId]))
  // No table keeps rows of a deleted user.
  for (const table of [sessions, apiTokens, authSessions, deviceLinks, feed]) {
    const owners = (await database().select().from(table)).map((row) => (row as { userId: string }).userId)
    expect(owners, getTableName(table)).not.toContain(user?.id)
  }
})

test('more than one batch is cleared at once', async () => {
  const made = await Promise.all(Array.from({ length: 45 }, () => write((tx) => makeUser(tx, START))))
  later(RETENTION_DAYS.idleGuests + 1)
  await applyRetention(Date.now())
  const left = new Set((await database().select().from(users)).map(({ id }) => id))
  expect(made.filter(({ userId }) => left.has(userId))).toEqual([])
})
