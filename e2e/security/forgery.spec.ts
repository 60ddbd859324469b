/** Other sites and host names can do nothing in the browser of a signed-in user. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../support/fixtures.ts'
import { sql } from '../support/programs.ts'
import type { TestServer } from '../support/server.ts'
import { ACTIONS } from './actions.ts'
import { covered, some } from './cover.ts'
import { ROUTES } from './routes.ts'
import { actionRequest, answerIn, arrive } from './users.ts'
import { makeVictim, rowsOf } from './victim.ts'
import { inParallel, send } from './wire.ts'

test.setTimeout(120_000)

const foreignHosts = (port: number) => [
  'evil.example',
  `evil.example:${port}`,
  `localhost.evil.example:${port}`,
  `127.0.0.1.evil.example:${port}`,
  `evil.example/localhost:${port}`,
  `localhost:${port}.evil.example`,
  `localhost@evil.example`,
  `0.0.0.0:${port}`,
  '169.254.169.254',
  'xn--lcalhost-54a',
  '',
]

test('an unknown host name gets no content', async ({ server }) => {
  const victim = await makeVictim(server)
  const paths = Object.values(ROUTES).flatMap(({ path, names, calls }) =>
    /\.(svg|ico)$/.test(path('', ''))
      ? []
      : calls.map(({ method }) => ({ method, path: path(victim.board, victim.document), names })),
  )
  const odd = [
    '/icon.svgx',
    '/favicon.icox',
    '/faviconxico',
    '/_next/staticx',
    '/_next/image?url=/icon.svg&w=64&q=75',
  ]
  const all = [...paths, ...odd.map((path) => ({ method: 'GET', path, names: 'public' }))]
  const tries = foreignHosts(server.port).flatMap((host) => all.map((one) => ({ host, ...one })))
  await inParallel(tries, async ({ host, method, path }) => {
    const headers = {
      Host: host,
      Cookie: victim.cookie,
      Origin: `http://${host}`,
      'X-Forwarded-Host': `localhost:${server.port}`,
    }
    const reply = await send(server.port, {
      method,
      path,
      headers,
      body: method === 'GET' ? undefined : '{}',
    })
    // Node itself answers 400 for an invalid name.
    expect([400, 421], `${method} ${path} as ${host}`).toContain(reply.status)
    expect(reply.body).not.toContain(victim.canary)
  })
  covered('foreign names', { names: foreignHosts(0).length, requests: tries.length })
})

test('actions and routes that change something refuse other sites', async ({ server }) => {
  const victim = await makeVictim(server)
  const own = `localhost:${server.port}`
  const evil = 'http://evil.example'
  const from: Record<string, string>[] = [
    {},
    { Origin: '' },
    { Origin: 'null' },
    { Origin: evil },
    { Origin: evil, 'X-Forwarded-Host': 'evil.example' },
    {
      Origin: evil,
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
      Forwarded: 'host=evil.example',
    },
    { Origin: evil, Referer: `${server.url}/` },
    { Origin: `${server.url}.evil.example` },
    { Origin: `http://${own}@evil.example` },
    { Origin: 'http://localhost' },
    { Origin: `http://localhost:${server.port + 1}` },
    { Origin: `http://127.0.0.1:${server.port}` },
    { Origin: 'chrome-extension://abcdefghijklmnop' },
    { 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'text/plain' },
    { 'Sec-Fetch-Site': 'same-site', Origin: `http://localhost:${server.port + 1}` },
    { 'X-HTTP-Method-Override': 'POST', Origin: evil },
  ]
  const rows = await rowsOf(server, victim.userId)
  let calls = 0
  for (const [turn, [name, row]] of Object.entries(ACTIONS).entries()) {
    const args = await row.args(victim, victim.board)
    await inParallel(some(from, 4, turn), async (headers) => {
      const sent = actionRequest(name, args)
      const reply = await send(server.port, {
        ...sent,
        headers: { ...sent.headers, Cookie: victim.cookie, ...headers },
      })
      const answer = answerIn(reply)
      const what = `${name} ${JSON.stringify(headers)} ${reply.status} ${reply.body.slice(0, 200)}`
      expect(reply.status, what).not.toBe(502)
      if (answer) expect(answer, what).toMatchObject({ ok: false, code: 'not_allowed' })
      else expect(reply.status, what).toBeGreaterThanOrEqual(400)
      calls += 1
    })
  }
  for (const { path, calls: ways, turnsBack } of Object.values(ROUTES)) {
    for (const { method, body = '{}' } of ways.filter(({ method }) => method !== 'GET')) {
      for (const headers of from) {
        const sent = {
          method,
          path: path(victim.board, victim.document),
          body,
          headers: { Cookie: victim.cookie, ...headers },
        }
        const reply = await send(server.port, sent)
        expect(reply.status, `${method} ${path('', '')} ${JSON.stringify(headers)}`).toBe(
          turnsBack ? 303 : 403,
        )
        expect(reply.headers['set-cookie']).toBeUndefined()
        calls += 1
      }
    }
  }
  expect(await rowsOf(server, victim.userId)).toBe(rows)
  covered('forged origins', { origins: from.length, calls })
})

/** Another site in the victim's browser: on another port, which is same-site, or under another name. */
async function otherPage(server: TestServer, board: string) {
  const attack = `
    const to = ${JSON.stringify(server.url)}, board = ${JSON.stringify(board)}
    const read = []
    const tried = async (name, work) => { try { const got = await work(); if (got) read.push(name + ': ' + got) } catch {} }
    const post = (path, type, mode) => fetch(to + path, { method: 'POST', mode, credentials: 'include', headers: { 'Content-Type': type }, body: '{"name":"forged"}' }).then((r) => r.text())
    const load = (tag, attribute, path) => new Promise((done) => {
      const it = document.createElement(tag); it[attribute] = to + path
      it.onload = () => done(tag === 'iframe' ? '' : tag + ' loaded'); it.onerror = () => done(''); document.body.append(it)
      setTimeout(done, 1500)
    })
    window.attacked = (async () => {
      await tried('read', () => fetch(to + '/api/boards', { credentials: 'include' }).then((r) => r.text()))
      await tried('read state', () => fetch(to + '/api/boards/' + board + '/state', { credentials: 'include' }).then((r) => r.text()))
      for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded'])
        for (const mode of ['no-cors', 'cors'])
          for (const path of ['/api/boards', '/api/boards/import', '/api/boards/' + board + '/runs'])
            await tried('post', () => post(path, type, mode))
      await tried('image', () => load('img', 'src', '/start'))
      await tried('script', () => load('script', 'src', '/api/boards'))
      await tried('style', async () => { const l = document.createElement('link'); l.rel = 'stylesheet'; l.href = to + '/api/export'; document.head.append(l) })
      await tried('frame', async () => { await load('iframe', 'src', '/boards/' + board); const f = document.querySelector('iframe'); return f.contentDocument?.body?.innerText })
      await tried('events', () => new Promise((done) => { const s = new EventSource(to + '/api/feed', { withCredentials: true }); s.onmessage = (e) => done(e.data); s.onerror = () => done('') }))
      await tried('form', async () => {
        const f = document.createElement('form'); f.method = 'POST'; f.enctype = 'text/plain'; f.target = 'into'; f.action = to + '/api/boards'
        const i = document.createElement('input'); i.name = '{"name":"forged","x":"'; i.value = '"}'; f.append(i)
        const into = document.createElement('iframe'); into.name = 'into'; document.body.append(into, f)
        const loaded = new Promise((done) => { into.onload = done; setTimeout(done, 1500) }); f.submit(); await loaded
      })
      return read
    })()`
  const pages = createServer((request, response) => {
    response.setHeader('Content-Type', request.url === '/attack.js' ? 'text/javascript' : 'text/html')
    response.end(
      request.url === '/attack.js' ? attack : '<!doctype html><body><script src="/attack.js"></script>',
    )
  }).listen(0)
  await new Promise((listening) => pages.once('listening', listening))
  const { port } = pages.address() as AddressInfo
  return { urls: [`http://localhost:${port}/`, `http://127.0.0.1:${port}/`], close: () => pages.close() }
}

test.describe('in a browser', () => {
  // The browser logs which attempts of the other page it blocked.
  test.use({ allowedErrors: [/./] })
  test('another page reads nothing and changes nothing, on another port and under another name', async ({
    board,
    page,
    context,
    server,
  }) => {
    await board.say('add a task: never read elsewhere')
    const id = new URL(page.url()).pathname.split('/').at(-1) as string
    await page.goto('about:blank')
    const other = await otherPage(server, id)
    const users = async () => (await sql(server, 'select count(*) as n from users'))[0]?.n
    const kept = async () => (await sql(server, 'select count(*) as n from sessions'))[0]?.n
    const before = [
      await users(),
      await kept(),
      (await sql(server, 'select count(*) as n from messages'))[0]?.n,
    ]
    for (const url of other.urls) {
      const tab = await context.newPage()
      await tab.goto(url)
      const read = await tab.evaluate(() => (window as unknown as { attacked: Promise<string[]> }).attacked)
      expect(
        read.filter((got) => !got.startsWith('post: ')),
        url,
      ).toEqual([])
      for (const frame of tab.frames())
        expect(await frame.content().catch(() => '')).not.toContain('never read elsewhere')
      await tab.close()
    }
    expect([
      await users(),
      await kept(),
      (await sql(server, 'select count(*) as n from messages'))[0]?.n,
    ]).toEqual(before)
    other.close()
    covered('other pages', { pages: 2, ways: 25 })
  })
})

test('/start creates no user when another page only embeds it', async ({ server }) => {
  const users = async () => (await sql(server, 'select count(*) as n from users'))[0]?.n
  const before = await users()
  const elsewhere = ['cross-site', 'same-site']
  const embeds = ['image', 'iframe', 'script', 'empty', 'style', 'video', 'object', 'embed']
  for (const site of elsewhere) {
    for (const dest of embeds) {
      const headers = {
        'User-Agent': 'Mozilla/5.0 Chrome/140.0',
        'Sec-Fetch-Site': site,
        'Sec-Fetch-Dest': dest,
      }
      const reply = await send(server.port, { path: '/start', headers })
      expect(reply.headers['set-cookie'], `${site} ${dest}`).toBeUndefined()
    }
  }
  expect(await users()).toBe(before)
  // A link on another page is followed.
  const link = {
    'User-Agent': 'Mozilla/5.0 Chrome/140.0',
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Dest': 'document',
  }
  expect((await send(server.port, { path: '/start', headers: link })).headers['set-cookie']).toBeDefined()
  await arrive(server)
  covered('embeds', { ways: elsewhere.length * embeds.length })
})
