/** Arguments of any type: every action returns a value, and no data of others is touched. */
import { createHash } from 'node:crypto'
import { expect, test } from '../support/fixtures.ts'
import { sql } from '../support/programs.ts'
import type { TestServer } from '../support/server.ts'
import { ACTIONS } from './actions.ts'
import { ODD, type Odd } from './arguments.ts'
import { covered, isWhole, some } from './cover.ts'
import { actionRequest, answerIn, arrive, encodeArgs, newKey, type Person } from './users.ts'
import { rowsOf, type Victim } from './victim.ts'
import { inParallel, type Sent, send } from './wire.ts'

test.setTimeout(isWhole ? 900_000 : 240_000)

const BOARD = 'boards/[sessionId]'
/** A caller with ids that don’t exist. */
const withIds = (person: Person) =>
  ({
    ...person,
    task: newKey(),
    turn: newKey(),
    memory: newKey(),
    document: newKey(),
    approval: newKey(),
    tokenId: newKey(),
    device: newKey(),
  }) as unknown as Victim

function withOdd(name: string, args: readonly unknown[], at: number, { json, parts = {} }: Odd): Sent {
  const pieces = args.map((arg, index) => (index === at ? json : encodeArgs([arg]).slice(1, -1)))
  const body = `[${pieces.join(',')}]`
  const plain = actionRequest(name, [])
  if (Object.keys(parts).length === 0) return { ...plain, body }
  const edge = 'edge00000000'
  const part = (key: string, value: string) =>
    `--${edge}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const all = [...Object.entries(parts), ['0', body] as const].map(([key, value]) => part(key, value))
  return {
    ...plain,
    headers: { ...plain.headers, 'Content-Type': `multipart/form-data; boundary=${edge}` },
    body: `${all.join('')}--${edge}--\r\n`,
  }
}

test('every action with every type of argument returns a value, or React refuses the call', async ({
  server,
}) => {
  const bystander = await arrive(server)
  const before = await rowsOf(server, await userOf(server, bystander))
  let person = await arrive(server)
  const calls = Object.entries(ACTIONS).flatMap(([name, row], turn) => {
    const places =
      row.names === 'caller' && !/saveSettings|search|preview|makeToken/.test(name) ? 1 : (PLACES[name] ?? 1)
    const all = Array.from({ length: places }, (_, at) => ODD.map((odd) => ({ name, row, at, odd }))).flat()
    return some(all, 14, turn)
  })
  let refused = 0
  let done = 0
  let damaged = 0
  await inParallel(calls, async ({ name, row, at, odd }, index) => {
    if (index % 50 === 49) person = await arrive(server)
    const args = await row.args(withIds(person), person.board)
    const reply = await person.ask(withOdd(name, args.length > at ? args : [...args, null], at, odd))
    const what = `${name}[${at}] = ${odd.what}: ${reply.status} ${reply.body.slice(0, 300)}`
    expect(reply.body, what).not.toMatch(/\bat \S+ \(|node_modules|SQLITE|constraint failed|\/server\/chunks/)
    const answer = answerIn(reply)
    if (!answer) {
      expect(odd.damaged, what).toBe(true)
      damaged += 1
    } else if (answer.ok) done += 1
    else {
      expect(answer.message, what).toMatch(/\S/)
      // Their rate limit is below the number of values.
      if (!/checkModel|openHere/.test(name)) expect(answer.code, what).not.toBe('rate')
      expect(answer.code, what).not.toBe('failed')
      refused += 1
    }
  })
  expect(server.log()).not.toContain('action_failed')
  expect(await rowsOf(server, await userOf(server, bystander))).toBe(before)
  expect((await send(server.port, { path: '/healthz' })).status).toBe(200)
  covered('odd arguments', {
    calls: calls.length,
    values: ODD.length,
    refused,
    'harmless and done': done,
    'not decoded': damaged,
  })
})

/** The number of arguments of an action, if not one. */
const PLACES: Record<string, number> = {
  'boards/[sessionId]/boardOpened': 3,
  'boards/[sessionId]/readHistory': 2,
  'boards/[sessionId]/olderMessages': 2,
  'boards/[sessionId]/previewInstructions': 2,
  'boards/[sessionId]/previewCommand': 2,
  'boards/[sessionId]/runCommand': 3,
  'boards/[sessionId]/stopTurn': 2,
  'boards/[sessionId]/continueTurn': 2,
  'boards/[sessionId]/retryTurn': 2,
  'boards/[sessionId]/decideApproval': 4,
  'boards/[sessionId]/revokeGrant': 2,
  'boards/[sessionId]/saveInstructions': 2,
  'boards/[sessionId]/renameSession': 2,
  'boards/[sessionId]/sendMessage': 2,
  'settings/saveSettings': 2,
}

async function userOf(server: TestServer, { cookie }: Person): Promise<string> {
  const hash = createHash('sha256').update(cookie.slice('taskboard='.length)).digest('hex')
  return String(
    (await sql(server, 'select user_id from auth_sessions where token_hash = ?', [hash]))[0]?.user_id,
  )
}

test('SQL in text is only text', async ({ server }) => {
  const person = await arrive(server)
  const find = async (query: string) =>
    ((await person.done(`${BOARD}/searchSessions`, [query])).hits as unknown[]).length
  const words = [
    "' or '1'='1",
    "'; drop table tasks; --",
    '100%',
    'a_b',
    '\\',
    '"',
    "x') union select token_hash from auth_sessions --",
    '%',
    '_',
    '[a-z]',
    'NEAR(a b)',
    '*',
    'a* OR b',
    '^x',
  ]
  for (const word of words) {
    const title = `found ${word} here`
    await person.done(`${BOARD}/runCommand`, [
      person.board,
      newKey(),
      { name: 'add_task', input: { id: newKey(), title } },
    ])
  }
  const everything = words.length
  for (const word of words) {
    const hits = await find(word)
    expect.soft(hits, word).toBeGreaterThan(0)
    const holding = words.filter((other) => other.toLowerCase().includes(word.toLowerCase())).length
    expect.soft(hits, word).toBeLessThanOrEqual(Math.max(holding, 1) + 1)
  }
  expect(await find("zz' or 1=1 --")).toBe(0)
  const paths = words.flatMap((word) => [
    `/api/boards/${encodeURIComponent(word)}/state`,
    `/api/boards/${person.board}/export?format=${encodeURIComponent(word)}`,
    `/api/feed?once=1&after=${encodeURIComponent(word)}`,
    `/boards/${encodeURIComponent(word)}`,
  ])
  for (const path of paths) {
    const { status, body } = await person.ask({ path })
    expect.soft(status, path).toBeLessThan(500)
    expect.soft(body, path).not.toMatch(/SQLITE|syntax error|near "/)
  }
  const ids = ["x' or '1'='1", '00000000; drop table users', '%25', '__proto__']
  for (const [name, row] of Object.entries(ACTIONS)) {
    if (row.names !== 'board') continue
    const args = (await row.args(withIds(person), person.board)).map((arg) =>
      arg === person.board ? ids[0] : arg,
    )
    expect.soft((await person.call(name, args)).answer, name).toMatchObject({ ok: false, code: 'invalid' })
  }
  covered('SQL', { words: words.length, searches: everything, paths: paths.length })
})
