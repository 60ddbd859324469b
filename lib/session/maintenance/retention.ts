/** Deletes old rows of tables that only grow. The only place that does. */
import { and, eq, gt, inArray, isNotNull, lt, lte, max, ne, notExists, or } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { STORED } from '#db/rows.ts'
import * as tables from '#db/schema.ts'
import { DAY_MS, RETENTION_DAYS } from '#lib/limits.ts'
import { deleteUnusedBoards } from './delete-unused.ts'

/** The most sessions or users per transaction, so that other requests don’t wait. */
const BATCH = 20

export async function applyRetention(now = Date.now()): Promise<void> {
  await deleteUnusedBoards(now)
  await write((tx) => clearFeed(tx, now - RETENTION_DAYS.feed * DAY_MS))
  await write(async (tx) => {
    await tx
      .delete(tables.receipts)
      .where(lt(tables.receipts.createdAt, now - RETENTION_DAYS.receipts * DAY_MS))
    // Decided approvals are also in their message; pending ones are kept.
    const { approvals } = tables
    const decided = ne(approvals.status, 'pending')
    const before = now - RETENTION_DAYS.receipts * DAY_MS
    await tx.delete(approvals).where(and(decided, lt(approvals.createdAt, before)))
    await tx.delete(tables.authSessions).where(lt(tables.authSessions.expiresAt, now))
    await tx.delete(tables.deviceLinks).where(lt(tables.deviceLinks.expiresAt, now))
    const { documents, memories } = tables
    const trashed = now - RETENTION_DAYS.trash * DAY_MS
    await tx.delete(memories).where(and(isNotNull(memories.deletedAt), lt(memories.deletedAt, trashed)))
    await tx.delete(documents).where(and(isNotNull(documents.deletedAt), lt(documents.deletedAt, trashed)))
    await tx.delete(tables.stateValues).where(lte(tables.stateValues.expiresAt, now))
  })
  await untilFew((tx) => clearSessions(tx, now - RETENTION_DAYS.deletedSessions * DAY_MS))
  await untilFew((tx) => clearGuests(tx, now - RETENTION_DAYS.idleGuests * DAY_MS))
}

/** Runs in batches, each its own transaction, so that other writes run in between. */
async function untilFew(clear: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await write(clear)) === BATCH);
}

/** A reader before the floor gets a new snapshot. */
async function clearFeed(tx: Tx, before: number): Promise<void> {
  const { FEED_FLOOR, feed, meta } = tables
  const [last] = await tx
    .select({ cursor: max(feed.cursor) })
    .from(feed)
    .where(lt(feed.createdAt, before))
  if (!last?.cursor) return
  await tx.delete(feed).where(lt(feed.createdAt, before))
  const value = String(last.cursor)
  await tx
    .insert(meta)
    .values({ key: FEED_FLOOR, value })
    .onConflictDoUpdate({ target: meta.key, set: { value } })
}

async function clearSessions(tx: Tx, before: number): Promise<number> {
  const { sessions } = tables
  const old = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isNotNull(sessions.deletedAt), lt(sessions.deletedAt, before)))
    .limit(BATCH)
  await removeSessions(
    tx,
    old.map((row) => row.id),
  )
  return old.length
}

/** Users who never wrote a message, changed a board or imported one, and didn’t return, not even by token. */
async function clearGuests(tx: Tx, before: number): Promise<number> {
  const {
    apiTokens,
    authSessions,
    boardTemplates,
    deviceLinks,
    documents,
    memories,
    messages,
    passages,
    revisions,
    sessions,
    users,
  } = tables
  const cameBack = tx
    .select({ one: authSessions.userId })
    .from(authSessions)
    .where(and(eq(authSessions.userId, users.id), gt(authSessions.lastUsedAt, before)))
  const worked = tx
    .select({ one: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, users.id), gt(sessions.revision, 1)))
  const imported = tx
    .select({ one: revisions.number })
    .from(revisions)
    .innerJoin(sessions, eq(sessions.id, revisions.sessionId))
    .where(and(eq(sessions.userId, users.id), eq(revisions.actor, 'import')))
  const wrote = tx
    .select({ one: messages.id })
    .from(messages)
    .innerJoin(sessions, eq(sessions.id, messages.sessionId))
    .where(eq(sessions.userId, users.id))
  const program = tx
    .select({ one: apiTokens.id })
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.userId, users.id),
        or(gt(apiTokens.lastUsedAt, before), gt(apiTokens.createdAt, before)),
      ),
    )
  const remembered = tx.select({ one: memories.id }).from(memories).where(eq(memories.userId, users.id))
  const library = tx.select({ one: documents.id }).from(documents).where(eq(documents.userId, users.id))
  const saved = tx
    .select({ one: boardTemplates.id })
    .from(boardTemplates)
    .where(eq(boardTemplates.userId, users.id))
  const unused = [cameBack, worked, wrote, imported, program, remembered, library, saved].map((each) =>
    notExists(each),
  )
  const idle = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(lt(users.createdAt, before), ...unused))
    .limit(BATCH)
  const ids = idle.map((row) => row.id)
  if (ids.length === 0) return 0
  const theirs = await tx.select({ id: sessions.id }).from(sessions).where(inArray(sessions.userId, ids))
  await removeSessions(
    tx,
    theirs.map((row) => row.id),
  )
  for (const table of [authSessions, apiTokens, deviceLinks, memories, documents, passages, boardTemplates]) {
    await tx.delete(table).where(inArray(table.userId, ids))
  }
  await tx.delete(users).where(inArray(users.id, ids))
  return ids.length
}

export async function removeSessions(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { approvals, changes, feed, messages, receipts, revisions, sessions, turns } = tables
  const rows = Object.values(STORED).map(({ table }) => table)
  for (const table of [...rows, approvals, changes, feed, messages, receipts, revisions, turns]) {
    await tx.delete(table).where(inArray(table.sessionId, ids))
  }
  await tx.delete(sessions).where(inArray(sessions.id, ids))
}
