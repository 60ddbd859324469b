/** Runs before every page: allowed hosts, a fresh nonce, the content security policy. It isn’t an access check. */
import { type NextRequest, NextResponse } from 'next/server'
import { env } from '#lib/env.ts'
import { isAllowedHost } from '#lib/identity/hosts.ts'
import { LIMITS } from '#lib/limits.ts'

const NOT_OURS = 'Host not allowed. Set ALLOWED_HOSTS, e.g. ALLOWED_HOSTS=board.example.org, and restart.'

export function proxy(request: NextRequest): NextResponse {
  const host = request.headers.get('host')
  if (!isAllowedHost(host, env().ALLOWED_HOSTS)) {
    return plain(NOT_OURS, 421)
  }
  // Next throws on a malformed URL, and rejects a long body only after reading it.
  if (!isReadable(request.nextUrl.pathname)) return plain('Not found.', 400)
  if (isTooLong(request)) return plain('Request too large.', 413)
  const nonce = crypto.randomUUID().replaceAll('-', '')
  const policy = contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('x-path', request.nextUrl.pathname + request.nextUrl.search)
  headers.set('Content-Security-Policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}

function plain(sentence: string, status: number): NextResponse {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
  return new NextResponse(`${sentence}\n`, { status, headers })
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function isTooLong({ headers }: NextRequest): boolean {
  return headers.has('next-action') && Number(headers.get('content-length')) > LIMITS.actionBytes
}

function contentSecurityPolicy(nonce: string): string {
  const development = env().NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Uploads skip the proxy: it would buffer every body and cut it at 10 MB. Their routes check host and origin. */
export const config = {
  matcher: '/((?!_next/static/|favicon\\.ico$|icon\\.svg$|api/boards/import$|api/boards/[^/]+/import$).*)',
}
