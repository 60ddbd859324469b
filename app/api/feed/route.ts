import { cookies } from 'next/headers'
import type { NextRequest } from 'next/server'
import { refuse } from '#lib/board/model/command.ts'
import { cookieToken, currentVisit } from '#lib/identity/action-gate.ts'
import { answerRefusal } from '#lib/identity/api-auth.ts'
import { findVisit, renewVisit } from '#lib/identity/auth.ts'
import { entryCookie, isHttps, setCookie } from '#lib/identity/browser.ts'
import { clientAddress } from '#lib/identity/connection.ts'
import { deviceOf } from '#lib/identity/devices.ts'
import { mayEnter } from '#lib/identity/password.ts'
import { checkRateLimit } from '#lib/identity/rate-limits.ts'
import { answerJson } from '#lib/identity/responses.ts'
import { LIMITS } from '#lib/limits.ts'
import { readFeed } from '#lib/session/feed/feed.ts'
import { subscriberCount } from '#lib/session/feed/notify.ts'
import { feedStream } from '#lib/session/stream/feed-sse.ts'

export const dynamic = 'force-dynamic'

/** One feed per user, over all their boards. `?once=1` returns what is new and ends. */
export async function GET(request: NextRequest): Promise<Response> {
  const visit = await currentVisit()
  if (!visit) return answerJson({ ok: false, code: 'not_allowed', message: 'Reload the page.' }, 401)
  const { user } = visit
  const over = await checkRateLimit('reads', { user: user.id, address: clientAddress(request.headers) })
  if (over) return answerRefusal(over)
  const after = cursorOf(request)
  if (request.nextUrl.searchParams.has('once')) {
    return answerJson(await readFeed(user.id, after, 500))
  }
  if (subscriberCount(user.id) >= LIMITS.feedsPerUser) {
    return answerRefusal(refuse('rate', 'Too many open feeds.'))
  }
  const token = await cookieToken()
  if (visit.renew && token) {
    await renewVisit(token, deviceOf(request.headers))
    setCookie(await cookies(), token, isHttps(request))
  }
  const entry = entryCookie(request.cookies)
  // A tab can stay open for days, and its device counts as in use.
  const stillMay = async () => {
    const now = (await mayEnter(entry)) ? await findVisit(token) : null
    if (now?.renew && token) await renewVisit(token)
    return now?.user.id === user.id
  }
  return new Response(feedStream(user.id, after, request.signal, stillMay), {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'private, no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}

/** A reconnecting browser sends the last event it saw, a new one the cursor of its snapshot. */
function cursorOf(request: NextRequest): number {
  const said = request.headers.get('last-event-id') ?? request.nextUrl.searchParams.get('after') ?? '0'
  const cursor = Number(said)
  return Number.isSafeInteger(cursor) && cursor >= 0 ? cursor : 0
}
