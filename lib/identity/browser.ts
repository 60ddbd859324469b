/** What the browser's side of a request says; its cookies are set here. */
import type { cookies } from 'next/headers'
import type { NextRequest } from 'next/server'
import { env } from '#lib/env.ts'
import { COOKIE, COOKIE_DAYS } from './auth.ts'
import { ENTRY_COOKIE, ENTRY_DAYS } from './password.ts'
import { isLanguage } from './settings.ts'

type CookieJar = Awaited<ReturnType<typeof cookies>>

/** On https a cookie has this prefix: browsers take it from this host alone, never from a sibling domain. */
const HOST_ONLY = '__Host-'

type Cookies = { get(name: string): { value: string } | undefined }

export function userCookie(jar: Cookies): string | undefined {
  return readCookie(jar, COOKIE)
}

export function entryCookie(jar: Cookies): string | undefined {
  return readCookie(jar, ENTRY_COOKIE)
}

/** The plain name is what http has, and what browsers were given on https before the prefix. */
function readCookie(jar: Cookies, name: string): string | undefined {
  return (jar.get(HOST_ONLY + name) ?? jar.get(name))?.value
}

export function setCookie(jar: CookieJar, token: string, isSecure: boolean): void {
  keep(jar, { name: COOKIE, value: token, days: COOKIE_DAYS, isSecure })
}

/** For as long as the browser keeps it; when it ends is written in the cookie itself. */
export function setEntryCookie(jar: CookieJar, entry: string, isSecure: boolean): void {
  keep(jar, { name: ENTRY_COOKIE, value: entry, days: ENTRY_DAYS, isSecure })
}

type Kept = { name: string; value: string; days: number; isSecure: boolean }

function keep(jar: CookieJar, { name, value, days, isSecure }: Kept): void {
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
    maxAge: days * 86_400,
  } as const
  jar.set(isSecure ? HOST_ONLY + name : name, value, options)
  if (isSecure && jar.has(name)) jar.delete(name)
}

export function clearCookies(jar: CookieJar): void {
  for (const name of [COOKIE, ENTRY_COOKIE]) {
    jar.delete(name)
    // Browsers take nothing for a prefixed name without `Secure`, not even its end.
    if (jar.has(HOST_ONLY + name)) jar.set(HOST_ONLY + name, '', { secure: true, path: '/', maxAge: 0 })
  }
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
