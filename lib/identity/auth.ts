/** Identifies the caller by a random token in a cookie, stored hashed. Nothing else identifies a user. */

import { and, eq, gt } from 'drizzle-orm'
import { read, type Tx, write } from '#db/client.ts'
import { authSessions, users } from '#db/schema.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { DAY_MS } from '#lib/limits.ts'
import { hashOf, isSecret, newSecret } from './random-token.ts'
import { readSettings, type Settings } from './settings.ts'

export const COOKIE = 'taskboard'
export const COOKIE_DAYS = 400
/** A cookie's expiry and last use are updated at most once an hour, so that most requests don’t write. */
const RENEW_AFTER_MS = 3_600_000

export type User = { id: string; timeZone: string; displayName: string | null; settings: Settings }
export type Visit = { user: User; renew: boolean }

export function toUser({ id, timeZone, displayName, settings }: typeof users.$inferSelect): User {
  return { id, timeZone, displayName, settings: readSettings(settings) }
}

/** Unknown, malformed and expired tokens count as none. */
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

/** What a browser reports about itself on its first visit. */
export type Browser = { device?: string; locale?: string }

/** Creates a user and the token of their first cookie. The token isn’t stored and can’t be read again. */
export async function makeUser(
  tx: Tx,
  now: number,
  { device = '', locale }: Browser = {},
): Promise<{ userId: string; token: string }> {
  const userId = newId()
  const settings = locale ? { locale } : {}
  await tx.insert(users).values({ id: userId, settings, createdAt: now, lastSeenAt: now })
  return { userId, token: await insertVisit(tx, userId, device, now) }
}

/** Signs a browser in and returns the token of its cookie. */
export async function insertVisit(tx: Tx, userId: string, device: string, now: number): Promise<string> {
  const token = newSecret()
  await tx.insert(authSessions).values({
    tokenHash: hashOf(token),
    userId,
    device,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + COOKIE_DAYS * DAY_MS,
  })
  return token
}

/** `device` fills in what older cookies lack. */
export async function renewVisit(token: string, device?: string, now = Date.now()): Promise<void> {
  const fields = { lastUsedAt: now, expiresAt: now + COOKIE_DAYS * DAY_MS, ...(device ? { device } : {}) }
  await write(async (tx) => {
    await tx
      .update(authSessions)
      .set(fields)
      .where(eq(authSessions.tokenHash, hashOf(token)))
  })
}
