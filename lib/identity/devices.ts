/** The browsers a user is signed in with. Listed by an id that isn’t a secret, and signed out one by one. */
import { and, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { userAgent } from 'next/server'
import { type Reader, read, type Tx, write } from '#db/client.ts'
import { authSessions, deviceLinks } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { cleanLine } from '#lib/board/text/text.ts'
import type { Device } from '#lib/board/wire/settings.ts'
import { hashOf } from './random-token.ts'

const MOST_CHARS = 60
const BROWSERS: Record<string, string> = { 'Mobile Safari': 'Safari', 'Mobile Chrome': 'Chrome' }
const SYSTEMS: Record<string, string> = { 'Mac OS': 'macOS', 'Chromium OS': 'ChromeOS' }

/** `Firefox on Windows`, from the user agent; empty if unknown. */
export function deviceOf(headers: Headers): string {
  const { browser, os } = userAgent({ headers })
  const name = browser.name && (BROWSERS[browser.name] ?? browser.name.replace(/^Mobile /, ''))
  const system = os.name && (SYSTEMS[os.name] ?? os.name)
  const words = name && system ? `${name} on ${system}` : (name ?? system ?? '')
  return cleanLine(words).slice(0, MOST_CHARS)
}

const idOf = (tokenHash: string) => hashOf(`device ${tokenHash}`).slice(0, 32)

/** This browser first, then by last use. `token` is this browser's own cookie. */
export async function listDevices(
  userId: string,
  token: string | undefined,
  now = Date.now(),
): Promise<Device[]> {
  const rows = await read((db) => live(db, userId, now))
  const mine = token ? hashOf(token) : null
  return rows
    .map(({ tokenHash, device, createdAt, lastUsedAt }) => ({
      id: idOf(tokenHash),
      words: device,
      createdAt,
      lastUsedAt,
      isThis: tokenHash === mine,
    }))
    .sort((a, b) => Number(b.isThis) - Number(a.isThis))
}

function live(db: Reader, userId: string, now: number) {
  return db
    .select()
    .from(authSessions)
    .where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, now)))
    .orderBy(desc(authSessions.lastUsedAt), desc(authSessions.createdAt))
}

/** The last device of an account can’t be signed out: its boards would be lost. */
export async function signOutDevice(
  userId: string,
  id: string,
  now = Date.now(),
): Promise<{ ok: true } | Refusal> {
  return write<{ ok: true } | Refusal>(async (tx) => {
    const rows = await live(tx, userId, now)
    const found = rows.find((row) => idOf(row.tokenHash) === id)
    if (!found) return refuse('not_found', 'That device is already signed out.')
    if (rows.length === 1) {
      return refuse(
        'protected',
        'This is your only signed-in device. Signing out would lock you out of your boards.',
      )
    }
    await end(tx, userId, [found.tokenHash])
    return { ok: true }
  })
}

/** Signs out every device except the caller’s. */
export async function signOutOthers(userId: string, token: string): Promise<{ ok: true; signedOut: number }> {
  return write(async (tx) => {
    const others = await tx
      .select({ tokenHash: authSessions.tokenHash })
      .from(authSessions)
      .where(and(eq(authSessions.userId, userId), ne(authSessions.tokenHash, hashOf(token))))
    await end(
      tx,
      userId,
      others.map((row) => row.tokenHash),
    )
    return { ok: true, signedOut: others.length }
  })
}

/** Open links are revoked too: the signed-out device could have created them. */
async function end(tx: Tx, userId: string, tokenHashes: string[]): Promise<void> {
  const waiting = and(eq(deviceLinks.userId, userId), isNull(deviceLinks.usedAt))
  await tx.delete(deviceLinks).where(waiting)
  if (tokenHashes.length > 0)
    await tx.delete(authSessions).where(inArray(authSessions.tokenHash, tokenHashes))
}
