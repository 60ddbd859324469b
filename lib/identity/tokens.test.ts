import { NextRequest } from 'next/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawClient, write } from '#db/client.ts'
import { openTestDatabase } from '#db/testing.ts'
import { refuse } from '#lib/board/model/command.ts'
import { LIMITS } from '#lib/limits.ts'
import { answerRefusal, callerOf } from './api-auth.ts'
import { COOKIE, makeUser } from './auth.ts'
import { findTokenUser, listTokens, makeToken, revokeToken } from './tokens.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const somebody = () => write((tx) => makeUser(tx, Date.now()))

async function tokenOf(userId: string, name = 'a script', now?: number) {
  const made = await makeToken(userId, name, now)
  if (!made.ok) throw new Error(made.message)
  return made
}

test('a token belongs to its user, is long, and is stored hashed', async () => {
  const [ana, ben] = [await somebody(), await somebody()]
  const { token, id } = await tokenOf(ana.userId)
  expect(token).toMatch(/^tb_[A-Za-z0-9_-]{43}$/)
  expect((await findTokenUser(token))?.id).toBe(ana.userId)
  expect((await findTokenUser((await tokenOf(ben.userId)).token))?.id).toBe(ben.userId)
  const { rows } = await rawClient().execute('select * from api_tokens')
  expect(JSON.stringify(rows)).not.toContain(token.slice(3))
  expect(await listTokens(ana.userId)).toEqual([
    { id, name: 'a script', createdAt: expect.any(Number), lastUsedAt: expect.any(Number) },
  ])
})

test.each(['', 'tb_', `tb_${'a'.repeat(43)}`, 'a'.repeat(46), "tb_' or 1=1 --", `tb_${'a'.repeat(5000)}`])(
  '%s is no token',
  async (token) => {
    expect(await findTokenUser(token)).toBeNull()
  },
)

test('a revoked token is invalid; users can’t revoke tokens of others', async () => {
  const [ana, ben] = [await somebody(), await somebody()]
  const { token, id } = await tokenOf(ana.userId)
  expect(await revokeToken(ben.userId, id)).toMatchObject({ code: 'not_found' })
  expect(await findTokenUser(token)).not.toBeNull()
  expect(await revokeToken(ana.userId, id)).toEqual({ ok: true })
  expect(await findTokenUser(token)).toBeNull()
  expect(await revokeToken(ana.userId, id)).toMatchObject({ code: 'not_found' })
  expect(await listTokens(ana.userId)).toEqual([])
})

test('a token has a name', async () => {
  const { userId } = await somebody()
  expect(await makeToken(userId, ' \n ')).toMatchObject({ code: 'invalid' })
  expect(await makeToken(userId, 'é'.repeat(LIMITS.tokenNameChars + 1))).toMatchObject({ code: 'limit' })
  await tokenOf(userId, `  two\n words `)
  expect(await listTokens(userId)).toMatchObject([{ name: 'two words' }])
})

test('the number of tokens is limited, also for concurrent requests', async () => {
  const { userId } = await somebody()
  const asked = await Promise.all(
    Array.from({ length: LIMITS.tokensPerUser + 3 }, (_, n) => makeToken(userId, `t${n}`)),
  )
  expect(asked.filter((made) => made.ok)).toHaveLength(LIMITS.tokensPerUser)
  expect(asked.find((made) => !made.ok)).toMatchObject({ code: 'limit' })
  expect(await listTokens(userId)).toHaveLength(LIMITS.tokensPerUser)
})

test('the last use is stored at most once a minute', async () => {
  const { userId } = await somebody()
  const start = 1_800_000_000_000
  const { token } = await tokenOf(userId, 'clock', start)
  const used = async () => (await listTokens(userId))[0]?.lastUsedAt
  expect(await used()).toBeNull()
  await findTokenUser(token, start + 1_000)
  expect(await used()).toBe(start + 1_000)
  await findTokenUser(token, start + 60_000)
  expect(await used()).toBe(start + 1_000)
  await findTokenUser(token, start + 61_000)
  expect(await used()).toBe(start + 61_000)
})

const URL_HERE = 'http://localhost:3000/api/boards/x/state'
function ask(method: string, headers: Record<string, string>) {
  return callerOf(new NextRequest(URL_HERE, { method, headers: { host: 'localhost:3000', ...headers } }))
}

test('a route knows its caller by token or by cookie', async () => {
  const [ana, ben] = [await somebody(), await somebody()]
  const { token } = await tokenOf(ana.userId)
  const cookie = `${COOKIE}=${ben.token}`
  const origin = 'http://localhost:3000'
  const authorization = `Bearer ${token}`
  expect(await ask('GET', { authorization })).toMatchObject({ user: { id: ana.userId }, by: 'token' })
  expect(await ask('GET', { authorization: `bearer  ${token}` })).toMatchObject({ by: 'token' })
  expect(await ask('GET', { cookie })).toMatchObject({ user: { id: ben.userId }, by: 'cookie' })
  expect(await ask('PATCH', { cookie, origin })).toMatchObject({ user: { id: ben.userId }, by: 'cookie' })
  expect(await ask('GET', { cookie, authorization })).toMatchObject({ user: { id: ana.userId } })
  // Scripts send no Origin, and one that is sent is ignored: browsers never add a token on their own.
  expect(await ask('POST', { authorization })).toMatchObject({ by: 'token' })
  expect(await ask('POST', { authorization, origin: 'http://evil.example' })).toMatchObject({ by: 'token' })
  // `Basic` belongs to a proxy.
  expect(await ask('GET', { cookie, authorization: 'Basic YTpi' })).toMatchObject({ by: 'cookie' })
})

test('a wrong token never falls back to the cookie', async () => {
  const { userId, token: visit } = await somebody()
  const cookie = `${COOKIE}=${visit}`
  const revoked = await tokenOf(userId)
  await revokeToken(userId, revoked.id)
  for (const word of [revoked.token, `tb_${'a'.repeat(43)}`, visit, 'x', '']) {
    expect(await ask('GET', { cookie, authorization: `Bearer ${word}` })).toMatchObject({ status: 401 })
  }
})

test('with a cookie, changes are only accepted from our own pages and allowed hosts', async () => {
  const { token } = await somebody()
  const cookie = `${COOKIE}=${token}`
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
    expect(await ask(method, { cookie })).toMatchObject({ ok: false, status: 403 })
    expect(await ask(method, { cookie, origin: 'http://localhost:4000' })).toMatchObject({ status: 403 })
    expect(await ask(method, { cookie, origin: 'null' })).toMatchObject({ status: 403 })
  }
  expect(await ask('GET', {})).toMatchObject({ status: 401 })
  expect(await ask('GET', { cookie: `${COOKIE}=${'a'.repeat(43)}` })).toMatchObject({ status: 401 })
  expect(await ask('GET', { cookie, host: 'evil.example' })).toMatchObject({ status: 421 })
})

test('a refusal has its status and nothing else', async () => {
  const unknown = await ask('GET', {})
  if (unknown.ok) throw new Error('somebody')
  const answer = answerRefusal(unknown)
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Taskboard"'])
  expect(await answer.json()).toEqual({ ok: false, code: 'not_allowed', message: expect.any(String) })
  expect(answerRefusal(refuse('moved_on', 'It moved on.')).status).toBe(409)
  expect(answerRefusal(refuse('not_found', 'There is none.')).status).toBe(404)
})
