import { cookies } from 'next/headers'
import type { NextRequest } from 'next/server'
import { cookieToken, isFromOwnPage } from '#lib/identity/action-gate.ts'
import { findVisit } from '#lib/identity/auth.ts'
import { isHttps, setEntryCookie } from '#lib/identity/browser.ts'
import { clientAddress } from '#lib/identity/connection.ts'
import { makeEntry, ownPath, tryPassword } from '#lib/identity/password.ts'
import { hashOf } from '#lib/identity/random-token.ts'
import { log } from '#lib/log.ts'

/** A body longer than a password and a path isn’t read. */
const MOST_BYTES = 4_096

/** Handles the form of the password page: redirects to the wanted page, or back with an error. */
export async function POST(request: NextRequest): Promise<Response> {
  if (!(await isFromOwnPage())) return back({ said: 'elsewhere' })
  const bytes = Number(request.headers.get('content-length') ?? Number.NaN)
  if (!(bytes <= MOST_BYTES)) return new Response('That is too long for a password.\n', { status: 413 })
  const form = new URLSearchParams(await request.text())
  const to = ownPath(form.get('to'))
  const address = clientAddress(request.headers)
  const tried = tryPassword(form.get('password') ?? '', { address, device: await knownDevice() })
  if (tried.ok) {
    setEntryCookie(await cookies(), await makeEntry(), isHttps(request))
    return seeOther(to)
  }
  log().warn({ event: 'password_wrong', wasRead: tried.wasRead, waitMs: tried.waitMs })
  const seconds = Math.ceil(tried.waitMs / 1000)
  return back({
    to,
    ...(tried.wasRead ? { said: 'wrong' } : {}),
    ...(seconds > 0 ? { wait: `${seconds}` } : {}),
  })
}

/** Attempts of a browser that was signed in before are counted separately, so others can’t use them up. */
async function knownDevice(): Promise<string | undefined> {
  const token = await cookieToken()
  return token !== undefined && (await findVisit(token)) ? hashOf(token) : undefined
}

function back(why: Record<string, string>): Response {
  const answer = seeOther(`/password?${new URLSearchParams(why)}`)
  if (why.wait) answer.headers.set('Retry-After', why.wait)
  return answer
}

/** A path, not a URL: the server doesn’t know its public name. */
function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } })
}
