/** Rate limits, checked and counted in one step. The counters are in memory and expire. */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { env } from '#lib/env.ts'
import { RATES } from '#lib/limits.ts'
import { singleton } from '#lib/singletons.ts'
import { addressOfCall, THIS_COMPUTER } from './connection.ts'

export type RateName = keyof typeof RATES
/** The caller: the user, if known, and the address of the request. */
export type Asker = { user?: string; address?: string }
export type OverRate = Refusal & { retryAfter: number }

const WHAT = {
  users: 'new visitors',
  messages: 'messages',
  commands: 'changes',
  reads: 'requests',
  links: 'device links',
  checks: 'model checks',
  imports: 'MB of imported files',
  modelCalls: 'model calls',
} as const satisfies Record<RateName, string>

const FOR = { user: 'one user', address: 'one network address', all: 'this server' } as const
type Scope = keyof typeof FOR

/** `null` if the call is allowed. A caller over their own limit doesn’t use up shared limits. */
export async function checkRateLimit(
  name: RateName,
  { user, address }: Asker,
  cost = 1,
): Promise<OverRate | null> {
  const known = address === THIS_COMPUTER ? undefined : address
  return (
    (await consume(name, 'user', user, cost)) ??
    (await consume(name, 'address', known, cost)) ??
    (await consume(name, 'all', 'all', cost))
  )
}

/** Calls to the model's service, for all users. */
export function overModelCalls(): Promise<OverRate | null> {
  return checkRateLimit('modelCalls', { address: addressOfCall() })
}

/** Size of the file in this call. */
export function overImports(user: string, bytes: number): Promise<OverRate | null> {
  return checkRateLimit('imports', { user, address: addressOfCall() }, bytes)
}

async function consume(
  name: RateName,
  scope: Scope,
  key: string | undefined,
  cost: number,
): Promise<OverRate | null> {
  const points = limitOf(name, scope)
  if (key === undefined || points === undefined) return null
  const limiter = singleton(
    `rate:${name}:${scope}:${points}`,
    () => new RateLimiterMemory({ points, duration: name === 'imports' ? 3_600 : 60 }),
  )
  try {
    await limiter.consume(key, cost)
    return null
  } catch (rejected) {
    if (rejected instanceof Error) throw rejected
    const retryAfter = Math.ceil((rejected as { msBeforeNext: number }).msBeforeNext / 1000)
    const [most, period] = name === 'imports' ? [points / 1_000_000, 'an hour'] : [points, 'a minute']
    const limit = `The limit is ${most} ${WHAT[name]} ${period} for ${FOR[scope]}.`
    return { ...refuse('rate', `${limit} Try again in ${retryAfter} seconds.`), retryAfter }
  }
}

function limitOf(name: RateName, scope: Scope): number | undefined {
  if (name === 'modelCalls' && scope === 'all') return env().MODEL_CALLS_PER_MINUTE
  return (RATES[name] as Partial<Record<Scope, number>>)[scope]
}
