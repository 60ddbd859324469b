import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawClient, write } from '#db/client.ts'
import { openTestDatabase } from '#db/testing.ts'
import { RATES } from '#lib/limits.ts'
import { COOKIE_DAYS, findVisit, makeUser, renewVisit } from './auth.ts'
import { canonicalOrigin, isAllowedHost, isSameOrigin } from './hosts.ts'
import { type Asker, checkRateLimit, overImports, type RateName } from './rate-limits.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const DAY = 86_400_000

test('a token only opens its own account, and is stored hashed', async () => {
  const [ana, ben] = [
    await write((tx) => makeUser(tx, Date.now())),
    await write((tx) => makeUser(tx, Date.now())),
  ]
  expect((await findVisit(ana.token))?.user.id).toBe(ana.userId)
  expect((await findVisit(ben.token))?.user.id).toBe(ben.userId)
  const { rows } = await rawClient().execute('select token_hash from auth_sessions')
  expect(JSON.stringify(rows)).not.toContain(ana.token)
})

test.each([undefined, '', 'x', 'a'.repeat(43), "' or 1=1 --", 'a'.repeat(5000)])(
  '%s is no token',
  async (token) => {
    expect(await findVisit(token)).toBeNull()
  },
)

test('a cookie lasts 400 days from its last use', async () => {
  const start = Date.now()
  const { token } = await write((tx) => makeUser(tx, start))
  expect(await findVisit(token, start + (COOKIE_DAYS - 1) * DAY)).toMatchObject({ renew: true })
  expect(await findVisit(token, start + (COOKIE_DAYS + 1) * DAY)).toBeNull()
  await renewVisit(token, '', start + 300 * DAY)
  expect(await findVisit(token, start + 600 * DAY)).not.toBeNull()
  expect(await findVisit(token, start + 300 * DAY + 1)).toMatchObject({ renew: false })
})

test('hosts: loopback and the allowed ones, whatever the port', () => {
  expect(isAllowedHost('localhost:3000', [])).toBe(true)
  expect(isAllowedHost('[::1]:3000', [])).toBe(true)
  expect(isAllowedHost('board.example', ['board.example'])).toBe(true)
  expect(isAllowedHost('evil.example', ['board.example'])).toBe(false)
  expect(isAllowedHost('localhost.evil.example', [])).toBe(false)
  expect(isAllowedHost(null, [])).toBe(false)
})

test('a numeric loopback is localhost', () => {
  expect(canonicalOrigin('127.0.0.1:3000')).toBe('http://localhost:3000')
  expect(canonicalOrigin('[::1]')).toBe('http://localhost')
  expect(canonicalOrigin('localhost:3000')).toBeNull()
  expect(canonicalOrigin('board.example')).toBeNull()
})

test('origins: only this host', () => {
  expect(isSameOrigin('http://localhost:3000', 'localhost:3000')).toBe(true)
  expect(isSameOrigin('http://localhost:4000', 'localhost:3000')).toBe(false)
  expect(isSameOrigin('null', 'localhost:3000')).toBe(false)
  expect(isSameOrigin(null, 'localhost:3000')).toBe(false)
})

const calls = (count: number, name: RateName, from: (index: number) => Asker) =>
  Promise.all(Array.from({ length: count }, (_, index) => checkRateLimit(name, from(index))))
const passed = (answers: readonly unknown[]) => answers.filter((answer) => answer === null).length

test('concurrent calls can’t exceed a rate', async () => {
  const answers = await calls(80, 'messages', () => ({ user: 'one', address: '192.0.2.1' }))
  expect(passed(answers)).toBe(RATES.messages.user)
  expect(answers.find((answer) => answer !== null)).toMatchObject({
    code: 'rate',
    message: expect.stringMatching(
      /^The limit is 60 messages a minute for one user\. Try again in \d+ seconds\.$/,
    ),
    retryAfter: expect.any(Number),
  })
  expect(await checkRateLimit('messages', { user: 'another', address: '192.0.2.1' })).toBeNull()
})

test('users of one address share its limit, and another address has its own', async () => {
  const { address: limit } = RATES.messages
  const from = (address: string) => (index: number) => ({ user: `${address} ${index % 50}`, address })
  const answers = await calls(limit + 40, 'messages', from('192.0.2.2'))
  expect(passed(answers)).toBe(limit)
  expect(answers.at(-1)?.message).toMatch(/^The limit is \d+ messages a minute for one network address\./)
  expect(passed(await calls(10, 'messages', from('192.0.2.3')))).toBe(10)
})

test('loopback has no limit per address, only that of the server', async () => {
  const local = await calls(RATES.users.address + 20, 'users', () => ({ address: '127.0.0.1' }))
  expect(passed(local)).toBe(RATES.users.address + 20)
})

test('all addresses together share the limit of the server', async () => {
  const answers = await calls(RATES.links.all + 50, 'links', (index) => ({ address: `198.51.100.${index}` }))
  expect(passed(answers)).toBe(RATES.links.all)
  expect(answers.at(-1)?.message).toMatch(/^The limit is \d+ device links a minute for this server\./)
})

test('imported files are limited in bytes per hour and user', async () => {
  const file = RATES.imports.user / 10
  const answers = await Promise.all(Array.from({ length: 11 }, () => overImports('importer', file)))
  expect(answers.slice(0, 10).every((answer) => answer === null)).toBe(true)
  expect(answers[10]).toMatchObject({ code: 'rate' })
  expect(answers[10]?.message).toMatch(
    /^The limit is 500 MB of imported files an hour for one user\. Try again in \d+ seconds\.$/,
  )
  expect(await overImports('another importer', file)).toBeNull()
})
