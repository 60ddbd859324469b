/** Wrong passwords per address: a few are free, each further one doubles the wait. Kept in memory, and bounded. */
import { once } from '#lib/globals.ts'
import { PASSWORD_TRIES } from '#lib/limits.ts'

type Tries = { wrong: number; last: number }

/** The one that was wrong last stands last. */
const memory = () => once('password-tries', () => new Map<string, Tries>())

/** How long this address must wait before its next try is looked at, in milliseconds. */
export function waitOf(address: string, now: number): number {
  const tries = memory().get(address)
  if (!tries) return 0
  const over = tries.wrong - PASSWORD_TRIES.free
  if (over < 0) return 0
  const wait = Math.min(PASSWORD_TRIES.firstWaitMs * 2 ** over, PASSWORD_TRIES.longestWaitMs)
  return Math.max(0, tries.last + wait - now)
}

export function countWrong(address: string, now: number): void {
  const tries = memory()
  for (const [known, { last }] of tries) {
    if (last + PASSWORD_TRIES.forgetMs > now && tries.size < PASSWORD_TRIES.addresses) break
    tries.delete(known)
  }
  const wrong = (tries.get(address)?.wrong ?? 0) + 1
  tries.delete(address)
  tries.set(address, { wrong, last: now })
}

export function forgetTries(address: string): void {
  memory().delete(address)
}

/** For tests. */
export function addressesKept(): number {
  return memory().size
}
