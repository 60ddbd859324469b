/** The security headers of every kind of response. */
import { expect, test } from '../support/fixtures.ts'
import { covered } from './cover.ts'
import { actionRequest, arrive } from './users.ts'
import { type Reply, type Sent, send } from './wire.ts'

const POLICY = {
  'default-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

function policyOf({ headers }: Reply): Record<string, string> {
  const parts = String(headers['content-security-policy'] ?? '').split('; ')
  return Object.fromEntries(parts.map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]))
}

const isPage = ({ headers }: Reply) => headers['content-type']?.startsWith('text/html') ?? false

test('every kind of response: policy, no sniffing, no referrer to other sites, no caching of user data', async ({
  server,
}) => {
  const person = await arrive(server)
  const { board } = person
  const token = String((await person.done('settings/makeToken', ['p'])).token)
  const link = String((await person.done('settings/makeDeviceLink', [])).url)
    .split('/')
    .at(-1)
  const foreign = { headers: { Host: 'evil.example' } }
  const json = (method: string, path: string, body: string): Sent => ({ method, path, body })
  const own: Record<string, Sent> = {
    board: { path: `/boards/${board}` },
    settings: { path: '/settings' },
    'a link': { path: `/link/${link}` },
    'a link that opens nothing': { path: '/link/x' },
    home: { path: '/' },
    start: { path: '/start' },
    'no page': { path: '/nope' },
    'no board': { path: '/boards/00000000' },
    'a damaged path': { path: '/boards/%E0%A4%A' },
    'a damaged link': { path: '/link/%' },
    'a path like an icon’s': { path: '/icon.svgx' },
    'a path like a static one': { path: '/_next/staticx' },
    'the picture optimizer': { path: '/_next/image?url=/icon.svg&w=64&q=75' },
    'a page’s data': { path: `/boards/${board}`, headers: { RSC: '1' } },
    'an action': actionRequest('boards/[sessionId]/readTrash', [board]),
    'an action of no build': {
      ...actionRequest('settings/checkModel', []),
      headers: { 'Next-Action': '0'.repeat(42) },
    },
    boards: { path: '/api/boards' },
    state: { path: `/api/boards/${board}/state` },
    'a refused patch': json('PATCH', `/api/boards/${board}/state`, '['),
    'a foreign board': { path: '/api/boards/00000000/state' },
    'a run': json('POST', `/api/boards/${board}/runs`, '{"text":"help"}'),
    'a refused upload': json('POST', '/api/boards/import', '{'),
    'a refused upload into': json('POST', `/api/boards/${board}/import`, '{'),
    'an export': { path: `/api/boards/${board}/export?format=json` },
    'an export as Markdown': { path: `/api/boards/${board}/export?format=md` },
    'an export as CSV': { path: `/api/boards/${board}/export?format=csv` },
    'the whole export': { path: '/api/export' },
    'the feed once': { path: '/api/feed?once=1' },
    'the wrong method': json('PUT', '/api/boards', '{}'),
    health: { path: '/healthz' },
    'another name': { path: '/', ...foreign },
    'another name at a route': { path: '/api/boards', ...foreign },
  }
  const without: Record<string, Sent> = {
    'nobody at a route': { path: '/api/boards' },
    'nobody at the feed': { path: '/api/feed' },
    'a wrong token': { path: '/api/boards', headers: { Authorization: `Bearer ${token}x` } },
  }
  const all = [
    ...Object.entries(own).map(([what, sent]) => ({ what, ask: () => person.ask(sent) })),
    ...Object.entries(without).map(([what, sent]) => ({ what, ask: () => send(server.port, sent) })),
  ]
  const statuses = new Set<number>()
  let pages = 0
  for (const { what, ask } of all) {
    const reply = await ask()
    const { headers } = reply
    statuses.add(reply.status)
    expect.soft(reply.status, what).toBeLessThan(500)
    expect.soft(headers['x-content-type-options'], what).toBe('nosniff')
    expect.soft(headers['referrer-policy'], what).toMatch(/^(same-origin|no-referrer)$/)
    expect.soft(headers['cross-origin-opener-policy'], what).toBe('same-origin')
    expect.soft(headers['cross-origin-resource-policy'], what).toBe('same-origin')
    expect.soft(headers['x-powered-by'], what).toBeUndefined()
    expect.soft(headers.server, what).toBeUndefined()
    expect.soft(headers['access-control-allow-origin'], what).toBeUndefined()
    if (reply.body !== '')
      expect.soft(headers['content-type'], what).toMatch(/charset=utf-8|json|x-component|text\/plain/i)
    if (reply.status < 300) expect.soft(headers['cache-control'], what).toContain('no-store')
    if (!isPage(reply)) continue
    pages += 1
    const policy = policyOf(reply)
    expect.soft(policy, what).toMatchObject(POLICY)
    expect.soft(policy['script-src'], what).toMatch(/^'self' 'nonce-[0-9a-f]{32}' 'strict-dynamic'$/)
    const nonce = /nonce-([0-9a-f]+)/.exec(policy['script-src'] ?? '')?.[1]
    const scripts = [...reply.body.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    for (const attributes of scripts) expect.soft(attributes, what).toContain(`nonce="${nonce}"`)
    expect.soft(reply.body, what).not.toMatch(/<[^>]+\son[a-z]+=/i)
  }
  expect(pages).toBeGreaterThan(6)
  covered('answers', { kinds: all.length, pages, statuses: statuses.size })
})

test('a nonce is unique to one page, and cannot be supplied by the client', async ({ server }) => {
  const person = await arrive(server)
  const nonces = new Set<string>()
  for (let i = 0; i < 20; i += 1) {
    const headers = {
      'x-nonce': 'forged',
      'x-path': '//evil.example',
      'Content-Security-Policy': 'script-src *',
    }
    const reply = await person.ask({ path: `/boards/${person.board}`, headers })
    nonces.add(policyOf(reply)['script-src'] ?? '')
    expect(reply.body).not.toContain('forged')
    expect(reply.body).not.toContain('evil.example')
  }
  expect(nonces.size).toBe(20)
  for (const path of ['/icon.svgx', '/favicon.icox', '/faviconxico', '/_next/staticx', '/nope']) {
    const reply = await person.ask({ path, headers: { 'x-nonce': 'forged' } })
    expect.soft(reply.body, path).not.toContain('forged')
  }
  covered('nonces', { pages: 25 })
})

test('no file outside the public build is served', async ({ server }) => {
  const inside = [
    'package.json',
    '.env',
    '.env.local',
    '.git/config',
    'data/taskboard.db',
    'next.config.ts',
    '.next/BUILD_ID',
    '.next/server/server-reference-manifest.json',
    'server/server-reference-manifest.json',
    'server/app/page.js',
    'proc/self/environ',
    'etc/passwd',
  ]
  const ways = [
    '/',
    '/_next/',
    '/_next/static/',
    '/_next/static/../../',
    '/_next/static/%2e%2e/%2e%2e/',
    '/..%2f..%2f',
    '/_next/static/..%5c..%5c',
    '//',
    '/_next/data/',
    '/static/',
    '/%00/',
  ]
  const tries = ways.flatMap((way) => inside.map((file) => way + file))
  for (const path of tries) {
    const reply = await send(server.port, { path })
    expect([308, 400, 404], path).toContain(reply.status)
    expect(reply.body, path).not.toMatch(/encryptionKey|root:x:|"dependencies"|SQLite format/)
  }
  const maps = await send(server.port, { path: '/start' })
  expect(maps.headers.sourcemap).toBeUndefined()
  covered('paths', { tried: tries.length })
})
