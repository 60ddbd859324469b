/** Authenticates API routes: an API token, or the browser's cookie. */
import type { NextRequest } from 'next/server'
import { type Refusal, type RefusalCode, refuse } from '#lib/board/model/command.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { env } from '#lib/env.ts'
import { findVisit, type User } from './auth.ts'
import { entryCookie, userCookie } from './browser.ts'
import { isAllowedHost, isSameOrigin } from './hosts.ts'
import { mayEnter } from './password.ts'
import { answerJson } from './responses.ts'
import { isServiceToken, serviceUser } from './service-users.ts'
import { findTokenUser } from './tokens.ts'

export type Caller = { ok: true; user: User; by: 'cookie' | 'token' }
/** `status`: 401 for an unknown caller; 403 or 421 for a request from another site or host. */
export type Unwelcome = Refusal & { status: 400 | 401 | 403 | 421 }

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** If a token is sent, only the token counts: an invalid one never falls back to the cookie. */
export async function callerOf(request: NextRequest): Promise<Caller | Unwelcome> {
  const host = request.headers.get('host')
  if (!isAllowedHost(host, env().ALLOWED_HOSTS)) {
    return unwelcome(421, 'Host not allowed. Add it to ALLOWED_HOSTS.')
  }
  const token = bearerOf(request)
  if (token !== null && isServiceToken(token)) return serviceCaller(request)
  if (token !== null) {
    const user = await findTokenUser(token)
    if (user) return { ok: true, user, by: 'token' }
    return unwelcome(401, 'Invalid token. Create one in Settings.')
  }
  if (!READS.has(request.method) && !isSameOrigin(request.headers.get('origin'), host)) {
    return unwelcome(403, 'Cross-site request blocked. Use an API token.')
  }
  // A token needs no access password: only a user who gave the password could create one.
  if (!(await mayEnter(entryCookie(request.cookies)))) {
    return unwelcome(401, 'Access password required. Sign in with this browser, or use an API token.')
  }
  const visit = await findVisit(userCookie(request.cookies))
  if (visit) return { ok: true, user: visit.user, by: 'cookie' }
  return unwelcome(401, 'Not signed in. Open Taskboard in this browser, or use an API token.')
}

/** `user_id` in the query says for whom a service calls. */
async function serviceCaller(request: NextRequest): Promise<Caller | Unwelcome> {
  const named = idSchema.safeParse(request.nextUrl.searchParams.get('user_id'))
  if (named.success) return { ok: true, user: await serviceUser(named.data), by: 'token' }
  return unwelcome(400, 'A service token needs ?user_id= with 8 to 64 letters, digits, - or _.')
}

/** `null` without a bearer token; `Basic` belongs to a proxy and is ignored. */
function bearerOf(request: NextRequest): string | null {
  const [scheme, token = ''] = request.headers.get('authorization')?.trim().split(/\s+/) ?? []
  return scheme?.toLowerCase() === 'bearer' ? token : null
}

function unwelcome(status: Unwelcome['status'], message: string): Unwelcome {
  return { ...refuse('not_allowed', message), status }
}

const STATUS: Partial<Record<RefusalCode, number>> = {
  not_allowed: 403,
  not_found: 404,
  rate: 429,
  failed: 500,
  invalid: 400,
  limit: 422,
  protected: 403,
}

/** A refusal as a response, with optional extra data; conflicts with the current state are a 409. */
export function answerRefusal(
  refusal: Refusal & { status?: number; retryAfter?: number },
  more: object = {},
): Response {
  const { ok, code, message, retryAfter = 60 } = refusal
  const status = refusal.status ?? STATUS[code] ?? 409
  const response = answerJson({ ok, code, message, ...more }, status)
  if (status === 401) response.headers.set('WWW-Authenticate', 'Bearer realm="Taskboard"')
  if (status === 429) response.headers.set('Retry-After', String(retryAfter))
  return response
}
