/** What the browser's side of a request says: its cookie is set here, its address is read here. */
import type { cookies } from 'next/headers'
import type { NextRequest } from 'next/server'
import { env } from '#lib/env.ts'
import { COOKIE, COOKIE_DAYS } from './auth.ts'

type CookieJar = Awaited<ReturnType<typeof cookies>>

export function setCookie(jar: CookieJar, token: string, request: NextRequest): void {
  jar.set(COOKIE, token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(request),
    path: '/',
    maxAge: COOKIE_DAYS * 86_400,
  })
}

function isHttps(request: NextRequest): boolean {
  if (env().TRUST_PROXY) return request.headers.get('x-forwarded-proto') === 'https'
  return request.nextUrl.protocol === 'https:'
}

/**
 * Whom a rate is counted for. Without a trusted proxy the header is anybody's word, and all callers share one
 * count; with one, the last entry is what the proxy itself saw.
 */
export function clientAddress(request: NextRequest): string {
  if (!env().TRUST_PROXY) return 'everybody'
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'everybody'
}
