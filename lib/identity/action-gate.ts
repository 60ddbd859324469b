/** The gate of every action and route: host, origin, who is calling, how often. Access itself is part of each query. */
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { z } from 'zod'
import { DatabaseError } from '#db/errors.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { messageOfZodError } from '#lib/board/text/input-error.ts'
import { env } from '#lib/env.ts'
import { describeError, log } from '#lib/log.ts'
import { findVisit, type User, type Visit } from './auth.ts'
import { entryCookie, userCookie } from './browser.ts'
import { asAddress, clientAddress } from './connection.ts'
import { isAllowedHost, isSameOrigin } from './hosts.ts'
import { mayEnter, PASSWORD_REQUIRED } from './password.ts'
import { checkRateLimit, type RateName } from './rate-limits.ts'

const NOBODY = refuse('not_allowed', 'You’ve been signed out. Reload the page.')
const ELSEWHERE = refuse('not_allowed', 'Cross-site request blocked.')

export async function cookieToken(): Promise<string | undefined> {
  return userCookie(await cookies())
}

/** Whether this browser gave the access password, if the server requires one. Cached for a page and its layout. */
export const hasEntered = cache(async (): Promise<boolean> => mayEnter(entryCookie(await cookies())))

/** Without the access password, the cookie doesn’t count. */
export async function currentVisit(): Promise<Visit | null> {
  return (await hasEntered()) ? findVisit(await cookieToken()) : null
}

/** For requests that change something: actions can be called on any path, by any page, with any arguments. */
export async function isFromOwnPage(): Promise<boolean> {
  const sent = await headers()
  const host = sent.get('host')
  return isAllowedHost(host, env().ALLOWED_HOSTS) && isSameOrigin(sent.get('origin'), host)
}

type Schemas = [] | [z.ZodType, ...z.ZodType[]]
/** What a caller may send, in order. */
type Args<All extends Schemas> = z.input<z.ZodTuple<All, null>>
type Checked<All extends Schemas> = z.output<z.ZodTuple<All, null>>

/**
 * Declares a server action: how often it may be called, its arguments, and what it does for the user who calls it.
 * Anyone can send anything; the answer is what `run` returns, or a refusal.
 */
export function action<All extends Schemas, Result>(
  rate: RateName,
  args: All,
  run: (user: User, ...input: Checked<All>) => Promise<Result>,
) {
  return (...sent: Args<All>): Promise<Result | Refusal> =>
    guard(async () => {
      const visit = await findVisit(await cookieToken())
      if (!visit) return NOBODY
      const { user } = visit
      const address = clientAddress(await headers())
      const over = await checkRateLimit(rate, { user: user.id, address })
      return over ?? asAddress(address, () => checked(args, sent, (...input) => run(user, ...input)))
    })
}

/** The same for a caller who needs no account; counted by address. */
export function anonymousAction<All extends Schemas, Result>(
  rate: RateName,
  args: All,
  run: (sent: Headers, ...input: Checked<All>) => Promise<Result>,
) {
  return (...sent: Args<All>): Promise<Result | Refusal> =>
    guard(async () => {
      const caller = await headers()
      const over = await checkRateLimit(rate, { address: clientAddress(caller) })
      return over ?? checked(args, sent, (...input) => run(caller, ...input))
    })
}

async function guard<Result>(work: () => Promise<Result | Refusal>): Promise<Result | Refusal> {
  try {
    if (!(await isFromOwnPage())) return ELSEWHERE
    return (await hasEntered()) ? await work() : PASSWORD_REQUIRED
  } catch (error) {
    if (error instanceof DatabaseError) return refuse('failed', error.message)
    log().error({ event: 'action_failed', error: describeError(error) })
    return refuse('failed', 'Something went wrong. Try again.')
  }
}

async function checked<All extends Schemas, Result>(
  args: All,
  sent: unknown[],
  run: (...input: Checked<All>) => Promise<Result>,
): Promise<Result | Refusal> {
  const schema = z.tuple(args as [z.ZodType]) as unknown as z.ZodTuple<All, null>
  const input = schema.safeParse(sent)
  return input.success ? run(...input.data) : refuse('invalid', messageOfZodError(input.error))
}
