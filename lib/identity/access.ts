/** Which sessions a user can open: one SQL fragment, part of every query that names a session. */
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Reader } from '#db/client.ts'
import { sessions } from '#db/schema.ts'

/** True for sessions this user may open; "not yours", "deleted" and "not found" look the same. */
export function canAccess(userId: string, sessionId?: string): SQL {
  const owned = and(eq(sessions.userId, userId), isNull(sessions.deletedAt))
  return and(owned, sessionId === undefined ? undefined : eq(sessions.id, sessionId)) as SQL
}

export type SessionRow = typeof sessions.$inferSelect

export async function findSession(db: Reader, userId: string, sessionId: string): Promise<SessionRow | null> {
  const [row] = await db.select().from(sessions).where(canAccess(userId, sessionId)).limit(1)
  return row ?? null
}

export async function isOpenTo(db: Reader, userId: string, sessionId: string): Promise<boolean> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(canAccess(userId, sessionId))
    .limit(1)
  return rows.length > 0
}
