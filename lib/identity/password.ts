/** The access password of a server that others can reach: required before anything else, remembered in a cookie. */

import { createHash, createHmac, scryptSync, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { read, write } from '#db/client.ts'
import { meta } from '#db/schema.ts'
import { refuse } from '#lib/board/model/command.ts'
import { env } from '#lib/env.ts'
import { DAY_MS } from '#lib/limits.ts'
import { singleton } from '#lib/singletons.ts'
import { countRight, countWrong, type Guesser, retryDelay } from './password-attempts.ts'
import { newSecret } from './random-token.ts'

export const ENTRY_COOKIE = 'taskboard_entry'
export const ENTRY_DAYS = 90
export const PASSWORD_REQUIRED = refuse('not_allowed', 'Access password required. Reload the page.')
/** Stored in `meta`: without the database, a cookie is useless for guessing the password. */
const SALT = 'entry_salt'

/**
 * SHA-256 and not scrypt: the password itself is in this process's environment, so a slow hash beside it hides
 * nothing, and one for each try would hand strangers our processor. Equal lengths let the compare take equal time.
 */
const digest = (text: string) => createHash('sha256').update(text.trim().normalize()).digest()

export function isPassword(given: string): boolean {
  const password = env().TASKBOARD_ACCESS_PASSWORD
  return password !== undefined && timingSafeEqual(digest(given), digest(password))
}

export type Tried = { ok: true } | { ok: false; waitMs: number; wasRead: boolean }

/** Counted in the same step as it is checked, so concurrent attempts can’t skip the wait. */
export function tryPassword(given: string, guesser: Guesser, now = Date.now()): Tried {
  const waitMs = retryDelay(guesser, now)
  if (waitMs > 0) return { ok: false, waitMs, wasRead: false }
  if (isPassword(given)) {
    countRight(guesser, now)
    return { ok: true }
  }
  countWrong(guesser, now)
  return { ok: false, waitMs: retryDelay(guesser, now), wasRead: true }
}

/** The cookie after a correct password: valid until `expires`, and until the password changes. */
export async function makeEntry(now = Date.now()): Promise<string> {
  const until = now + ENTRY_DAYS * DAY_MS
  return `${until}.${signatureOf(until, await entryKey())}`
}

/** Without a password, everyone has access. */
export async function mayEnter(entry: string | undefined, now = Date.now()): Promise<boolean> {
  if (env().TASKBOARD_ACCESS_PASSWORD === undefined) return true
  const [, digits, signature] = /^(\d{13,15})\.([A-Za-z0-9_-]{43})$/.exec(entry ?? '') ?? []
  const until = Number(digits)
  if (!signature || !(until > now)) return false
  const expected = signatureOf(until, await entryKey())
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
}

function signatureOf(until: number, key: Buffer): string {
  return createHmac('sha256', key).update(`entry ${until}`).digest('base64url')
}

/** Derived from the password, so that changing it voids all cookies. Made once per process: it is slow on purpose. */
function entryKey(): Promise<Buffer> {
  const password = env().TASKBOARD_ACCESS_PASSWORD ?? ''
  const keys = singleton('entry-keys', () => new Map<string, Promise<Buffer>>())
  const name = digest(password).toString('hex')
  const known = keys.get(name)
  if (known) return known
  const made = readSalt().then((salt) => scryptSync(password.normalize(), salt, 32))
  keys.set(name, made)
  // After a database error the next call tries again.
  made.catch(() => keys.delete(name))
  return made
}

async function readSalt(): Promise<string> {
  const stored = () => read((db) => db.select().from(meta).where(eq(meta.key, SALT)))
  const [found] = await stored()
  if (found) return found.value
  await write(async (tx) => {
    await tx.insert(meta).values({ key: SALT, value: newSecret() }).onConflictDoNothing()
  })
  const [made] = await stored()
  if (!made) throw new Error('the salt was not stored')
  return made.value
}

/** Only paths of this server are redirected to; anything else becomes `/`. */
export function ownPath(to: string | null | undefined): string {
  if (!to?.startsWith('/') || to.length > 500) return '/'
  const base = 'http://own.invalid'
  if (!URL.canParse(to, base)) return '/'
  const { origin, pathname, search } = new URL(to, base)
  return origin === base && !pathname.startsWith('//') && pathname !== '/password' ? pathname + search : '/'
}
