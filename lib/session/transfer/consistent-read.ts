/** Reads one session as of one revision without blocking writers. */
import { and, asc, eq, isNotNull, lte } from 'drizzle-orm'
import { type AllRows, everyRow } from '#db/board-store.ts'
import type { Reader } from '#db/client.ts'
import { type LoggedChange, valueChangesOf } from '#db/log-store.ts'
import { revisions, turns } from '#db/schema.ts'
import { findSession, type SessionRow } from '#lib/identity/access.ts'

export type ConsistentSession = {
  session: SessionRow
  rows: AllRows
  /** Which revision undid which, by number, as of this revision. */
  undoneBy: ReadonlyMap<number, number>
  values: LoggedChange[]
  turns: (typeof turns.$inferSelect)[]
}

const TRIES = 8

/** `null` if this user has no such session. Reads again what changed while reading. */
export async function readConsistently(
  db: Reader,
  userId: string,
  sessionId: string,
): Promise<ConsistentSession | null> {
  for (let left = TRIES; ; left -= 1) {
    const session = await findSession(db, userId, sessionId)
    if (!session) return null
    const rows = await everyRow(db, sessionId)
    const undoneBy = await readUndone(db, sessionId, session.revision)
    const values = await valueChangesOf(db, sessionId, session.revision)
    const held = await db
      .select()
      .from(turns)
      .where(eq(turns.sessionId, sessionId))
      .orderBy(asc(turns.startedAt), asc(turns.id))
    const after = await findSession(db, userId, sessionId)
    const isSteady = after?.revision === session.revision && after.nextPosition === session.nextPosition
    if (isSteady) return { session: after, rows, undoneBy, values, turns: held }
    if (left === 1) throw new Error('The session changed faster than it could be read.')
  }
}

async function readUndone(db: Reader, sessionId: string, upTo: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ number: revisions.number, undoneBy: revisions.undoneBy })
    .from(revisions)
    .where(
      and(eq(revisions.sessionId, sessionId), isNotNull(revisions.undoneBy), lte(revisions.number, upTo)),
    )
  return new Map(rows.map((row) => [row.number, row.undoneBy as number]))
}
