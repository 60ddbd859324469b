/** A server that other computers can reach: nothing is accessible without its password. */
import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { BoardPage } from './support/board-page.ts'
import { readTruth, sessionOf } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'
import { startServer, type TestServer } from './support/server.ts'

const PASSWORD = 'open sesame, please'
const HOST = 'board.test'
const CANARY = 'canary of the locked board'
const reachable = { HOST: '0.0.0.0', TASKBOARD_ACCESS_PASSWORD: PASSWORD, ALLOWED_HOSTS: HOST }

test.use({
  serverEnv: reachable,
  // The browser says so of every page without https.
  allowedErrors: [/Cross-Origin-Opener-Policy header has been ignored|Failed to load resource: .* 401/],
  // Under the name it has for others, which is no secure context either.
  baseURL: async ({ server }, use) => use(`http://${HOST}:${server.port}`),
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`]
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

const field = (page: Page) => page.getByLabel('Password', { exact: true })

async function give(page: Page, password: string): Promise<void> {
  await field(page).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function enter(page: Page): Promise<BoardPage> {
  await page.goto('/')
  await give(page, PASSWORD)
  const board = new BoardPage(page)
  await page.waitForURL(/\/boards\/[0-9a-f]+$/)
  await board.ready()
  return board
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }

/** As a program asks, with any headers, Host among them. */
function ask(
  { port }: { port: number },
  path: string,
  given: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body = '' } = given
  const all = { host: `${HOST}:${port}`, 'content-length': `${Buffer.byteLength(body)}`, ...headers }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: all, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        // A feed that is open never ends: what it holds has been seen.
        if (text.length > 200_000) answer.destroy()
      })
      const done = () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text })
      answer.on('end', done).on('close', done)
      setTimeout(() => answer.destroy(), 5_000).unref()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A wrong or right password as the form sends it. */
function post(server: { port: number }, password: string, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ password, to: '/' }).toString()
  const form = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: `http://${HOST}:${server.port}`,
  }
  return ask(server, '/password/enter', { method: 'POST', body, headers: { ...form, ...headers } })
}

async function cookieOf(context: BrowserContext, name: string): Promise<string> {
  const found = (await context.cookies()).find((cookie) => cookie.name === name)
  return found ? `${name}=${found.value}` : ''
}

test('the password page has one field and passes axe', async ({ page }) => {
  await page.goto('/boards/0123456789abcdef0123456789abcdef')
  await expect(page).toHaveURL(/\/password\?to=/)
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)
  await give(page, 'a wrong one')
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong password.' })).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 700 })
})

test('it works without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/settings')
  await give(page, PASSWORD)
  await expect(page).toHaveURL(/\/(settings|boards\/)/)
  await context.close()
})

test('the right password redirects to the wanted page, and is asked once per browser', async ({
  page,
  context,
}) => {
  const board = await enter(page)
  await board.say(`add a task: ${CANARY}`)
  const path = new URL(page.url()).pathname
  const entry = (await context.cookies()).find(({ name }) => name === 'taskboard_entry')
  expect(entry).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false, path: '/' })
  expect(entry?.value).not.toContain(PASSWORD)
  await page.reload()
  await board.ready()
  await expect(board.card(CANARY)).toBeVisible()
  // The cookie of the user alone opens nothing; with the password again it does, at the same place.
  await context.clearCookies({ name: 'taskboard_entry' })
  await page.goto(path)
  await expect(page).toHaveURL(`/password?to=${encodeURIComponent(path)}`)
  expect(await page.content()).not.toContain(CANARY)
  await give(page, PASSWORD)
  await page.waitForURL(`**${path}`)
  await board.ready()
  await expect(board.card(CANARY)).toBeVisible()
})

test('an open board whose access ended shows nothing new and changes nothing', async ({
  page,
  context,
  server,
}) => {
  const board = await enter(page)
  await board.say(`add a task: ${CANARY}`)
  const sessionId = sessionOf(page)
  const before = await readTruth(server.databasePath, sessionId)
  await context.clearCookies({ name: 'taskboard_entry' })
  await board.message.fill('add a task: without the password')
  await board.message.press('Enter')
  await expect(page.getByText('Access password required. Reload the page.').first()).toBeVisible()
  expect(await readTruth(server.databasePath, sessionId)).toEqual(before)
})

/** Every page and route of the app, and each of its methods. */
function waysIn(sessionId: string): { path: string; method: string }[] {
  const names = readdirSync('app', { recursive: true, encoding: 'utf8' })
  return names.flatMap((name) => {
    if (!/(^|\/)(page\.tsx|route\.ts)$/.test(name)) return []
    const place = name.replace(/\/?(page\.tsx|route\.ts)$/, '')
    const path = `/${place.replace('[sessionId]', sessionId).replace(/\[\w+\]/g, 'a'.repeat(43))}`
    const source = readFileSync(join('app', name), 'utf8')
    const methods = [...source.matchAll(/export (?:async function|const) (GET|POST|PUT|PATCH|DELETE)\b/g)]
    return (name.endsWith('page.tsx') ? ['GET'] : methods.map((match) => match[1] ?? '')).map((method) => ({
      path,
      method,
    }))
  })
}

/** Every action of the build, and the path of a page that has it. */
function actions(sessionId: string): { id: string; path: string }[] {
  const manifest = JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8'))
  return Object.entries<{ workers: object }>(manifest.node).map(([id, { workers }]) => {
    const page = Object.keys(workers)[0]?.replace(/^app|\/page$/g, '') ?? '/'
    return { id, path: page.replace('[sessionId]', sessionId).replace(/\[\w+\]/g, 'a'.repeat(43)) }
  })
}

test('no page, route or action returns or changes anything without the password @long', async ({
  page,
  context,
  server,
}) => {
  const board = await enter(page)
  await board.say(`add a task: ${CANARY}`)
  const sessionId = sessionOf(page)
  const user = await cookieOf(context, 'taskboard')
  const entry = await cookieOf(context, 'taskboard_entry')
  const origin = `http://${HOST}:${server.port}`
  const before = await readTruth(server.databasePath, sessionId)
  const ways = waysIn(sessionId)
  expect(ways.length).toBeGreaterThan(10)
  const open = ['/healthz', '/password', '/password/enter']
  for (const cookie of [user, `${user}; taskboard_entry=1.x`, `${user}; ${entry.slice(0, -1)}`]) {
    for (const { path, method } of ways.filter((way) => !open.includes(way.path))) {
      const what = `${method} ${path}`
      const answer = await ask(server, path, {
        method,
        headers: { cookie, origin },
        body: method === 'GET' ? '' : '{}',
      })
      expect(answer.body, what).not.toContain(CANARY)
      if (answer.status === 307) expect(answer.headers.location, what).toMatch(/^\/password(\?|$)/)
      else expect([401, 403], `${what} answered ${answer.status}`).toContain(answer.status)
    }
  }
  // What a navigation inside the app fetches: a page without its layout.
  const tree = encodeURIComponent(JSON.stringify(['', { children: ['settings', {}] }, null, 'refetch']))
  for (const path of [`/boards/${sessionId}`, '/settings', `/link/${'a'.repeat(43)}`]) {
    const headers = { cookie: user, rsc: '1', 'next-router-state-tree': tree }
    expect((await ask(server, `${path}?_rsc=x`, { headers })).body, path).not.toContain(CANARY)
  }
  const all = actions(sessionId)
  expect(all.length).toBeGreaterThan(20)
  for (const { id, path } of all) {
    const headers = { cookie: user, origin, 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' }
    const body = JSON.stringify([sessionId, sessionId])
    const answer = await ask(server, path, { method: 'POST', headers, body })
    expect(answer.body, id).not.toContain(CANARY)
    expect(answer.body, id).toContain('Access password required.')
    // On any other path it is as closed.
    const nowhere = await ask(server, '/nope', { method: 'POST', headers, body })
    expect(nowhere.body, id).not.toContain(CANARY)
  }
  expect(await readTruth(server.databasePath, sessionId)).toEqual(before)
  // With the entry the same calls answer: they were real.
  const both = { cookie: `${user}; ${entry}` }
  const exported = await ask(server, `/api/boards/${sessionId}/export?format=json`, { headers: both })
  expect([exported.status, exported.body.includes(CANARY)]).toEqual([200, true])
  expect((await ask(server, '/api/feed?once=1', { headers: both })).status).toBe(200)
})

test('health, icons and scripts are public and have no user data', async ({ page, server }) => {
  const health = await ask(server, '/healthz')
  expect([health.status, JSON.parse(health.body).ready]).toEqual([200, true])
  expect(health.body).not.toContain(PASSWORD)
  expect((await ask(server, '/favicon.ico')).status).toBe(200)
  await page.goto('/')
  expect(server.log()).not.toContain(PASSWORD)
})

test('signing out here asks for the password again @long', async ({ page, context, otherBrowser }) => {
  await enter(page)
  await page.goto('/settings')
  const { SettingsPage } = await import('./support/settings-page.ts')
  const address = await new SettingsPage(page).makeLink()
  const elsewhere = await (await otherBrowser()).newPage()
  await elsewhere.goto(address)
  await give(elsewhere, PASSWORD)
  await elsewhere.getByRole('button', { name: 'Sign in' }).click()
  await elsewhere.waitForURL(/\/boards\//)
  await page.reload()
  await page.getByRole('button', { name: 'Sign out this device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(field(page)).toBeVisible()
  const left = (await context.cookies()).map(({ name }) => name)
  expect(left.filter((name) => name.startsWith('taskboard'))).toEqual([])
})

test('an API token replaces the password', async ({ page, server }) => {
  await (await enter(page)).say(`add a task: ${CANARY}`)
  const sessionId = sessionOf(page)
  await page.goto('/settings')
  const { SettingsPage } = await import('./support/settings-page.ts')
  const token = await new SettingsPage(page).makeToken('a program')
  const path = `/api/boards/${sessionId}/export?format=json`
  const headers = { authorization: `Bearer ${token}` }
  expect((await ask(server, path, { headers })).body).toContain(CANARY)
  expect((await ask(server, path, { headers: { authorization: 'Bearer tb_x' } })).status).toBe(401)
  // It opens what programs call, and no page.
  expect((await ask(server, `/boards/${sessionId}`, { headers })).status).toBe(307)
})

/** A separate server: attempts are counted per server. */
async function withServer(
  env: Record<string, string>,
  work: (server: TestServer) => Promise<void>,
  at?: string,
) {
  const server = await startServer({ env: { ...reachable, ...env }, databasePath: at })
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}
const readTries = (answers: Answer[]) =>
  answers.filter(({ headers }) => headers.location?.includes('said=wrong')).length

test('guessing is slowed down, and forged addresses don’t help', async () => {
  test.slow()
  await withServer({}, async (server) => {
    const burst = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        post(server, `guess ${n}`, { 'x-forwarded-for': `203.0.113.${n}` }),
      ),
    )
    expect(burst.every(({ status, headers }) => status === 303 && !headers['set-cookie'])).toBe(true)
    expect(readTries(burst)).toBeGreaterThanOrEqual(5)
    // A second may pass while forty are answered; no guess but those of each ended wait is looked at.
    expect(readTries(burst)).toBeLessThanOrEqual(8)
    for (let n = 0; n < 3; n++) {
      const during = await post(server, PASSWORD, { 'x-real-ip': `203.0.113.${n}` })
      expect(during.headers['set-cookie']).toBeUndefined()
      expect(during.headers.location).toMatch(/^\/password\?to=%2F&wait=\d+$/)
      expect(Number(during.headers['retry-after'])).toBeGreaterThan(0)
    }
    await expect
      .poll(async () => (await post(server, PASSWORD)).headers['set-cookie']?.join() ?? '', {
        timeout: 30_000,
      })
      .toContain('taskboard_entry=')
  })
})

test('behind a trusted proxy each address is counted separately, and https makes the cookie secure', async () => {
  await withServer({ TRUST_PROXY: '1' }, async (server) => {
    const from = (address: string) => ({ 'x-forwarded-for': `198.51.100.1, ${address}` })
    for (let n = 0; n < 8; n++) await post(server, 'wrong', from('203.0.113.1'))
    expect((await post(server, PASSWORD, from('203.0.113.1'))).headers['set-cookie']).toBeUndefined()
    const other = await post(server, PASSWORD, { ...from('203.0.113.2'), 'x-forwarded-proto': 'https' })
    expect(other.headers['set-cookie']?.join()).toMatch(/^__Host-taskboard_entry=.*Secure/)
  })
})

test('without a trusted proxy forwarding headers are ignored', async ({ server }) => {
  const forged = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
  }
  const entered = await post(server, PASSWORD, forged)
  expect(entered.headers['set-cookie']?.join()).toContain('taskboard_entry=')
  expect(entered.headers['set-cookie']?.join()).not.toContain('Secure')
  expect(entered.headers.location).toBe('/')
  const elsewhere = await post(server, PASSWORD, { ...forged, origin: 'http://evil.example' })
  expect([elsewhere.headers['set-cookie'], elsewhere.headers.location]).toEqual([
    undefined,
    '/password?said=elsewhere',
  ])
  expect((await ask(server, '/', { headers: { host: 'evil.example' } })).status).toBe(421)
  expect(
    (await ask(server, '/', { headers: { host: 'evil.example', 'x-forwarded-host': HOST } })).status,
  ).toBe(421)
  const away = await ask(server, '/password?to=//evil.example', {})
  expect(away.body).not.toContain('value="//evil.example"')
})

test('changing the password signs every browser out @long', async ({ page, server }) => {
  const board = await enter(page)
  await board.say(`add a task: ${CANARY}`)
  const path = new URL(page.url()).pathname
  const other = 'another password, longer'
  await page.goto('about:blank')
  await server.kill('SIGTERM')
  await withServer(
    { TASKBOARD_ACCESS_PASSWORD: other },
    async ({ port }) => {
      const url = `http://${HOST}:${port}`
      await page.goto(`${url}${path}`)
      await expect(page).toHaveURL(/\/password\?to=/)
      await give(page, PASSWORD)
      await expect(page.getByText('Wrong password.')).toBeVisible()
      await give(page, other)
      await page.waitForURL(`**${path}`)
      await expect(board.card(CANARY)).toBeVisible()
      await page.goto('about:blank')
    },
    server.databasePath,
  )
  await server.start()
})

test('off loopback it does not start without a password', async () => {
  const refused = startServer({ env: { HOST: '0.0.0.0' } })
  await expect(refused).rejects.toThrow(/Taskboard: .*TASKBOARD_ACCESS_PASSWORD: required/)
})
