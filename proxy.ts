/** Before every page: hosts we answer for, a fresh nonce, the content security policy. It is no access check. */
import { type NextRequest, NextResponse } from 'next/server'
import { env } from '#lib/env.ts'
import { isAllowedHost } from '#lib/identity/hosts.ts'

const NOT_OURS =
  'This server does not answer for that host. Set ALLOWED_HOSTS to the names it is reached by, as in ALLOWED_HOSTS=board.example.org, and start it again.\n'

export function proxy(request: NextRequest): NextResponse {
  const host = request.headers.get('host')
  if (!isAllowedHost(host, env().ALLOWED_HOSTS)) {
    return new NextResponse(NOT_OURS, {
      status: 421,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    })
  }
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

/** Uploads pass by: a proxy keeps every body in memory and cuts it at 10 MB. Their routes check host and origin. */
export const config = {
  matcher:
    '/((?!_next/static|_next/image|favicon.ico|icon.svg|api/boards/import$|api/boards/[^/]+/import$).*)',
}
