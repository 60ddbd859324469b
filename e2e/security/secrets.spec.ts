/** Secrets are never shown again once entered, and the server makes no connections by itself. */

import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../support/fixtures.ts'
import { startServer } from '../support/server.ts'
import { covered } from './cover.ts'
import { buildKey } from './surface.ts'
import { arrive, known, newKey } from './users.ts'
import { type Reply, send } from './wire.ts'

test.setTimeout(120_000)
const canary = (kind: string) => `canary-${kind}-${randomBytes(12).toString('hex')}`
const BOARD = 'boards/[sessionId]'

/** A model server that echoes what it was sent, in every kind of failure. */
async function tellTale() {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    const secret = `${request.headers.authorization} ${JSON.stringify(request.headers)}`
    const status = [401, 500, 429, 404, 400, 200][asked % 6] ?? 401
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'X-Echo': request.headers.authorization ?? '',
      'Retry-After': '0',
    })
    response.end(
      JSON.stringify({
        error: { message: `Incorrect API key provided: ${secret}`, code: secret, type: secret },
      }),
    )
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, asked: () => asked, close: () => server.close() }
}

test('keys, cookies, tokens, links and titles are in no log, no answer and no error', async () => {
  const model = await tellTale()
  const keys = {
    OPENAI_API_KEY: `sk-${canary('key')}`,
    DATABASE_ENCRYPTION_KEY: canary('database'),
    DATABASE_AUTH_TOKEN: canary('auth'),
  }
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-canary-'))
  const server = await startServer({
    env: { ...keys, OPENAI_BASE_URL: model.url, INSTANT_COMMANDS: 'off', LOG_LEVEL: 'debug' },
    databasePath: join(folder, 'taskboard.db'),
  })
  const person = await arrive(server)
  const replies: Reply[] = []
  const ask = async (...sent: Parameters<typeof person.ask>) => replies.push(await person.ask(...sent))
  const title = canary('title')
  await person.done(`${BOARD}/runCommand`, [
    person.board,
    newKey(),
    { name: 'add_task', input: { id: newKey(), title } },
  ])
  const token = String((await person.done('settings/makeToken', ['p'])).token)
  const link = String((await person.done('settings/makeDeviceLink', [])).url)
    .split('/')
    .at(-1) as string
  for (let turn = 0; turn < 6; turn += 1) {
    const run = {
      method: 'POST',
      path: `/api/boards/${person.board}/runs`,
      headers: { Accept: 'application/json' },
    }
    await ask({ ...run, body: JSON.stringify({ text: `${title} ${turn}` }) })
  }
  for (let turn = 0; turn < 3; turn += 1) replies.push((await person.call('settings/checkModel', [])).reply)
  expect(model.asked()).toBeGreaterThan(6)
  const paths = [
    '/',
    '/settings',
    `/boards/${person.board}`,
    '/api/boards',
    '/api/export',
    '/api/feed?once=1',
    '/healthz',
    '/nope',
    `/link/${link.slice(1)}a`,
    '/boards/%E0%A4%A',
    `/api/boards/${person.board}/state`,
  ]
  for (const path of paths) await ask({ path })
  await ask({ path: '/api/boards', headers: { Authorization: `Bearer ${token}` } })
  await ask({ path: '/api/boards', headers: { Authorization: `Bearer ${token}x` } })
  await known(server, null).call('link/[code]/openHere', [`${link.slice(1)}a`])
  await person.call(`${BOARD}/runCommand`, [person.board, title, { name: title, input: { title } }])
  await ask({ method: 'POST', path: '/api/boards', body: title })
  await ask({ method: 'POST', path: '/api/boards', headers: { 'Next-Action': title }, body: title })
  await server.kill('SIGTERM')
  const log = server.log()
  const said = replies.map(({ headers, body }) => JSON.stringify(headers) + body).join('\n')
  const secrets = { ...keys, cookie: person.cookie.split('=')[1] as string, token, link }
  for (const [what, secret] of Object.entries(secrets)) {
    expect.soft(log.includes(secret), `${what} in the log`).toBe(false)
    expect.soft(said.includes(secret), `${what} in an answer`).toBe(false)
  }
  expect(
    log.includes(title),
    `a title in the log: ${log.slice(Math.max(0, log.indexOf(title) - 200), log.indexOf(title) + 50)}`,
  ).toBe(false)
  expect(log.length).toBeGreaterThan(0)
  // On disk as well: the title is encrypted, and the secrets are hashes.
  const disk = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('')
  for (const secret of [title, ...Object.values(secrets)]) expect(disk.includes(secret)).toBe(false)
  await server.stop()
  model.close()
  rmSync(folder, { recursive: true })
  covered('canaries', {
    secrets: Object.keys(secrets).length + 1,
    answers: replies.length,
    'bytes of log': log.length,
    'model calls': model.asked(),
  })
})

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
  )

test('what browsers load contains nothing from the server', () => {
  const inside = [
    /DATABASE_(URL|AUTH_TOKEN|ENCRYPTION_KEY)|TRUST_PROXY|LOG_LEVEL/,
    /process\.env\.(?!NODE_ENV|NEXT_|__NEXT)[A-Z]/,
    /libsql|drizzle|sqlite_master|PRAGMA /i,
    /select .* from (users|sessions|auth_sessions)/i,
    /node:(fs|net|child_process|crypto)/,
    /sk-[A-Za-z0-9]{20}/,
    /\/(home|work|tmp|root)\/[a-z]/,
    /"use server"/,
  ]
  const files = filesUnder('.next/static')
  let bytes = 0
  for (const file of files) {
    const source = readFileSync(file, 'latin1')
    bytes += source.length
    expect(source.includes(buildKey()), file).toBe(false)
    for (const pattern of inside)
      expect.soft(pattern.exec(source)?.[0], `${pattern} in ${file}`).toBeUndefined()
    expect
      .soft(file.endsWith('.map') || source.includes('sourceMappingURL'), `a source map: ${file}`)
      .toBe(false)
  }
  covered('the client’s files', { files: files.length, bytes, patterns: inside.length })
})

/** The open connections of a process, from the kernel's list. */
function socketsOf(pid: number): string[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const to = (() => {
        try {
          return readlinkSync(`/proc/${pid}/fd/${fd}`)
        } catch {
          return ''
        }
      })()
      return /^socket:\[(\d+)\]$/.exec(to)?.[1] ?? []
    }),
  )
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) => {
    const table = `/proc/${pid}/net/${kind}`
    if (!existsSync(table)) return []
    const rows = readFileSync(table, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(/\s+/))
    return rows.filter((row) => inodes.has(row[9] ?? '')).map((row) => `${kind} ${row[1]} ${row[2]}`)
  })
}

test('without a key the server makes no connection from start to end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-connections-'))
  const list = join(folder, 'connections')
  const server = await startServer({
    env: {
      NODE_OPTIONS: '--import=./e2e/security/records-connections.mjs',
      TASKBOARD_CONNECTIONS: list,
      NEXT_TELEMETRY_DISABLED: '0',
    },
  })
  const seen = new Set<string>()
  const look = setInterval(() => {
    for (const socket of socketsOf(server.pid())) seen.add(socket)
  }, 20)
  const person = await arrive(server)
  const markdown = '![x](http://evil.example/p.png) [y](http://evil.example) http://evil.example/z'
  for (const text of [
    'add a task: see http://evil.example',
    'what is the weather?',
    'help',
    'show my tasks',
    markdown,
    'delete #1',
  ]) {
    const answer = await person.ask({
      method: 'POST',
      path: `/api/boards/${person.board}/runs`,
      headers: { Accept: 'application/json' },
      body: JSON.stringify({ text }),
    })
    expect(answer.status).toBe(200)
  }
  for (const path of [
    '/settings',
    `/boards/${person.board}`,
    '/api/export',
    '/_next/image?url=http://evil.example/x.png&w=64&q=75',
    '/healthz',
  ])
    await person.ask({ path })
  await person.call('settings/checkModel', [])
  await person.call(`${BOARD}/readTrash`, [person.board], { path: '/nope' })
  clearInterval(look)
  await server.kill('SIGTERM')
  const connections = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n').filter(Boolean) : []
  // Next forwards an action posted to another page, to the same server.
  const own = new RegExp(`^(connect|lookup) (localhost|127\\.0\\.0\\.1)(:${server.port})?$`)
  expect(connections.filter((line) => !own.test(line))).toEqual([])
  expect(
    connections.some((line) => own.test(line)),
    'the recorder records',
  ).toBe(true)
  const isLoopback = (address = '') =>
    /^(0100007F|00000000|0{32}|0{24}0100007F|0000000000000000FFFF00000100007F|00000000000000000000000001000000)/.test(
      address,
    )
  const away = [...seen].filter((socket) => !isLoopback(socket.split(' ')[2]))
  expect(away).toEqual([])
  expect(seen.size).toBeGreaterThan(0)
  await server.stop()
  rmSync(folder, { recursive: true })
  covered('connections', {
    'made in the process': connections.length,
    'seen by the kernel': seen.size,
    away: away.length,
  })
})

test('a DNS lookup or a connection would have been noticed @long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-connections-'))
  const list = join(folder, 'connections')
  const model = await tellTale()
  const server = await startServer({
    env: {
      NODE_OPTIONS: '--import=./e2e/security/records-connections.mjs',
      TASKBOARD_CONNECTIONS: list,
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: model.url,
    },
  })
  await (await arrive(server)).call('settings/checkModel', [])
  expect(readFileSync(list, 'utf8')).toContain(`connect 127.0.0.1:${new URL(model.url).port}`)
  expect((await send(server.port, { path: '/healthz' })).body).not.toContain('sk-test')
  await server.stop()
  model.close()
  rmSync(folder, { recursive: true })
})
