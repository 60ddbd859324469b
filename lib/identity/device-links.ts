/** "Sign in on another device": a link that signs in one browser, once, within ten minutes. */
import { and, eq, gt, isNull } from 'drizzle-orm'
import { encode } from 'uqr'
import { type Reader, read, write } from '#db/client.ts'
import { authSessions, deviceLinks } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import type { QrCode } from '#lib/board/wire/settings.ts'
import { insertVisit } from './auth.ts'
import { hashOf, isSecret, newSecret } from './random-token.ts'

export const DEVICE_LINK_MS = 10 * 60_000
/** Wrong, used and expired links get the same answer, so guessing reveals nothing. */
export const NO_LINK = refuse('not_found', 'Invalid or expired link. Create a new one in Settings.')

/** Only the newest link is valid. */
export async function makeDeviceLink(
  userId: string,
  now = Date.now(),
): Promise<{ code: string; expiresAt: number }> {
  const code = newSecret()
  const expiresAt = now + DEVICE_LINK_MS
  await write(async (tx) => {
    await tx.delete(deviceLinks).where(and(eq(deviceLinks.userId, userId), isNull(deviceLinks.usedAt)))
    await tx.insert(deviceLinks).values({ codeHash: hashOf(code), userId, createdAt: now, expiresAt })
  })
  return { code, expiresAt }
}

/** The account of a link; `null` if it isn’t valid. Looking it up doesn’t use it. */
export async function findDeviceLink(code: string, now = Date.now()): Promise<string | null> {
  return read((db) => waiting(db, code, now))
}

async function waiting(db: Reader, code: string, now: number): Promise<string | null> {
  if (!isSecret(code)) return null
  const [row] = await db
    .select({ userId: deviceLinks.userId })
    .from(deviceLinks)
    .where(
      and(eq(deviceLinks.codeHash, hashOf(code)), isNull(deviceLinks.usedAt), gt(deviceLinks.expiresAt, now)),
    )
  return row?.userId ?? null
}

/**
 * Signs a browser in: its new cookie. `replaces` is the cookie it had, which ends with this: nobody holds it any
 * more. A browser that has the account already keeps its cookie, and the link stays unused.
 */
export async function redeemDeviceLink(
  { code, device, replaces }: { code: string; device: string; replaces?: string },
  now = Date.now(),
): Promise<{ ok: true; token: string | null } | Refusal> {
  return write<{ ok: true; token: string | null } | Refusal>(async (tx) => {
    const userId = await waiting(tx, code, now)
    if (!userId) return NO_LINK
    const old = isSecret(replaces) ? eq(authSessions.tokenHash, hashOf(replaces)) : undefined
    if (old) {
      const [held] = await tx
        .select({ userId: authSessions.userId })
        .from(authSessions)
        .where(and(old, gt(authSessions.expiresAt, now)))
      if (held?.userId === userId) return { ok: true, token: null }
      await tx.delete(authSessions).where(old)
    }
    await tx
      .update(deviceLinks)
      .set({ usedAt: now })
      .where(eq(deviceLinks.codeHash, hashOf(code)))
    return { ok: true, token: await insertVisit(tx, userId, device, now) }
  })
}

/** Drawn here, so that the link is never sent to another service. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dark.join('') }
}
