/** A server with an access password gives nothing to callers without it, whatever other credentials they have. */
import { PASSWORD_TRIES } from '#lib/limits.ts'
import { expect, test } from '../support/fixtures.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { ACTIONS } from './actions.ts'
import { covered, some } from './cover.ts'
import { ROUTES } from './routes.ts'
import { arrive, known } from './users.ts'
import type { Victim } from './victim.ts'
import { inParallel, send } from './wire.ts'

test.setTimeout(120_000)

const PASSWORD = 'correct horse battery staple'
let server: TestServer
// A server per test: wrong passwords are counted by address, which is the same here.
test.beforeEach(async () => {
  server = await startServer({ env: { TASKBOARD_ACCESS_PASSWORD: PASSWORD } })
})
test.afterEach(() => server.stop())

function give(password: string, headers: Record<string, string> = { Origin: server.url }) {
  const body = new URLSearchParams({ password, to: '/' }).toString()
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return send(server.port, {
    method: 'POST',
    path: '/password/enter',
    body,
    headers: { ...type, ...headers },
  })
}

test('without the password every action and route is closed, with any cookie', async () => {
  const entry = (await give(PASSWORD)).headers['set-cookie']?.[0]?.split(';')[0] as string
  expect(entry).toMatch(/^taskboard_entry=\d+\.[\w-]{43}$/)
  const person = await arrive(server, entry)
  const inside = known(server, `${person.cookie}; ${entry}`)
  await inside.done('boards/[sessionId]/renameSession', [person.board, 'behind the door'])
  const [, until = '', signature = ''] = /=(\d+)\.(.+)$/.exec(entry) ?? []
  const forged = [
    `${Number(until) + 1}.${signature}`,
    `1${until}.${signature}`,
    `${until}.${'A'.repeat(43)}`,
    `.${signature}`,
    '',
  ]
  const cookies = [person.cookie, ...forged.map((value) => `${person.cookie}; taskboard_entry=${value}`)]
  let calls = 0
  for (const [turn, cookie] of cookies.entries()) {
    const outside = known(server, cookie)
    for (const [name, row] of some(Object.entries(ACTIONS), 3, turn)) {
      const args = await row.args(person as unknown as Victim, person.board)
      const { answer } = await outside.call(name, args)
      expect(answer, name).toMatchObject({ ok: false, code: 'not_allowed' })
      calls += 1
    }
    for (const [pattern, row] of some(Object.entries(ROUTES), 3, turn)) {
      for (const { method, body } of row.calls) {
        const reply = await outside.ask({ method, path: row.path(person.board, person.board), body })
        expect(reply.body, pattern).not.toContain('behind the door')
        if (row.names !== 'public') expect([307, 401, 403], `${method} ${pattern}`).toContain(reply.status)
        calls += 1
      }
    }
  }
  // With it, the same cookie works: it was the password that was missing.
  const { status, body } = await inside.ask({ path: '/api/boards' })
  expect([status, body]).toEqual([200, expect.stringContaining('behind the door')])
  covered('a locked server', { calls, cookies: cookies.length })
})

test('password guesses are limited over all addresses, and refused from other sites', async () => {
  for (const headers of [{}, { Origin: 'http://evil.example' }, { Origin: 'null' }] as Record<
    string,
    string
  >[]) {
    expect((await give(PASSWORD, headers)).headers['set-cookie']).toBeUndefined()
  }
  const guesses = Array.from({ length: 60 }, (_, index) => index)
  const answers = await Promise.all(
    guesses.map((index) =>
      give(`guess ${index}`, {
        Origin: server.url,
        'X-Forwarded-For': `203.0.113.${index}`,
        'X-Taskboard-Peer': `x 10.0.0.${index}`,
      }),
    ),
  )
  const read = answers.filter(({ headers }) => headers.location?.includes('said=wrong'))
  expect(answers.every(({ headers }) => headers['set-cookie'] === undefined)).toBe(true)
  expect(read.length).toBeGreaterThan(0)
  expect(read.length).toBeLessThan(20)
  expect(answers.some(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
  expect(server.log()).not.toMatch(/correct horse|guess \d/)
  covered('guesses', { tried: guesses.length, read: read.length })
})

test('guesses from many addresses are queued, and a browser that was signed in before still gets in', async () => {
  const behind = await startServer({ env: { TASKBOARD_ACCESS_PASSWORD: PASSWORD, TRUST_PROXY: '1' } })
  const guess = (password: string, address: string, cookie = '') =>
    send(behind.port, {
      method: 'POST',
      path: '/password/enter',
      body: new URLSearchParams({ password, to: '/' }).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: behind.url,
        'X-Forwarded-For': address,
        ...(cookie ? { Cookie: cookie } : {}),
      },
    })
  const entry = (await guess(PASSWORD, '192.0.2.1')).headers['set-cookie']?.[0]?.split(';')[0] as string
  const person = await arrive(behind, entry)
  const { free } = PASSWORD_TRIES.together
  const guesses = Array.from({ length: free * 4 }, (_, index) => index)
  const answers = await inParallel(guesses, (index) => guess(`guess ${index}`, `203.0.113.${index}`))
  const read = answers.filter(({ headers }) => headers.location?.includes('said=wrong')).length
  expect(read).toBeGreaterThanOrEqual(free)
  expect(read).toBeLessThan(free * 2)
  const stranger = await guess(PASSWORD, '198.51.100.1')
  expect(stranger.headers['set-cookie']).toBeUndefined()
  expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(0)
  for (const [address, cookie] of [
    ['198.51.100.2', person.cookie],
    ['192.0.2.1', ''],
  ] as const) {
    expect((await guess(PASSWORD, address, cookie)).headers['set-cookie']?.[0]).toContain('taskboard_entry=')
  }
  const inside = known(behind, `${person.cookie}; ${entry}`)
  expect((await inside.ask({ path: '/api/boards' })).status).toBe(200)
  await behind.stop()
  covered('guesses from many addresses', { tried: guesses.length, read })
})
