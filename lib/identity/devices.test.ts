import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database, rawClient, write } from '#db/client.ts'
import { deviceLinks } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { COOKIE_DAYS, findVisit, insertVisit, makeUser } from './auth.ts'
import {
  DEVICE_LINK_MS,
  findDeviceLink,
  makeDeviceLink,
  NO_LINK,
  qrCode,
  redeemDeviceLink,
} from './device-links.ts'
import { deviceOf, listDevices, signOutDevice, signOutOthers } from './devices.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const NOW = 1_800_000_000_000
const somebody = () => write((tx) => makeUser(tx, NOW, { device: 'Firefox on Linux' }))
const userOf = async (token: string | null, now = NOW) =>
  (await findVisit(token ?? undefined, now))?.user.id ?? null

test('a link signs in to the account that created it, once', async () => {
  const { userId } = await somebody()
  const { code, expiresAt } = await makeDeviceLink(userId, NOW)
  expect(expiresAt).toBe(NOW + DEVICE_LINK_MS)
  expect(await findDeviceLink(code, NOW)).toBe(userId)
  expect(await findDeviceLink(code, NOW)).toBe(userId)
  const opened = await redeemDeviceLink({ code, device: 'Safari on iOS' }, NOW)
  if (!opened.ok) throw new Error(opened.message)
  expect(await userOf(opened.token)).toBe(userId)
  expect(await redeemDeviceLink({ code, device: 'again' }, NOW)).toEqual(NO_LINK)
  expect(await findDeviceLink(code, NOW)).toBeNull()
  const devices = await listDevices(userId, opened.token ?? '', NOW)
  expect(devices.map(({ words, isThis }) => [words, isThis])).toEqual([
    ['Safari on iOS', true],
    ['Firefox on Linux', false],
  ])
})

test('of two browsers that open a link at once, one is signed in', async () => {
  const { userId } = await somebody()
  const { code } = await makeDeviceLink(userId, NOW)
  const both = await Promise.all([1, 2].map(() => redeemDeviceLink({ code, device: '' }, NOW)))
  expect(both.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(await listDevices(userId, undefined, NOW)).toHaveLength(2)
})

test('an expired link is invalid', async () => {
  const { userId } = await somebody()
  const { code } = await makeDeviceLink(userId, NOW)
  expect(await findDeviceLink(code, NOW + DEVICE_LINK_MS - 1)).toBe(userId)
  expect(await findDeviceLink(code, NOW + DEVICE_LINK_MS)).toBeNull()
  expect(await redeemDeviceLink({ code, device: '' }, NOW + DEVICE_LINK_MS)).toEqual(NO_LINK)
  expect(await listDevices(userId, undefined, NOW)).toHaveLength(1)
})

test('a newer link replaces the previous one', async () => {
  const { userId } = await somebody()
  const first = await makeDeviceLink(userId, NOW)
  const second = await makeDeviceLink(userId, NOW)
  expect(await findDeviceLink(first.code, NOW)).toBeNull()
  expect(await findDeviceLink(second.code, NOW)).toBe(userId)
})

test.each(['', 'x', 'a'.repeat(43), "' or 1=1 --", '__proto__', 'a'.repeat(5000)])(
  'a stranger’s guess opens nothing: %s',
  async (code) => {
    await makeDeviceLink((await somebody()).userId, NOW)
    expect(await findDeviceLink(code, NOW)).toBeNull()
    expect(await redeemDeviceLink({ code, device: '' }, NOW)).toEqual(NO_LINK)
  },
)

test('the code is stored hashed, and its hash isn’t valid as a code', async () => {
  const { userId } = await somebody()
  const { code } = await makeDeviceLink(userId, NOW)
  const [row] = await database().select().from(deviceLinks).where(eq(deviceLinks.userId, userId))
  expect(JSON.stringify(row)).not.toContain(code)
  expect(await findDeviceLink(row?.codeHash ?? '', NOW)).toBeNull()
})

test('opening a link signs the browser out of its previous account, but not out of the same one', async () => {
  const [ana, ben] = [await somebody(), await somebody()]
  const { code } = await makeDeviceLink(ana.userId, NOW)
  expect(await redeemDeviceLink({ code, device: '', replaces: ana.token }, NOW)).toEqual({
    ok: true,
    token: null,
  })
  expect(await userOf(ana.token)).toBe(ana.userId)
  const opened = await redeemDeviceLink({ code, device: '', replaces: ben.token }, NOW)
  if (!opened.ok) throw new Error(opened.message)
  expect(await userOf(opened.token)).toBe(ana.userId)
  expect(await userOf(ben.token)).toBeNull()
  // An invalid old cookie doesn’t prevent signing in.
  const next = await makeDeviceLink(ana.userId, NOW)
  expect(await redeemDeviceLink({ code: next.code, device: '', replaces: 'x' }, NOW)).toMatchObject({
    ok: true,
  })
})

test('the cookie of a signed-out device is invalid; users can’t sign out devices of others', async () => {
  const [ana, ben] = [await somebody(), await somebody()]
  const phone = await write((tx) => insertVisit(tx, ana.userId, 'Safari on iOS', NOW + 1))
  const there = (await listDevices(ana.userId, ana.token, NOW)).find((device) => !device.isThis)
  expect(await signOutDevice(ben.userId, there?.id ?? '', NOW)).toMatchObject({ code: 'not_found' })
  expect(await userOf(phone)).toBe(ana.userId)
  expect(await signOutDevice(ana.userId, there?.id ?? '', NOW)).toEqual({ ok: true })
  expect(await userOf(phone)).toBeNull()
  expect(await userOf(ana.token)).toBe(ana.userId)
})

test('the last device can’t be signed out', async () => {
  const { userId, token } = await somebody()
  const [only] = await listDevices(userId, token, NOW)
  expect(await signOutDevice(userId, only?.id ?? '', NOW)).toMatchObject({ code: 'protected' })
  expect(await userOf(token)).toBe(userId)
  // A device with an expired cookie doesn’t count.
  await write((tx) => insertVisit(tx, userId, 'old', NOW - (COOKIE_DAYS + 1) * 86_400_000))
  expect(await listDevices(userId, token, NOW)).toHaveLength(1)
  expect(await signOutDevice(userId, only?.id ?? '', NOW)).toMatchObject({ code: 'protected' })
})

test('signing out all other devices keeps this one, and revokes an open link', async () => {
  const { userId, token } = await somebody()
  const others = [
    await write((tx) => insertVisit(tx, userId, 'a', NOW)),
    await write((tx) => insertVisit(tx, userId, 'b', NOW)),
  ]
  const { code } = await makeDeviceLink(userId, NOW)
  expect(await signOutOthers(userId, token)).toEqual({ ok: true, signedOut: 2 })
  expect(await Promise.all([token, ...others].map((each) => userOf(each)))).toEqual([userId, null, null])
  expect(await findDeviceLink(code, NOW)).toBeNull()
})

test('ids in the list of devices aren’t valid as tokens', async () => {
  const { userId, token } = await somebody()
  const [device] = await listDevices(userId, token, NOW)
  const { rows } = await rawClient().execute('select token_hash from auth_sessions')
  expect(JSON.stringify(rows)).not.toContain(device?.id)
  expect(await userOf(device?.id ?? '')).toBeNull()
})

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
test.each([
  [`${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`, 'Chrome on macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['<script>alert(1)</script>', ''],
  ['', ''],
])('%s is “%s”', (agent, words) => {
  expect(deviceOf(new Headers({ 'user-agent': agent }))).toBe(words)
})

test('the picture of a link is drawn with a quiet border around it', () => {
  const { size, path } = qrCode('http://localhost:3000/link/abc')
  const squares = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(squares.length).toBeGreaterThan(100)
  expect(path.replace(/M\d+ \d+h1v1h-1z/g, '')).toBe('')
  const all = squares.flat()
  expect([Math.min(...all), Math.max(...all)]).toEqual([4, size - 5])
})
