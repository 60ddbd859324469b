/** Reads the cookies and headers of a browser's request, and sets its cookies. */
import type { cookies } from 'next/headers'
import type { NextRequest } from 'next/server'
import { env } from '#lib/env.ts'
import { COOKIE, COOKIE_DAYS } from './auth.ts'
import { ENTRY_COOKIE, ENTRY_DAYS } from './password.ts'
import { isLanguage } from './settings.ts'

type CookieJar = Awaited<ReturnType<typeof cookies>>

/** On https cookies have this prefix: browsers only accept it from this host, never from a sibling domain. */
const HOST_ONLY = '__Host-'

type Cookies = { get(name: string): { value: string } | undefined }

export function userCookie(jar: Cookies): string | undefined {
  return readCookie(jar, COOKIE)
}

export function entryCookie(jar: Cookies): string | undefined {
  return readCookie(jar, ENTRY_COOKIE)
}

/** The plain name is for http, and for https cookies from before the prefix. */
function readCookie(jar: Cookies, name: string): string | undefined {
  return (jar.get(HOST_ONLY + name) ?? jar.get(name))?.value
}

export function setCookie(jar: CookieJar, token: string, isSecure: boolean): void {
  keep(jar, { name: COOKIE, value: token, days: COOKIE_DAYS, isSecure })
}

/** Kept as long as the browser allows; its expiry is in the cookie itself. */
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
    // Browsers ignore a prefixed cookie without `Secure`, also one that deletes it.
    if (jar.has(HOST_ONLY + name)) jar.set(HOST_ONLY + name, '', { secure: true, path: '/', maxAge: 0 })
  }
}

export function isHttps(request: NextRequest): boolean {
  if (env().TRUST_PROXY) return request.headers.get('x-forwarded-proto') === 'https'
  return request.nextUrl.protocol === 'https:'
}

/** The first language that a browser asks for; `undefined` if we know none of them. */
export function languageOf(headers: Headers): string | undefined {
  const tag = headers.get('accept-language')?.split(/[,;]/)[0]?.trim() ?? ''
  return tag.length <= 35 && isLanguage(tag) ? tag : undefined
}
