/** What the browser's side of a request says: its cookie is set here, its address is read here. */
import type { cookies } from 'next/headers'
import type { NextRequest } from 'next/server'
import { env } from '#lib/env.ts'
import { COOKIE, COOKIE_DAYS } from './auth.ts'
import { isLanguage } from './settings.ts'

type CookieJar = Awaited<ReturnType<typeof cookies>>

export function setCookie(jar: CookieJar, token: string, isSecure: boolean): void {
  jar.set(COOKIE, token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
    maxAge: COOKIE_DAYS * 86_400,
  })
}

export function isHttps(request: NextRequest): boolean {
  if (env().TRUST_PROXY) return request.headers.get('x-forwarded-proto') === 'https'
  return request.nextUrl.protocol === 'https:'
}

/** The first language a browser asks for; `undefined` where it asks for none that we know. */
export function languageOf(headers: Headers): string | undefined {
  const tag = headers.get('accept-language')?.split(/[,;]/)[0]?.trim() ?? ''
  return tag.length <= 35 && isLanguage(tag) ? tag : undefined
}

/**
 * Whom a rate is counted for. Without a trusted proxy the header is anybody's word, and all callers share one
 * count; with one, the last entry is what the proxy itself saw.
 */
export function clientAddress(headers: Headers): string {
  if (!env().TRUST_PROXY) return 'everybody'
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'everybody'
}
