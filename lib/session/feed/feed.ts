/** The feed: changes in commit order. A row points at what is new; its content is read on delivery. */
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Reader, read, type Tx } from '#db/client.ts'
import { changesOf, latestRedoable, latestUndoable, revisionRow } from '#db/revision-store.ts'
import { FEED_FLOOR, feed, messages, sessions, turns } from '#db/schema.ts'
import { changeBytes, octets } from '#db/sizes.ts'
import type { Envelope, FeedEvent } from '#lib/board/wire/events.ts'
import { LIMITS } from '#lib/limits.ts'
import { toSummary } from './to-summary.ts'
import { messageFromRow, turnFromRow } from './to-wire.ts'

type FeedRow = typeof feed.$inferSelect
export type FeedKind = FeedRow['kind']
export type UndoState = { canUndo: boolean; canRedo: boolean }
export type FeedPage = { envelopes: Envelope[]; cursor: number; more: boolean }

/** `isNew`: created in this transaction, so there is no older pointer. */
type Pointer = { kind: FeedKind; ref: string; isNew?: boolean }

/** Call it in the transaction of the change. An older pointer to the same thing is removed. */
export async function appendToFeed(
  tx: Tx,
  where: { userId: string; sessionId: string; now: number },
  ...pointers: (Pointer | null)[]
): Promise<void> {
  const rows = pointers.filter((pointer) => pointer !== null)
  const older = rows.filter((row) => !row.isNew && row.kind !== 'revision')
  const { userId, sessionId, now: createdAt } = where
  if (older.length > 0) {
    const refs = older.map((row) => row.ref)
    const kinds = older.map((row) => row.kind)
    const same = and(inArray(feed.ref, refs), inArray(feed.kind, kinds), eq(feed.sessionId, sessionId))
    await tx.delete(feed).where(same)
  }
  await tx.insert(feed).values(rows.map(({ kind, ref }) => ({ userId, sessionId, kind, ref, createdAt })))
}

/** The cursor for a snapshot of this user: the newest one, or the floor if retention deleted all rows. */
export async function newestCursor(db: Reader, userId: string): Promise<number> {
  const [range] = await db
    .select({
      newest: sql<number | null>`(select max(cursor) from feed where user_id = ${userId})`,
      floor: sql<string | null>`(select value from meta where key = ${FEED_FLOOR})`,
    })
    .from(sql`(select 1)`)
  return Math.max(range?.newest ?? 0, Number(range?.floor ?? 0))
}

/**
 * What came after `after`, up to a number of bytes. A cursor that the kept rows cannot continue gives `reset`, and so does
 * a single thing that is larger than a page: the reader takes a new snapshot instead.
 */
export async function readFeed(userId: string, after: number, limit = 200): Promise<FeedPage> {
  return read(async (db) => {
    if (await isCursorExpired(db, after)) {
      const cursor = await newestCursor(db, userId)
      return { envelopes: [{ cursor, after, event: { kind: 'reset' } }], cursor, more: false }
    }
    const rows = await db
      .select()
      .from(feed)
      .where(and(eq(feed.userId, userId), gt(feed.cursor, after)))
      .orderBy(asc(feed.cursor))
      .limit(limit)
    const reaches = new Map<string, UndoState>()
    const envelopes: Envelope[] = []
    let [previous, cursor, room] = [after, after, LIMITS.pageBytes]
    for (const row of rows) {
      const bytes = await bytesOf(db, row)
      const isTooLarge = bytes > LIMITS.pageBytes
      if (bytes > room && !isTooLarge) return { envelopes, cursor, more: true }
      const event = isTooLarge ? ({ kind: 'reset' } as const) : await deliver(db, userId, row, reaches)
      if (!isTooLarge) room -= bytes
      cursor = row.cursor
      if (event) envelopes.push({ cursor, after: previous, event })
      if (event) previous = cursor
    }
    return { envelopes, cursor, more: rows.length === limit }
  })
}

/** The size of what a row points at, from stored lengths, without reading it. Other kinds are small. */
async function bytesOf(db: Reader, { kind, sessionId, ref }: FeedRow): Promise<number> {
  if (kind === 'revision') return (await changeBytes(db, sessionId, [Number(ref)])).get(Number(ref)) ?? 0
  if (kind !== 'message') return 0
  const [found] = await db
    .select({ bytes: octets(messages.parts) })
    .from(messages)
    .where(eq(messages.id, ref))
  return found?.bytes ?? 0
}

async function isCursorExpired(db: Reader, after: number): Promise<boolean> {
  const [range] = await db
    .select({
      newest: sql<number | null>`(select max(cursor) from feed)`,
      floor: sql<string | null>`(select value from meta where key = ${FEED_FLOOR})`,
    })
    .from(sql`(select 1)`)
  const floor = Number(range?.floor ?? 0)
  return after < floor || after > Math.max(range?.newest ?? 0, floor)
}

async function deliver(
  db: Reader,
  userId: string,
  row: FeedRow,
  reaches: Map<string, UndoState>,
): Promise<FeedEvent | null> {
  const { sessionId, ref } = row
  switch (row.kind) {
    case 'revision': {
      const found = await revisionRow(db, sessionId, Number(ref))
      if (!found) return null
      const changes = (await changesOf(db, sessionId, [found.number])).get(found.number) ?? []
      const reach = reaches.get(sessionId) ?? (await findReach(db, userId, sessionId))
      reaches.set(sessionId, reach)
      return { kind: 'revision', sessionId, revision: { ...found, changes }, ...reach }
    }
    case 'message': {
      const [found] = await db.select().from(messages).where(eq(messages.id, ref))
      return found ? { kind: 'message', sessionId, message: messageFromRow(found) } : null
    }
    case 'message-removed':
      return { kind: 'message-removed', sessionId, messageId: ref }
    case 'messages-cleared':
      return { kind: 'messages-cleared', sessionId }
    case 'turn': {
      const [found] = await db.select().from(turns).where(eq(turns.id, ref))
      return found ? { kind: 'turn', sessionId, turn: turnFromRow(found) } : null
    }
    case 'session': {
      const [found] = await db.select().from(sessions).where(eq(sessions.id, sessionId))
      const live = found && found.deletedAt === null ? await toSummary(db, found) : null
      return { kind: 'session', sessionId, session: live }
    }
    default:
      return row.kind satisfies never
  }
}

/** Whether the user has something to undo or redo. */
export async function findReach(db: Reader, userId: string, sessionId: string): Promise<UndoState> {
  const viewer = { userId, sessionId, turnId: null }
  return {
    canUndo: (await latestUndoable(db, viewer, 'own')).length > 0,
    canRedo: (await latestRedoable(db, viewer, 'own')).length > 0,
  }
}
