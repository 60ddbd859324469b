/** Deletes boards that were unused for long, if their user turned that on. Off by default. */

import { and, asc, eq, inArray, isNull, lt, max, notExists, sql } from 'drizzle-orm'
import { type Reader, read, type Tx, write } from '#db/client.ts'
import { messages, sessions, turns, users } from '#db/schema.ts'
import { canAccess } from '#lib/identity/access.ts'
import { readSettings } from '#lib/identity/settings.ts'
import { DAY_MS } from '#lib/limits.ts'
import { appendToFeed } from '../feed/feed.ts'
import { notify } from '../feed/notify.ts'

export type UnusedBoard = { id: string; name: string /** Epoch milliseconds. */; lastUsedAt: number }

/** The boards that would be deleted, longest unused first. */
export async function previewCleanUp(
  userId: string,
  days: number,
  now = Date.now(),
): Promise<{ ok: true; boards: UnusedBoard[] }> {
  return { ok: true, boards: await read((db) => unusedBoards(db, userId, days, now)) }
}

/** Neither changed nor opened for this long. Archived boards are kept. */
async function unusedBoards(db: Reader, userId: string, days: number, now: number): Promise<UnusedBoard[]> {
  const since = now - days * DAY_MS
  const [newest] = await db
    .select({ openedAt: max(sessions.openedAt) })
    .from(sessions)
    .where(canAccess(userId))
  const isAtWork = db
    .select({ one: turns.id })
    .from(turns)
    .where(and(eq(turns.sessionId, sessions.id), inArray(turns.status, ['running', 'waiting'])))
  const hasWaiting = db
    .select({ one: messages.id })
    .from(messages)
    .where(and(eq(messages.sessionId, sessions.id), isNull(messages.turnId)))
  return db
    .select({
      id: sessions.id,
      name: sessions.name,
      lastUsedAt: sql<number>`max(${sessions.updatedAt}, ${sessions.openedAt})`,
    })
    .from(sessions)
    .where(
      and(
        canAccess(userId),
        isNull(sessions.archivedAt),
        lt(sessions.updatedAt, since),
        lt(sessions.openedAt, since),
        // The most recent board is what `/` opens.
        lt(sessions.openedAt, newest?.openedAt ?? 0),
        notExists(isAtWork),
        notExists(hasWaiting),
      ),
    )
    .orderBy(asc(sql`max(${sessions.updatedAt}, ${sessions.openedAt})`), asc(sessions.id))
}

/** For every user who set it: what the preview names is deleted, and can be restored as long as deleted boards are kept. */
export async function deleteUnusedBoards(now = Date.now()): Promise<void> {
  const wanted = sql`case when json_valid(${users.settings})
    then json_extract(${users.settings}, '$.cleanUpAfterDays') end is not null`
  const found = await read((db) =>
    db.select({ id: users.id, settings: users.settings }).from(users).where(wanted),
  )
  for (const { id, settings } of found) {
    const days = readSettings(settings).cleanUpAfterDays
    if (days === null) continue
    const gone = await write((tx) => deleteUnused(tx, id, days, now))
    if (gone > 0) notify(id)
  }
}

/** Found and deleted in one transaction, so that a board that is opened at the same time stays. */
async function deleteUnused(tx: Tx, userId: string, days: number, now: number): Promise<number> {
  const unused = await unusedBoards(tx, userId, days, now)
  for (const { id } of unused) {
    await tx.update(sessions).set({ deletedAt: now }).where(canAccess(userId, id))
    await appendToFeed(tx, { userId, sessionId: id, now }, { kind: 'session', ref: id })
  }
  return unused.length
}
