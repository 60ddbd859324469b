/** The access password: its cookie, and the waits after wrong attempts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rawClient, write } from '#db/client.ts'
import { openTestDatabase } from '#db/testing.ts'
import { readEnvironment, setEnvironment } from '#lib/env.ts'
import { PASSWORD_TRIES } from '#lib/limits.ts'
import { callerOf } from './api-auth.ts'
import { COOKIE, makeUser } from './auth.ts'
import {
  ENTRY_COOKIE,
  ENTRY_DAYS,
  isPassword,
  makeEntry,
  mayEnter,
  ownPath,
  tryPassword,
} from './password.ts'
import { addressesKept, countWrong, forgetAllTries } from './password-attempts.ts'
import { makeToken } from './tokens.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const PASSWORD = 'correct horse battery'
const DAY = 86_400_000
const NOW = Date.UTC(2027, 0, 1)

function withPassword(password: string | undefined): void {
  setEnvironment({
    DATABASE_URL: `file:${database.path}`,
    LOG_LEVEL: 'silent',
    TASKBOARD_ACCESS_PASSWORD: password,
  })
}
beforeEach(() => {
  withPassword(PASSWORD)
  forgetAllTries()
})
const at = (address: string) => ({ address })

test('only the password is accepted', () => {
  for (const right of [PASSWORD, ` ${PASSWORD}\n`]) expect(isPassword(right)).toBe(true)
  for (const wrong of ['', PASSWORD.slice(1), `${PASSWORD}!`, PASSWORD.toUpperCase(), 'x'.repeat(100_000)]) {
    expect(isPassword(wrong)).toBe(false)
  }
  withPassword('für Größe 12')
  expect(isPassword('fu\u0308r Gro\u0308\u00dfe 12')).toBe(true)
  withPassword(undefined)
  expect(isPassword('')).toBe(false)
})

test('the cookie is valid for 90 days, for this password, and only unchanged', async () => {
  const entry = await makeEntry(NOW)
  expect(await mayEnter(entry, NOW)).toBe(true)
  expect(await mayEnter(entry, NOW + (ENTRY_DAYS - 1) * DAY)).toBe(true)
  expect(await mayEnter(entry, NOW + (ENTRY_DAYS + 1) * DAY)).toBe(false)
  const [until = '', signature = ''] = entry.split('.')
  const later = `${Number(until) + 1}.${signature}`
  const forged = `${until}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`
  for (const bad of [
    undefined,
    '',
    until,
    `.${signature}`,
    later,
    forged,
    `${entry} `,
    `${entry}.`,
    'x'.repeat(9_000),
  ]) {
    expect(await mayEnter(bad, NOW), bad).toBe(false)
  }
  withPassword(`${PASSWORD} changed`)
  expect(await mayEnter(entry, NOW)).toBe(false)
  withPassword(PASSWORD)
  expect(await mayEnter(entry, NOW)).toBe(true)
  withPassword(undefined)
  expect(await mayEnter(undefined, NOW)).toBe(true)
})

test('neither the password nor the signing key is stored in plain text', async () => {
  const entry = await makeEntry(NOW)
  const { rows } = await rawClient().execute('select * from meta')
  expect(rows.map((row) => row.key)).toEqual(['entry_salt'])
  expect(JSON.stringify(rows)).not.toContain(PASSWORD)
  expect(entry).not.toContain(String(rows[0]?.value))
})

test('each further wrong password doubles the wait, up to a quarter of an hour', () => {
  const waits: number[] = []
  let now = NOW
  for (let n = 0; n < PASSWORD_TRIES.free + 12; n++) {
    const tried = tryPassword('wrong', at('192.0.2.1'), now)
    if (tried.ok) throw new Error('it opened')
    expect(tried.wasRead).toBe(true)
    waits.push(tried.waitMs)
    // During the wait not even the right password is checked, and an attempt doesn’t extend the wait.
    if (tried.waitMs > 0) {
      const early = tryPassword(PASSWORD, at('192.0.2.1'), now + tried.waitMs - 1)
      expect(early).toEqual({ ok: false, waitMs: 1, wasRead: false })
    }
    now += tried.waitMs
  }
  const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900].map((s) => s * 1000)
  expect(waits).toEqual([...Array(PASSWORD_TRIES.free - 1).fill(0), ...doubled])
  expect(tryPassword('wrong', at('192.0.2.2'), NOW)).toMatchObject({ waitMs: 0 })
  expect(tryPassword(PASSWORD, at('192.0.2.1'), now)).toEqual({ ok: true })
  expect(tryPassword('wrong', at('192.0.2.1'), now)).toMatchObject({ waitMs: 0, wasRead: true })
})

test('a burst of attempts isn’t checked faster than a sequence', async () => {
  const burst = await Promise.all(
    Array.from({ length: 80 }, async () => tryPassword('wrong', at('192.0.2.9'), NOW)),
  )
  expect(burst.filter((tried) => !tried.ok && tried.wasRead)).toHaveLength(PASSWORD_TRIES.free)
})

test('guesses from many addresses share one limit per minute, also when the password is right', () => {
  const { free, everyMs } = PASSWORD_TRIES.together
  const perSecond = 129
  let read = 0
  let late = NOW
  for (let n = 0; n < perSecond * 35; n++) {
    late = NOW + Math.floor((n * 1000) / perSecond)
    const tried = tryPassword('wrong', at(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`), late)
    if (!tried.ok && tried.wasRead) read += 1
  }
  expect(read).toBe(free + Math.floor((late - NOW) / everyMs))
  const refused = tryPassword(PASSWORD, at('203.0.113.1'), late)
  expect(refused).toMatchObject({ ok: false, wasRead: false })
  if (refused.ok) throw new Error('it opened')
  expect(refused.waitMs).toBeLessThanOrEqual(everyMs)
  expect(tryPassword(PASSWORD, at('203.0.113.1'), late + refused.waitMs)).toEqual({ ok: true })
})

test('guesses of others don’t delay a device that was signed in or an address that gave the password', () => {
  expect(tryPassword(PASSWORD, at('203.0.113.5'), NOW)).toEqual({ ok: true })
  const guess = () => {
    for (let n = 0; n < PASSWORD_TRIES.together.free + 20; n++) tryPassword('wrong', at(`10.9.0.${n}`), NOW)
  }
  guess()
  expect(tryPassword(PASSWORD, at('203.0.113.6'), NOW)).toMatchObject({ ok: false, wasRead: false })
  expect(tryPassword(PASSWORD, at('203.0.113.5'), NOW)).toEqual({ ok: true })
  expect(tryPassword(PASSWORD, { address: '203.0.113.6', device: 'known' }, NOW)).toEqual({ ok: true })
  // A device has its own limit, from any address.
  const from = (n: number) => ({ address: `203.0.113.${n}`, device: 'stolen' })
  for (let n = 0; n < PASSWORD_TRIES.free; n++) tryPassword('wrong', from(n), NOW)
  expect(tryPassword(PASSWORD, from(99), NOW)).toMatchObject({ ok: false, wasRead: false })
})

test('addresses are forgotten after a day, and their number is limited', () => {
  for (let n = 0; n < PASSWORD_TRIES.addresses + 50; n++) countWrong(at(`10.0.${n >> 8}.${n & 255}`), NOW)
  expect(addressesKept()).toBe(PASSWORD_TRIES.addresses)
  countWrong(at('192.0.2.3'), NOW + PASSWORD_TRIES.forgetMs + 1)
  expect(addressesKept()).toBe(1)
})

test('a route requires the access cookie besides the user’s; a token is enough', async () => {
  const { userId, token } = await write((tx) => makeUser(tx, Date.now()))
  const made = await makeToken(userId, 'a program')
  if (!made.ok) throw new Error(made.message)
  const ask = (headers: Record<string, string>) => {
    const request = new NextRequest('http://localhost/api/boards', {
      headers: { host: 'localhost', ...headers },
    })
    return callerOf(request)
  }
  const cookie = `${COOKIE}=${token}`
  expect(await ask({ cookie })).toMatchObject({ ok: false, status: 401 })
  expect(await ask({ cookie: `${cookie}; ${ENTRY_COOKIE}=x` })).toMatchObject({ ok: false, status: 401 })
  const entry = await makeEntry()
  expect(await ask({ cookie: `${cookie}; ${ENTRY_COOKIE}=${entry}` })).toMatchObject({
    ok: true,
    by: 'cookie',
  })
  expect(await ask({ cookie: `${ENTRY_COOKIE}=${entry}` })).toMatchObject({ ok: false, status: 401 })
  expect(await ask({ authorization: `Bearer ${made.token}` })).toMatchObject({ ok: true, by: 'token' })
})

test('after the password, only paths of this server are redirected to', () => {
  for (const own of ['/', '/boards/1f', '/boards/1f?view=state', '/settings']) expect(ownPath(own)).toBe(own)
  for (const other of [
    ...[
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '/\t/evil.example',
    ],
    ...[
      '',
      null,
      undefined,
      'boards/1f',
      `/${'a'.repeat(600)}`,
      '/password',
      '/password?to=/',
      '/.//evil.example',
    ],
  ]) {
    expect(ownPath(other), String(other)).toBe('/')
  }
})

test('a server that accepts other computers needs a password; loopback needs none', () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.1.20', 'board.example.org', '127.0.0.1.example.org']) {
    expect(() => readEnvironment({ HOST })).toThrow(
      /TASKBOARD_ACCESS_PASSWORD: required \(at least 12 characters\) when HOST/,
    )
    expect(() => readEnvironment({ HOST, TASKBOARD_ACCESS_PASSWORD: 'short' })).toThrow(/at least 12/)
    expect(readEnvironment({ HOST, TASKBOARD_ACCESS_PASSWORD: PASSWORD }).HOST).toBe(HOST)
  }
  for (const HOST of ['127.0.0.1', '127.1.2.3', 'localhost', '::1', '', undefined]) {
    expect(readEnvironment({ HOST }).TASKBOARD_ACCESS_PASSWORD).toBeUndefined()
  }
})

test('a server answers to the address it listens on', () => {
  const allowed = (HOST: string) =>
    readEnvironment({ HOST, TASKBOARD_ACCESS_PASSWORD: PASSWORD, ALLOWED_HOSTS: 'Board.example.org' })
      .ALLOWED_HOSTS
  expect(allowed('0.0.0.0')).toEqual(['board.example.org'])
  expect(allowed('192.168.1.20')).toEqual(['board.example.org', '192.168.1.20'])
  expect(allowed('fe80::1')).toEqual(['board.example.org', '[fe80::1]'])
})

const OPEN = [
  'app/healthz/route.ts',
  'app/api/openapi.json/route.ts',
  'app/password/page.tsx',
  'app/password/enter/route.ts',
]

test('every page and route requires the password, except those listed', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).map((name) => join('app', name))
  const entries = files.filter((name) => /\/(page\.tsx|route\.ts)$/.test(name))
  const asking = /\b(currentVisit|hasEntered|callerOf|endpoint)\(/
  const silent = entries.filter((name) => !asking.test(readFileSync(name, 'utf8')))
  expect(silent.filter((name) => !OPEN.includes(name))).toEqual([])
  expect(readFileSync('app/api/endpoint.ts', 'utf8')).toMatch(/\bserve\(/)
  expect(readFileSync('lib/identity/api-route.ts', 'utf8')).toMatch(/\bcallerOf\(/)
})
