/** How often somebody may ask, counted in one step; the counters live in this process and forget by themselves. */
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Refusal, refuse } from '#lib/board/command.ts'
import { once } from '#lib/globals.ts'
import { RATES } from '#lib/limits.ts'

export type RateName = 'users' | 'messages' | 'commands' | 'reads' | 'links' | 'checks'

const PER_MINUTE = {
  users: RATES.usersPerMinute,
  messages: RATES.messagesPerMinute,
  commands: RATES.commandsPerMinute,
  reads: RATES.readsPerMinute,
  links: RATES.linksPerMinute,
  checks: RATES.checksPerMinute,
} as const satisfies Record<RateName, number>

const WHAT = {
  users: 'new visitors',
  messages: 'messages',
  commands: 'changes',
  reads: 'requests',
  links: 'tries with a link',
  checks: 'checks of the model',
} as const satisfies Record<RateName, string>

const limiter = (name: RateName) =>
  once(`rate:${name}`, () => new RateLimiterMemory({ points: PER_MINUTE[name], duration: 60 }))

/** `null` where the call may go on. */
export async function overRate(name: RateName, who: string): Promise<Refusal | null> {
  try {
    await limiter(name).consume(who)
    return null
  } catch (rejected) {
    if (rejected instanceof Error) throw rejected
    const wait = Math.ceil((rejected as { msBeforeNext: number }).msBeforeNext / 1000)
    return refuse(
      'rate',
      `That is more than ${PER_MINUTE[name]} ${WHAT[name]} a minute. Go on in ${wait} seconds.`,
    )
  }
}
