/** Lists, finds and clears boards. See also create-board.ts and lifecycle.ts. */
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type Reader, read, write } from '#db/client.ts'
import { approvals, messages, sessions, turns } from '#db/schema.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import type { SessionSummary } from '#lib/board/wire/events.ts'
import { canAccess, findSession } from '#lib/identity/access.ts'
import { ownId } from '#lib/identity/own-id.ts'
import { BOARD_NOT_FOUND } from '../commands/update-session.ts'
import { appendToFeed } from '../feed/feed.ts'
import { notify } from '../feed/notify.ts'
import { toSummaries, toSummary } from '../feed/to-summary.ts'

type Ended = { ok: true; stopped: string[] } | Refusal

/** Finds a board by its id, or by the id its caller chose when creating it. */
export async function boardNamed(userId: string, named: string): Promise<string> {
  return (await read((db) => findChosen(db, userId, named))) ?? named
}

/** The stored id of a user's board, by that id or by the id its caller chose. */
export async function findChosen(db: Reader, userId: string, named: string): Promise<string | null> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(canAccess(userId), inArray(sessions.id, [named, ownId(userId, named)])))
    .limit(1)
  return row?.id ?? null
}

export async function listSessions(db: Reader, userId: string): Promise<SessionSummary[]> {
  const rows = await db.select().from(sessions).where(canAccess(userId)).orderBy(desc(sessions.updatedAt))
  return toSummaries(db, rows)
}

/** One board as the list shows it; `null` if this user has no such board. */
export async function readSummary(userId: string, sessionId: string): Promise<SessionSummary | null> {
  return read(async (db) => {
    const session = await findSession(db, userId, sessionId)
    return session && toSummary(db, session)
  })
}

/** The boards of a user, and the one opened last. */
export async function readBoards(userId: string) {
  const boards = await read((db) => listSessions(db, userId))
  return { boards, lastOpened: await lastOpened(userId) }
}

/** Where `/` redirects to: the board opened last, an archived one only if there is no other. */
export async function lastOpened(userId: string): Promise<string | null> {
  return read(async (db) => {
    const [row] = await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(canAccess(userId))
      .orderBy(asc(isNotNull(sessions.archivedAt)), desc(sessions.openedAt), desc(sessions.createdAt))
      .limit(1)
    return row?.id ?? null
  })
}

export async function markOpened(userId: string, sessionId: string, now = Date.now()): Promise<void> {
  await write(async (tx) => {
    await tx
      .update(sessions)
      .set({ openedAt: now, visits: sql`${sessions.visits} + 1` })
      .where(canAccess(userId, sessionId))
  })
}

/** Deletes the messages and their turns; the board and its revisions stay. */
export async function clearChat(userId: string, sessionId: string, now = Date.now()): Promise<Ended> {
  const done = await write<Ended>(async (tx) => {
    if (!(await findSession(tx, userId, sessionId))) return BOARD_NOT_FOUND
    const rows = await tx.delete(turns).where(eq(turns.sessionId, sessionId)).returning({ id: turns.id })
    await tx.delete(approvals).where(eq(approvals.sessionId, sessionId))
    await tx.delete(messages).where(eq(messages.sessionId, sessionId))
    await tx.update(sessions).set({ summary: '', summaryTo: 0 }).where(eq(sessions.id, sessionId))
    await appendToFeed(
      tx,
      { userId, sessionId, now },
      { kind: 'messages-cleared', ref: `${sessionId}:messages` },
      { kind: 'session', ref: sessionId },
    )
    return { ok: true, stopped: rows.map((row) => row.id) }
  })
  notify(userId)
  return done
}
