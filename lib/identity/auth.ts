/** Who is calling: a random token in a cookie, stored hashed. Nothing else names a user. */
import { and, eq, gt } from 'drizzle-orm'
import { read, type Tx, write } from '#db/client.ts'
import { authSessions, users } from '#db/schema.ts'
import { newId } from '#lib/board/new-id.ts'
import { hashOf, isSecret, newSecret } from './secret.ts'
import { readSettings, type Settings } from './settings.ts'

export const COOKIE = 'taskboard'
const DAY_MS = 86_400_000
export const COOKIE_DAYS = 400
/** A cookie is renewed at most once a day, so that ordinary reads stay reads. */
const RENEW_AFTER_MS = DAY_MS

export type User = { id: string; timeZone: string; displayName: string | null; settings: Settings }
export type Visit = { user: User; renew: boolean }

export function toUser({ id, timeZone, displayName, settings }: typeof users.$inferSelect): User {
  return { id, timeZone, displayName, settings: readSettings(settings) }
}

/** An unknown, malformed or expired token is no token. */
export async function findVisit(token: string | undefined, now = Date.now()): Promise<Visit | null> {
  if (!isSecret(token)) return null
  return read(async (db) => {
    const [row] = await db
      .select({ user: users, lastUsedAt: authSessions.lastUsedAt })
      .from(authSessions)
      .innerJoin(users, eq(users.id, authSessions.userId))
      .where(and(eq(authSessions.tokenHash, hashOf(token)), gt(authSessions.expiresAt, now)))
    if (!row) return null
    return { user: toUser(row.user), renew: now - row.lastUsedAt > RENEW_AFTER_MS }
  })
}

/** A new user with the token of the first cookie; the token is nowhere stored and cannot be had again. */
export async function makeUser(tx: Tx, now: number): Promise<{ userId: string; token: string }> {
  const userId = newId()
  const token = newSecret()
  await tx.insert(users).values({ id: userId, createdAt: now, lastSeenAt: now })
  await tx.insert(authSessions).values({
    tokenHash: hashOf(token),
    userId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + COOKIE_DAYS * DAY_MS,
  })
  return { userId, token }
}

export async function renewVisit(token: string, now = Date.now()): Promise<void> {
  const fields = { lastUsedAt: now, expiresAt: now + COOKIE_DAYS * DAY_MS }
  await write(async (tx) => {
    await tx
      .update(authSessions)
      .set(fields)
      .where(eq(authSessions.tokenHash, hashOf(token)))
  })
}

/** The zone a browser reports, so that "tomorrow" is the user's; an unknown zone is not taken. */
export async function keepTimeZone(userId: string, timeZone: string): Promise<void> {
  if (!isTimeZone(timeZone)) return
  await write(async (tx) => {
    await tx.update(users).set({ timeZone }).where(eq(users.id, userId))
  })
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone.length <= 64
  } catch {
    return false
  }
}
