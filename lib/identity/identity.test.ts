import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawClient, write } from '#db/client.ts'
import { openTestDatabase } from '#db/testing.ts'
import { COOKIE_DAYS, findVisit, makeUser, renewVisit } from './auth.ts'
import { canonicalOrigin, isAllowedHost, isSameOrigin } from './hosts.ts'
import { overRate } from './rates.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const DAY = 86_400_000

test('a token opens its own account alone, and is stored hashed', async () => {
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

test('a visit lasts 400 days from its last use', async () => {
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

test('origins: this very host and no other', () => {
  expect(isSameOrigin('http://localhost:3000', 'localhost:3000')).toBe(true)
  expect(isSameOrigin('http://localhost:4000', 'localhost:3000')).toBe(false)
  expect(isSameOrigin('null', 'localhost:3000')).toBe(false)
  expect(isSameOrigin(null, 'localhost:3000')).toBe(false)
})

test('a rate is counted in one step, however many ask at once', async () => {
  const answers = await Promise.all(Array.from({ length: 80 }, () => overRate('messages', 'somebody')))
  expect(answers.filter((answer) => answer === null)).toHaveLength(60)
  expect(answers.find((answer) => answer !== null)).toMatchObject({ code: 'rate' })
  expect(await overRate('messages', 'somebody else')).toBeNull()
})
