/**
 * Wrong passwords. Each address has a few free ones, then every further one doubles its wait; and of all addresses
 * together only so many a minute are read. Kept in memory, and bounded.
 */

import { PASSWORD_TRIES } from '#lib/limits.ts'
import { singleton } from '#lib/singletons.ts'

/** `device`: the cookie of a browser that was signed in before. It is counted separately, at any address. */
export type Guesser = { address: string; device?: string }
type Tries = { wrong: number; last: number }

const make = () => ({
  /** Ordered by the last wrong attempt. */
  tries: new Map<string, Tries>(),
  /** Addresses that gave the password, and when. */
  entered: new Map<string, number>(),
  /** How much of the shared budget everyone else has used. */
  together: { used: 0, at: 0 },
})
const memory = () => singleton('password-tries', make)

const keyOf = ({ address, device }: Guesser) => (device === undefined ? address : `device ${device}`)

/** How long this attempt must wait before it is checked, in milliseconds. */
export function retryDelay(guesser: Guesser, now: number): number {
  return Math.max(ownWait(keyOf(guesser), now), isTrusted(guesser, now) ? 0 : sharedWait(now))
}

function ownWait(key: string, now: number): number {
  const tries = memory().tries.get(key)
  if (!tries) return 0
  const over = tries.wrong - PASSWORD_TRIES.free
  if (over < 0) return 0
  const wait = Math.min(PASSWORD_TRIES.firstWaitMs * 2 ** over, PASSWORD_TRIES.longestWaitMs)
  return Math.max(0, tries.last + wait - now)
}

function usedTogether(now: number): number {
  const { used, at } = memory().together
  // Also after the clock was set back.
  return Math.max(0, used - Math.abs(now - at) / PASSWORD_TRIES.together.everyMs)
}

function sharedWait(now: number): number {
  const { free, everyMs } = PASSWORD_TRIES.together
  return Math.max(0, Math.ceil((usedTogether(now) - (free - 1)) * everyMs))
}

/** Guessing strangers never delay users who were signed in before. */
function isTrusted({ address, device }: Guesser, now: number): boolean {
  const entered = memory().entered.get(address)
  return device !== undefined || (entered !== undefined && entered + PASSWORD_TRIES.trustMs > now)
}

export function countWrong(guesser: Guesser, now: number): void {
  const { tries, together } = memory()
  if (!isTrusted(guesser, now)) Object.assign(together, { used: usedTogether(now) + 1, at: now })
  for (const [known, { last }] of tries) {
    if (last + PASSWORD_TRIES.forgetMs > now && tries.size < PASSWORD_TRIES.addresses) break
    tries.delete(known)
  }
  const key = keyOf(guesser)
  const wrong = (tries.get(key)?.wrong ?? 0) + 1
  tries.delete(key)
  tries.set(key, { wrong, last: now })
}

/** The password was right. */
export function countRight(guesser: Guesser, now: number): void {
  const { tries, entered } = memory()
  tries.delete(keyOf(guesser))
  entered.delete(guesser.address)
  entered.set(guesser.address, now)
  const [oldest] = entered.keys()
  if (oldest !== undefined && entered.size > PASSWORD_TRIES.addresses) entered.delete(oldest)
}

/** For tests. */
export function addressesKept(): number {
  return memory().tries.size
}

/** For tests. */
export function forgetAllTries(): void {
  Object.assign(memory(), make())
}
