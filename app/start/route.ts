import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { type NextRequest, userAgent } from 'next/server'
import { cookieToken, hasEntered } from '#lib/identity/action-gate.ts'
import { findVisit } from '#lib/identity/auth.ts'
import { isHttps, languageOf, setCookie } from '#lib/identity/browser.ts'
import { clientAddress } from '#lib/identity/connection.ts'
import { deviceOf } from '#lib/identity/devices.ts'
import { canonicalOrigin } from '#lib/identity/hosts.ts'
import { checkRateLimit } from '#lib/identity/rate-limits.ts'
import { createFirstSession, createSession } from '#lib/session/boards/create-board.ts'
import { lastOpened } from '#lib/session/boards/sessions.ts'

const WELCOME = 'Taskboard: a task board you talk to. Open it in a browser.\n'

/** The only place that creates a user: stores it, sets the cookie, redirects. */
export async function GET(request: NextRequest): Promise<Response> {
  const canonical = canonicalOrigin(request.headers.get('host'))
  if (canonical) return new Response(null, { status: 307, headers: { Location: `${canonical}/start` } })
  if (!(await hasEntered())) redirect('/password')
  const visit = await findVisit(await cookieToken())
  if (visit) {
    const known = await lastOpened(visit.user.id)
    if (known) redirect(`/boards/${known}`)
    const made = await createSession(visit.user.id)
    if (made.ok) redirect(`/boards/${made.sessionId}`)
    return new Response(made.message, { status: 409 })
  }
  if (isNobody(request)) return new Response(WELCOME, { headers: { 'X-Robots-Tag': 'noindex' } })
  const over = await checkRateLimit('users', { address: clientAddress(request.headers) })
  if (over) {
    const headers = { 'Retry-After': String(over.retryAfter) }
    return new Response(over.message, { status: 429, headers })
  }
  const browser = { device: deviceOf(request.headers), locale: languageOf(request.headers) }
  const { token, sessionId } = await createFirstSession(browser)
  setCookie(await cookies(), token, isHttps(request))
  redirect(`/boards/${sessionId}`)
}

/** Crawlers, link previews, prefetches and embedded pages don’t create users. */
function isNobody(request: NextRequest): boolean {
  const sent = request.headers
  const purpose = sent.get('sec-purpose') ?? sent.get('purpose') ?? ''
  const isEmbedded =
    /^(cross|same)-site$/.test(sent.get('sec-fetch-site') ?? '') && sent.get('sec-fetch-dest') !== 'document'
  return isEmbedded || purpose.includes('prefetch') || userAgent(request).isBot
}
