/** What every API route does around its work: caller, rate, body, and errors as responses. */
import type { NextRequest } from 'next/server'
import type { z } from 'zod'
import { DatabaseError } from '#db/errors.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { messageOfZodError } from '#lib/board/text/input-error.ts'
import { LIMITS } from '#lib/limits.ts'
import { describeError, log } from '#lib/log.ts'
import { answerRefusal, callerOf } from './api-auth.ts'
import type { User } from './auth.ts'
import { asAddress, clientAddress } from './connection.ts'
import { checkRateLimit, type RateName } from './rate-limits.ts'

export async function serve(
  request: NextRequest,
  rate: RateName,
  work: (user: User) => Promise<Response>,
): Promise<Response> {
  try {
    const caller = await callerOf(request)
    if (!caller.ok) return answerRefusal(caller)
    const { user } = caller
    const address = clientAddress(request.headers)
    const over = await checkRateLimit(rate, { user: user.id, address })
    return over ? answerRefusal(over) : await asAddress(address, () => work(user))
  } catch (error) {
    if (error instanceof DatabaseError) return answerRefusal(refuse('failed', error.message))
    log().error({ event: 'route_failed', error: describeError(error) })
    return answerRefusal(refuse('failed', 'Something went wrong. Try again.'))
  }
}

type Body<Schema extends z.ZodType> =
  | { ok: true; body: z.output<Schema> }
  | (Refusal & { ok: false; status?: number })

/** Deeper than any valid value: deeper nesting isn’t even walked. */
const MAX_DEPTH = 64

/** An empty body is an empty object. An unreadable body is refused, never ignored. */
export async function readBody<Schema extends z.ZodType>(
  request: NextRequest,
  schema: Schema,
): Promise<Body<Schema>> {
  const text = await readText(request)
  if (text === null) {
    const most = `Requests can have up to ${LIMITS.bodyBytes} bytes. Send it in parts.`
    return { ...refuse('limit', most), status: 413 }
  }
  let json: unknown = {}
  try {
    if (text.trim()) json = JSON.parse(text)
  } catch {
    return refuse('invalid', 'The body isn’t valid JSON.')
  }
  if (isDeeperThan(MAX_DEPTH, json)) return refuse('invalid', 'The body is nested too deeply.')
  const parsed = schema.safeParse(json)
  return parsed.success ? { ok: true, body: parsed.data } : refuse('invalid', messageOfZodError(parsed.error))
}

/** `null` if the body is over the limit; the rest isn’t read. */
async function readText(request: NextRequest): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > LIMITS.bodyBytes) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}
