/** The session cookie: never one supplied by the client, and never valid after signing out. */
import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { expect, test } from '../support/fixtures.ts'
import { sql } from '../support/programs.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { covered } from './cover.ts'
import { arrive, known, newKey, type Person } from './users.ts'
import { deviceOf, signedOutCookie } from './victim.ts'
import { inParallel, send } from './wire.ts'

// Its own server: link attempts are counted over all users.
test.use({ serverEnv: { LOG_LEVEL: 'debug' } })

const BOARD = 'boards/[sessionId]'
const secretOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)
const addTask = (person: Person, title: string) =>
  person.done(`${BOARD}/runCommand`, [
    person.board,
    newKey(),
    { name: 'add_task', input: { id: newKey(), title } },
  ])

test('a cookie supplied by the client is never adopted, and a valid one is hard to lose', async ({
  server,
}) => {
  const handed = randomBytes(32).toString('base64url')
  const tries = [
    handed,
    `${handed}; taskboard=${handed}`,
    'x',
    '',
    '%00',
    '../../etc/passwd',
    'a'.repeat(4_000),
  ]
  for (const value of tries) {
    const { headers, status } = await send(server.port, {
      path: '/start',
      headers: { Cookie: `taskboard=${value}` },
    })
    expect(status).toBe(307)
    const given = headers['set-cookie']?.[0] ?? ''
    expect(given).toMatch(
      /^taskboard=[\w-]{43}; Path=\/; Expires=[^;]+; Max-Age=34560000; HttpOnly; SameSite=lax$/i,
    )
    if (value) expect(given).not.toContain(`taskboard=${value};`)
    expect((await known(server, `taskboard=${value}`).ask({ path: '/api/boards' })).status).toBe(401)
  }
  const { cookie } = await arrive(server)
  const stored = await sql(server, 'select group_concat(token_hash || device) as all_of from auth_sessions')
  expect(String(stored[0]?.all_of)).not.toContain(secretOf(cookie))
  covered('handed-in cookies', { values: tries.length })
})

test('on https the cookie is bound to this host, and one set by a sibling domain changes nothing', async () => {
  const server = await startServer({ env: { TRUST_PROXY: '1' } })
  const https = { 'X-Forwarded-Proto': 'https', Origin: server.url }
  const first = await send(server.port, { path: '/start', headers: { 'User-Agent': 'a person', ...https } })
  const [given = ''] = first.headers['set-cookie'] ?? []
  expect(given).toMatch(/^__Host-taskboard=[\w-]{43}; Path=\/; .*Secure; HttpOnly; SameSite=lax$/i)
  expect(given).not.toMatch(/domain/i)
  const own = given.split(';')[0] ?? ''
  const mine = known(server, own)
  const stranger = await arrive(server)
  const boards = async (cookie: string) => (await known(server, cookie).ask({ path: '/api/boards' })).body
  expect(await boards(`${stranger.cookie}; ${own}`)).toBe(await boards(own))
  // A browser that was signed in before the prefix stays signed in.
  expect(await boards(own.replace('__Host-', ''))).toBe(await boards(own))

  const { url } = await mine.done('settings/makeDeviceLink', [])
  const origin = { Origin: server.url.replace('http:', 'https:') }
  const opened = await known(server, null).call('link/[code]/openHere', [String(url).split('/').at(-1)], {
    headers: origin,
  })
  const [other = ''] = opened.reply.headers['set-cookie']?.[0]?.split(';') ?? []
  expect(other).toMatch(/^__Host-taskboard=/)
  const { reply } = await known(server, other).call('settings/signOutDevice', [deviceOf(other)])
  expect(reply.headers['set-cookie']?.join()).toMatch(/__Host-taskboard=; Path=\/; [^,]*Secure/)
  expect((await known(server, other).ask({ path: '/api/boards' })).status).toBe(401)
  await server.stop()
})

test('another account in the same browser gets another cookie, and the previous one is invalid', async ({
  server,
}) => {
  const [owner, visitor] = [await arrive(server), await arrive(server)]
  const link = async () =>
    String((await owner.done('settings/makeDeviceLink', [])).url)
      .split('/')
      .at(-1) as string
  const { reply } = await visitor.call('link/[code]/openHere', [await link()])
  const cookie = reply.headers['set-cookie']?.[0]?.split(';')[0] as string
  expect(secretOf(cookie)).not.toBe(secretOf(visitor.cookie))
  expect((await known(server, cookie).ask({ path: `/api/boards/${owner.board}/state` })).status).toBe(200)
  expect((await visitor.ask({ path: '/api/boards' })).status).toBe(401)
  // With many attempts at once, a link works once.
  const code = await link()
  const opened = await inParallel(
    Array.from({ length: 12 }),
    () => known(server, null).call('link/[code]/openHere', [code]),
    12,
  )
  expect(opened.filter(({ answer }) => answer?.ok)).toHaveLength(1)
  covered('links', { 'opened at once': opened.length })
})

test('the cookie is in no page, response or log; a signed-out one gives no access', async ({ server }) => {
  const person = await arrive(server)
  const gone = await signedOutCookie(server, person)
  await addTask(person, 'known to its owner')
  const paths = [
    '/',
    '/start',
    '/settings',
    `/boards/${person.board}`,
    '/api/boards',
    '/api/export',
    '/api/feed?once=1',
    '/link/x',
    '/nope',
    `/api/boards/${person.board}/export`,
  ]
  for (const path of paths) {
    const reply = await person.ask({ path })
    expect(reply.body + JSON.stringify(reply.headers), path).not.toContain(secretOf(person.cookie))
    const after = await known(server, gone).ask({ path })
    expect(after.body + JSON.stringify(after.headers), path).not.toContain('known to its owner')
  }
  expect(server.log()).not.toContain(secretOf(person.cookie))
  expect(server.log()).not.toContain(secretOf(gone))
  covered('where a cookie could be', { paths: paths.length })
})

/** Reads a feed; `ended` gives the time after which the server closed it. */
function openFeed(server: TestServer, cookie: string, headers: Record<string, string> = {}) {
  let told = ''
  const request = get(`${server.url}/api/feed`, { headers: { Cookie: cookie, ...headers }, agent: false })
  const opened = Promise.withResolvers<number>()
  const ended = Promise.withResolvers<number>()
  request.on('response', (response) => {
    opened.resolve(response.statusCode ?? 0)
    response.on('data', (chunk) => {
      told += chunk
    })
    response.on('end', () => ended.resolve(Date.now()))
    response.on('error', () => ended.resolve(Date.now()))
  })
  request.on('error', () => undefined)
  return { opened: opened.promise, ended: ended.promise, told: () => told, leave: () => request.destroy() }
}

test('a feed has only its own user’s events, and none once the device is signed out', async ({ server }) => {
  const [owner, stranger] = [await arrive(server), await arrive(server)]
  const refused = [
    null,
    `taskboard=${randomBytes(32).toString('base64url')}`,
    await signedOutCookie(server, owner),
  ]
  for (const cookie of refused) {
    expect((await known(server, cookie).ask({ path: '/api/feed' })).status).toBe(401)
  }
  const link = String((await owner.done('settings/makeDeviceLink', [])).url)
    .split('/')
    .at(-1)
  const { reply } = await known(server, null).call('link/[code]/openHere', [link])
  const second = openFeed(server, reply.headers['set-cookie']?.[0]?.split(';')[0] as string)
  const mine = openFeed(server, owner.cookie)
  // With any cursor and any board, a stranger gets only their own events.
  const foreign = [
    openFeed(server, stranger.cookie),
    openFeed(server, stranger.cookie, { 'Last-Event-ID': '0' }),
  ]
  for (const feed of [second, mine, ...foreign]) expect(await feed.opened).toBe(200)
  await addTask(owner, 'told before')
  await addTask(stranger, 'of the stranger')
  await expect.poll(second.told).toContain('told before')
  await expect.poll(mine.told).toContain('told before')
  for (const feed of foreign) await expect.poll(feed.told).toContain('of the stranger')

  const from = Date.now()
  await owner.done('settings/signOutOthers', [])
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await addTask(owner, 'told after')
  const took = (await second.ended) - from
  expect(took).toBeLessThan(5_000)
  expect(second.told()).not.toContain('told after')
  await expect.poll(mine.told).toContain('told after')
  for (const feed of foreign) expect(feed.told()).not.toMatch(/told before|told after/)
  for (const path of [
    `/api/feed?once=1&after=0&session=${owner.board}`,
    `/api/feed?once=1&userId=${owner.board}`,
  ]) {
    expect((await stranger.ask({ path })).body).not.toMatch(/told before|told after/)
  }
  for (const feed of [mine, ...foreign]) feed.leave()
  covered('feeds', { 'refused callers': refused.length, 'ms until a signed-out one was closed': took })
})

test('a feed whose cookie expired is closed', async ({ server }) => {
  const person = await arrive(server)
  const feed = openFeed(server, person.cookie)
  expect(await feed.opened).toBe(200)
  const mine = 'select user_id from sessions where id = ?'
  await sql(server, `update auth_sessions set expires_at = 1 where user_id = (${mine})`, [person.board])
  const from = Date.now()
  expect((await feed.ended) - from).toBeLessThan(5_000)
})
