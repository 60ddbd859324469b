/** What the browser's side of a request says; its cookies are set here. */
import type { cookies } from 'next/headers'
import type { NextRequest } from 'next/server'
import { env } from '#lib/env.ts'
import { COOKIE, COOKIE_DAYS } from './auth.ts'
import { ENTRY_COOKIE, ENTRY_DAYS } from './password.ts'
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

/** For as long as the browser keeps it; when it ends is written in the cookie itself. */
export function setEntryCookie(jar: CookieJar, entry: string, isSecure: boolean): void {
  jar.set(ENTRY_COOKIE, entry, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
    maxAge: ENTRY_DAYS * 86_400,
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
