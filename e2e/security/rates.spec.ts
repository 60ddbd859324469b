/** Rate limits hold for bursts, per user and per address, and don't affect other callers. */

import { LIMITS, RATES } from '#lib/limits.ts'
import { startFakeOpenAI } from '../support/fake-openai-server.ts'
import { expect, test } from '../support/fixtures.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { covered, isWhole } from './cover.ts'
import { arrive, known, newKey } from './users.ts'
import { inParallel, type Reply, type Sent, send } from './wire.ts'

test.setTimeout(180_000)

let server: TestServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const many = (count: number) => Array.from({ length: count }, (_, index) => index)
const forged = (index: number) => ({
  'X-Forwarded-For': `203.0.113.${index % 250}, 198.51.100.${index % 99}`,
  'X-Real-IP': `192.0.2.${index % 250}`,
  'CF-Connecting-IP': `192.0.2.${index % 250}`,
  Forwarded: `for=192.0.2.${index % 250}`,
})
/** How many of a burst were accepted. */
async function burst(count: number, ask: (index: number) => Promise<boolean>): Promise<number> {
  return (await inParallel(many(count), ask, 25)).filter(Boolean).length
}

test('a burst is accepted up to the exact limit, whatever address it claims', async () => {
  const [person, other] = [await arrive(server), await arrive(server)]
  const calm = async () => {
    const began = performance.now()
    expect((await other.ask({ path: '/api/boards' })).status).toBe(200)
    return performance.now() - began
  }
  const through: Record<string, number> = {}
  const waits: number[] = []
  const route = async (what: string, limit: number, sent: Sent) => {
    let answered: Reply | undefined
    const passed = await burst(limit + 30, async (index) => {
      const reply = await person.ask({ ...sent, headers: { ...sent.headers, ...forged(index) } })
      if (reply.status === 429) answered = reply
      if (index % 40 === 0) waits.push(await calm())
      return reply.status !== 429
    })
    expect(passed, what).toBe(limit)
    expect(answered?.headers['retry-after'], what).toMatch(/^\d+$/)
    expect(JSON.parse(answered?.body ?? '{}'), what).toMatchObject({ ok: false, code: 'rate' })
    through[what] = passed
  }
  const action = async (what: string, limit: number, name: string, args: () => readonly unknown[]) => {
    const passed = await burst(limit + 12, async (index) => {
      const { answer } = await person.call(name, args(), { headers: forged(index) })
      return answer?.code !== 'rate'
    })
    expect(passed, what).toBe(limit)
    through[what] = passed
  }
  await action('checks', RATES.checks.user, 'settings/checkModel', () => [])
  // Invalid, but counted: every request counts.
  await route('messages', RATES.messages.user, {
    method: 'POST',
    path: `/api/boards/${person.board}/runs`,
    body: '{}',
  })
  const said = await person.call('boards/[sessionId]/sendMessage', [
    person.board,
    { id: newKey(), text: 'x' },
  ])
  expect(said.answer, 'actions and routes are counted together').toMatchObject({ code: 'rate' })
  if (isWhole) {
    await route('changes', RATES.commands.user, { method: 'POST', path: '/api/boards', body: '[]' })
    await route('reads', RATES.reads.user, { path: '/api/feed?once=1' })
  }
  expect(waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)]).toBeLessThan(2_000)
  covered('bursts', { ...through, 'calls of another user meanwhile': waits.length })
})

test('link guesses and new users per minute are limited over all addresses', async () => {
  const guessed = await burst(RATES.links.all + 10, async (index) => {
    const guess = newKey() + newKey().slice(0, 11)
    const nobody = known(server, null)
    if (index % 2 === 0)
      return !(await nobody.ask({ path: `/link/${guess}`, headers: forged(index) })).body.includes(
        'Too many attempts',
      )
    return (
      (await nobody.call('link/[code]/openHere', [guess], { headers: forged(index) })).answer?.code !== 'rate'
    )
  })
  expect(guessed).toBe(RATES.links.all)
  const users = { path: '/start', headers: { 'User-Agent': 'a person' } }
  const made = await burst(RATES.users.all + 30, async (index) => {
    const { status } = await send(server.port, { ...users, headers: { ...users.headers, ...forged(index) } })
    return status === 307
  })
  expect(made).toBeGreaterThan(RATES.users.all - 10)
  expect(made).toBeLessThanOrEqual(RATES.users.all)
  const late = await send(server.port, users)
  expect(late.status).toBe(429)
  expect(late.headers['set-cookie']).toBeUndefined()
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  covered('nobody', { guesses: guessed, users: made })
})

test('the open feeds of a user are limited @long', async () => {
  const fresh = await startServer()
  const person = await arrive(fresh)
  const gone = new AbortController()
  const asked = await Promise.all(
    many(LIMITS.feedsPerUser + 5).map(() =>
      fetch(`${fresh.url}/api/feed`, { headers: { Cookie: person.cookie }, signal: gone.signal }),
    ),
  )
  const open = asked.filter(({ status }) => status === 200).length
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(asked.length - open)
  expect(open).toBe(LIMITS.feedsPerUser)
  gone.abort()
  await expect
    .poll(async () => {
      const again = new AbortController()
      const { status } = await fetch(`${fresh.url}/api/feed`, {
        headers: { Cookie: person.cookie },
        signal: again.signal,
      })
      again.abort()
      return status
    })
    .toBe(200)
  await fresh.stop()
  covered('feeds', { asked: asked.length, open })
})

test('behind a trusted proxy, the address that it adds counts, not the client’s header @long', async () => {
  const behind = await startServer({ env: { TRUST_PROXY: '1' } })
  const start = (address: string, scheme = 'http') =>
    send(behind.port, {
      path: '/start',
      headers: { 'User-Agent': 'a person', 'X-Forwarded-For': address, 'X-Forwarded-Proto': scheme },
    })
  // A proxy may add the port too, and a client may use many ports.
  const passed = await burst(
    RATES.users.address + 20,
    async (index) => (await start(`10.0.0.${index % 200}, 203.0.113.7:${40_000 + index}`)).status === 307,
  )
  expect(passed).toBe(RATES.users.address)
  const network = await burst(
    RATES.users.address + 20,
    async (index) => (await start(`[2001:db8:1:2::${index.toString(16)}]:443`)).status === 307,
  )
  expect(network, 'one /64').toBe(RATES.users.address)
  const elsewhere = await start('203.0.113.7, 203.0.113.8', 'https')
  expect(elsewhere.status).toBe(307)
  expect(elsewhere.headers['set-cookie']?.[0]).toContain('Secure')
  const { all } = RATES.users
  const others = await burst(all, async (index) => (await start(`198.51.100.${index}`)).status === 307)
  expect(others + passed + network + 1, 'all addresses together').toBe(all)
  await behind.stop()
  covered('a trusted proxy', { addresses: all, through: others + passed + network + 1 })
})

test('model requests per minute are limited over any number of new users @long', async () => {
  const limit = 50
  const fake = await startFakeOpenAI('scripted')
  const behind = await startServer({
    env: {
      TRUST_PROXY: '1',
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: fake.url,
      INSTANT_COMMANDS: 'off',
      MODEL_CALLS_PER_MINUTE: String(limit),
    },
  })
  const began = performance.now()
  const people = await inParallel(many(30), async (index) => {
    const from = { 'X-Forwarded-For': `203.0.113.${index}` }
    const person = await arrive(behind, undefined, from)
    for (let n = 0; n < 4; n++) {
      const message = { id: newKey(), text: 'hello' }
      await person.call('boards/[sessionId]/sendMessage', [person.board, message], { headers: from })
    }
    return person
  })
  const last = people.at(-1) as (typeof people)[number]
  await expect
    .poll(async () => (await last.ask({ path: `/api/boards/${last.board}/export?format=json` })).body, {
      timeout: 60_000,
    })
    .toContain(`The limit is ${limit} model calls a minute for this server. Try again in`)
  const minutes = Math.ceil((performance.now() - began) / 60_000)
  expect(fake.requests.length).toBeGreaterThanOrEqual(limit)
  expect(fake.requests.length).toBeLessThanOrEqual(limit * minutes)
  await behind.stop()
  await fake.close()
  covered('model calls', { users: people.length, messages: people.length * 4, calls: fake.requests.length })
})
