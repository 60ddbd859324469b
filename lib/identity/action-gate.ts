/** The gate of every action and route: host, origin, who is calling, how often. Access itself is part of each query. */
import { cookies, headers } from 'next/headers'
import type { z } from 'zod'
import { DatabaseError } from '#db/errors.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { messageOfZodError } from '#lib/board/text/input-error.ts'
import { contentDisposition } from '#lib/board/transfer/file-name.ts'
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

/** Whether this browser gave the access password, where the server asks for one. */
export async function hasEntered(): Promise<boolean> {
  return mayEnter(entryCookie(await cookies()))
}

/** Without the access password nobody is known, whatever their cookie. */
export async function currentVisit(): Promise<Visit | null> {
  return (await hasEntered()) ? findVisit(await cookieToken()) : null
}

/** For what changes something: actions can be called on any path, by any page, with any arguments. */
export async function isFromOwnPage(): Promise<boolean> {
  const sent = await headers()
  const host = sent.get('host')
  return isAllowedHost(host, env().ALLOWED_HOSTS) && isSameOrigin(sent.get('origin'), host)
}

type Work<Caller, Schema extends z.ZodTuple, Result> = (
  caller: Caller,
  input: z.output<Schema>,
) => Promise<Result>

/** Runs an action for whoever calls it: checked arguments in, a value out, whatever happens. */
export async function act<Schema extends z.ZodTuple, Result>(
  rate: RateName,
  schema: Schema,
  args: unknown[],
  work: Work<User, Schema, Result>,
): Promise<Result | Refusal> {
  return guard(async () => {
    const visit = await currentVisit()
    if (!visit) return NOBODY
    const { user } = visit
    const address = clientAddress(await headers())
    const over = await checkRateLimit(rate, { user: user.id, address })
    return over ?? asAddress(address, () => checked(schema, args, (input) => work(user, input)))
  })
}

/** The same for somebody who is not known yet, or not as the one they want to be; counted by address. */
export async function actUnknown<Schema extends z.ZodTuple, Result>(
  rate: RateName,
  schema: Schema,
  args: unknown[],
  work: Work<Headers, Schema, Result>,
): Promise<Result | Refusal> {
  return guard(async () => {
    const sent = await headers()
    const over = await checkRateLimit(rate, { address: clientAddress(sent) })
    return over ?? checked(schema, args, (input) => work(sent, input))
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

async function checked<Schema extends z.ZodTuple, Result>(
  schema: Schema,
  args: unknown[],
  work: (input: z.output<Schema>) => Promise<Result>,
): Promise<Result | Refusal> {
  const input = schema.safeParse(args)
  return input.success ? work(input.data) : refuse('invalid', messageOfZodError(input.error))
}

/** What a route answers: private, never kept, with the refusal's own status. */
export function answerJson(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'private, no-store' } })
}

/** A file to be kept under its name. */
export function answerFile(file: { name: string; type: string }, body: ReadableStream): Response {
  return new Response(body, {
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': contentDisposition(file.name),
      'Cache-Control': 'private, no-store',
    },
  })
}

/** "Not yours" and "not there" are one answer. */
export function answerNothing(): Response {
  return answerJson({ ok: false, code: 'not_found', message: 'Board not found.' }, 404)
}
