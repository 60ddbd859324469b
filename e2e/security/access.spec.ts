/** Every action and route of the build, called by every kind of stranger: no data of others, no change. */
import { randomBytes } from 'node:crypto'
import { expect, test } from '../support/fixtures.ts'
import { sql } from '../support/programs.ts'
import type { TestServer } from '../support/server.ts'
import { ACTIONS, type ActionRow } from './actions.ts'
import { covered, isWhole, some } from './cover.ts'
import { ROUTES } from './routes.ts'
import { builtActions, builtRoutes } from './surface.ts'
import { actionId, actionRequest, answerIn, arrive, encodeArgs, known, type Person, pageOf } from './users.ts'
import { makeVictim, rowsOf, signedOutCookie, type Victim } from './victim.ts'
import { inParallel, type Reply, type Sent, send } from './wire.ts'

test.setTimeout(isWhole ? 900_000 : 240_000)

test('every action and route of the build has its row, and no row is outdated', async ({ server }) => {
  const actions = builtActions().map(({ name }) => name)
  expect(Object.keys(ACTIONS).sort()).toEqual(actions.sort())
  expect(Object.keys(ROUTES).sort()).toEqual(builtRoutes())
  let methods = 0
  for (const { path, calls } of Object.values(ROUTES)) {
    const { headers } = await send(server.port, { method: 'OPTIONS', path: path('0123456789', '0123456789') })
    const taken = new Set(calls.map(({ method }) => method))
    methods += taken.size
    // Route handlers list their methods; pages and images take GET and list none.
    const allowed = headers.allow?.split(', ').filter((name) => name !== 'HEAD' && name !== 'OPTIONS')
    expect(allowed ?? ['GET'], path('', '')).toEqual([...taken])
  }
  covered('the build', { actions: actions.length, routes: Object.keys(ROUTES).length, methods })
})

/** Paths an action may be posted to. Its own page is the first. */
const doorsOf = (name: string, board: string) => {
  const own = pageOf(name)
  const others = [
    '/',
    '/nope',
    '/settings',
    '/link/x',
    '/_not-found',
    `/boards/${'0'.repeat(32)}`,
    '/start',
    '/healthz',
  ]
  const odd = [
    '/api/boards',
    '/favicon.ico',
    '/icon.svgx',
    '/_next/static/x',
    '/%2e%2e/x',
    `/boards/${board}?x=1`,
  ]
  return [...new Set([own, ...others, ...odd])]
}

/** The same call as from a program, as a multipart form, and from a page without JavaScript. */
const formsOf = (name: string, args: readonly unknown[]): Sent[] => {
  const edge = `edge${randomBytes(8).toString('hex')}`
  const part = (key: string, value: string) =>
    `--${edge}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const multipart = { 'Content-Type': `multipart/form-data; boundary=${edge}` }
  const flight = actionRequest(name, args)
  return [
    flight,
    {
      ...flight,
      headers: { ...flight.headers, ...multipart },
      body: `${part('0', encodeArgs(args))}--${edge}--\r\n`,
    },
    {
      method: 'POST',
      headers: multipart,
      body: `${part(`$ACTION_ID_${actionId(name)}`, '')}${part('0', encodeArgs(args))}--${edge}--\r\n`,
    },
  ]
}

type Caller = { who: string; cookie: () => Promise<string | null>; isSomebody?: true }

/** Callers without access to the victim's data. Each stays below the rate limits. */
async function callersOf(server: TestServer, victim: Victim): Promise<Caller[]> {
  const gone = await signedOutCookie(server, victim)
  const expired = (await arrive(server)).cookie
  await sql(
    server,
    'update auth_sessions set expires_at = 1 where user_id = (select user_id from auth_sessions order by created_at desc limit 1)',
  )
  const random = `taskboard=${randomBytes(32).toString('base64url')}`
  let stranger = await arrive(server)
  let calls = 0
  const nobody = (who: string, cookie: string | null): Caller => ({ who, cookie: async () => cookie })
  return [
    nobody('no cookie', null),
    nobody('an unknown cookie', random),
    nobody('a malformed cookie', "taskboard=' or 1=1 --; taskboard=__proto__"),
    nobody('an expired cookie', expired),
    nobody('a cookie that was signed out', gone),
    {
      who: 'a stranger',
      isSomebody: true,
      async cookie() {
        calls += 1
        if (calls % 50 === 0) stranger = await arrive(server)
        return stranger.cookie
      },
    },
  ]
}

/** Whether it answers any caller. */
const isAnswered = ({ names, silent }: ActionRow) => silent || names === 'caller'

/** A refusal contains no names, no stack and no internals. */
function expectClean(reply: Reply, victim: Victim, what: string): void {
  expect(reply.status, what).toBeLessThan(500)
  expect(reply.body, what).not.toContain(victim.canary)
  expect(reply.body, what).not.toMatch(/\bat \S+ \(|node_modules|SQLITE|DrizzleQuery|\/server\/chunks/)
  for (const cookie of reply.headers['set-cookie'] ?? []) {
    expect(victim.cookie, what).not.toContain(cookie.split(';')[0])
  }
}

test('every action, called by a stranger, reveals and changes nothing', async ({ server }) => {
  const victim = await makeVictim(server)
  const callers = await callersOf(server, victim)
  const rows = await rowsOf(server, victim.userId)
  const calls = Object.entries(ACTIONS).flatMap(([name, row], index) =>
    callers.flatMap((caller, which) => {
      const [own, ...others] = doorsOf(name, victim.board)
      const forms = some([0, 1, 2], 3, index + which).map((form) => ({ door: own as string, form }))
      // On other pages one form at a time, so that each page gets each form.
      const doors = others.map((door, at) => ({ door, form: (index + which + at) % 3 }))
      return [...forms, ...some(doors, 14, index + which)].map((at) => ({ name, row, caller, ...at }))
    }),
  )
  let denied = 0
  await inParallel(calls, async ({ name, row, caller, door, form }) => {
    const cookie = await caller.cookie()
    const args = await row.args(victim, victim.board)
    const sent = formsOf(name, args)[form] as Sent
    const reply = await known(server, cookie).ask({ ...sent, path: door })
    const what = `${name} by ${caller.who} at ${door}, form ${form}: ${reply.body.slice(0, 300)}`
    expectClean(reply, victim, what)
    const answer = answerIn(reply)
    // A page without JavaScript gets its page again; on other pages Next may refuse the call first.
    if (door === pageOf(name) && form !== 2) expect(answer, what).not.toBeNull()
    if (answer && !(caller.isSomebody && isAnswered(row))) {
      expect(answer.ok, what).toBe(false)
      denied += 1
    }
  })
  expect(await rowsOf(server, victim.userId)).toBe(rows)
  expect(server.log()).not.toContain('action_failed')
  covered('actions', { calls: calls.length, callers: callers.length, 'refused with a value': denied })
})

test('an id that another user has can be chosen too', async ({ server }) => {
  const [ana, eve] = [await arrive(server), await arrive(server)]
  const addMemory = (who: Person, text: string) => who.call('memory/addMemory', ['memory-1', text])
  const makeBoard = async (who: Person, id: string) => {
    const body = JSON.stringify({ id, name: 'Chosen' })
    const { status } = await who.ask({ method: 'POST', path: '/api/boards', body })
    return status
  }
  expect((await addMemory(ana, 'Lives in Lisbon.')).answer).toMatchObject({ ok: true, isNew: true })
  expect((await addMemory(eve, 'Lives in Oslo.')).answer).toMatchObject({ ok: true, isNew: true })
  for (const id of ['errands-2026', ana.board, nobody()]) expect(await makeBoard(eve, id), id).toBe(201)
  expect(await makeBoard(ana, 'errands-2026')).toBe(201)
})

test('foreign and unknown ids get the same answer, on any board', async ({ server }) => {
  const victim = await makeVictim(server)
  const stranger = await arrive(server)
  const rows = await rowsOf(server, victim.userId)
  const never = { ...victim, task: nobody(), turn: nobody(), approval: nobody(), message: nobody() }
  let compared = 0
  for (const [name, row] of Object.entries(ACTIONS).filter(([, { names }]) => names !== 'caller')) {
    const theirs = await stranger.call(name, await row.args(victim, victim.board))
    const nobodys = await stranger.call(name, row.nobodys?.() ?? (await row.args(never, nobody())))
    expect
      .soft(theirs.answer, name)
      .toMatchObject(row.silent ? { ok: true } : { ok: false, code: 'not_found' })
    expect.soft(nobodys.answer, name).toEqual(theirs.answer)
    compared += 1
    if (row.names !== 'board' || row.elsewhere) continue
    // The caller's own board, with another user's ids.
    const mixed = await stranger.call(name, await row.args(victim, stranger.board))
    const plain = await stranger.call(name, await row.args(never, stranger.board))
    expectClean(mixed.reply, victim, name)
    expect.soft(shape(mixed.answer), name).toEqual(shape(plain.answer))
    compared += 1
  }
  const owned = await victim.call('boards/[sessionId]/runCommand', [victim.board, nobody(), command(victim)])
  expect(owned.answer).toMatchObject({ ok: true })
  const after = await rowsOf(server, victim.userId)
  expect(after).not.toBe(rows)
  covered('answers', { pairs: compared })
})

const nobody = () => randomBytes(16).toString('hex')
const command = ({ task }: Victim) => ({ name: 'update_task', input: { task, notes: 'control' } })
/** An answer without ids and times that differ between calls. */
const shape = (answer: object | null) =>
  answer && 'code' in answer ? answer : Object.keys(answer ?? {}).sort()

test('every action works for its owner, so the refusals above are real', async ({ server }) => {
  const victim = await makeVictim(server)
  for (const [name, row] of Object.entries(ACTIONS)) {
    const board = (await row.elsewhere?.(victim)) ?? victim.board
    const { answer } = await victim.call(name, await row.args(victim, board))
    const expected = row.own ? { ok: false, code: row.own } : { ok: true }
    expect.soft(answer, `${name}: ${JSON.stringify(answer)}`).toMatchObject(expected)
  }
  covered('controls', { actions: Object.keys(ACTIONS).length })
})

test('every route, called by a stranger, reveals and changes nothing', async ({ server }) => {
  const victim = await makeVictim(server)
  const callers = await callersOf(server, victim)
  const stranger = await arrive(server)
  const file = (await stranger.ask({ path: `/api/boards/${stranger.board}/export?format=json` })).body
  const strangersToken = String((await stranger.done('settings/makeToken', ['theirs'])).token)
  const revoked = await victim.done('settings/makeToken', ['revoked'])
  await victim.done('settings/revokeToken', [revoked.id])
  const tokens = ['', 'tb_x', `tb_${'a'.repeat(43)}`, strangersToken, String(revoked.token)]
  const bearers = [...tokens.map((token) => `Bearer ${token}`), `Basic ${btoa(`x:${victim.token}`)}`]
  const asks = [
    ...callers.map(({ who, cookie }) => ({ who, headers: async () => cookieHeader(await cookie()) })),
    ...bearers.map((bearer) => ({
      who: bearer.slice(0, 20),
      headers: async () => ({ Authorization: bearer }),
    })),
    // A token only counts as a header.
    { who: 'a token as cookie', headers: async () => ({ Cookie: `taskboard=${victim.token.slice(3)}` }) },
  ]
  const rows = await rowsOf(server, victim.userId)
  let calls = 0
  for (const [pattern, row] of Object.entries(ROUTES)) {
    for (const { who, headers } of asks) {
      for (const { method, body, ...call } of row.calls) {
        const to = (board: string, document: string) => {
          const path = row.path(board, document)
          return who === 'no cookie' ? path + tokenInQuery(path, victim) : path
        }
        const sent = {
          method,
          body: call.file ? file : body,
          headers: { Origin: server.url, ...(await headers()) },
        }
        const reply = await send(server.port, { ...sent, path: to(victim.board, victim.document) })
        const what = `${method} ${pattern} by ${who}: ${reply.status} ${reply.body.slice(0, 200)}`
        expectClean(reply, victim, what)
        calls += 1
        if (row.names !== 'board') continue
        expect([307, 401, 404], what).toContain(reply.status)
        const nothing = await send(server.port, { ...sent, path: to(nobody(), nobody()) })
        expect([nothing.status, told(nothing)], what).toEqual([reply.status, told(reply)])
      }
    }
  }
  expect(await rowsOf(server, victim.userId)).toBe(rows)
  covered('routes', { calls, callers: asks.length })
})

const cookieHeader = (cookie: string | null): Record<string, string> => (cookie ? { Cookie: cookie } : {})
const tokenInQuery = (path: string, { token }: Victim) =>
  `${path.includes('?') ? '&' : '?'}token=${token}&access_token=${token}`
/** The answer without the request's own URL, which pages contain. */
const told = ({ body, headers }: Reply) =>
  headers['content-type']?.includes('json') ? body : headers.location
