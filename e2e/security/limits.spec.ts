/** Input of any type and size is refused with a message or stored unchanged, and never fails. */

import { readFileSync } from 'node:fs'
import { LIMITS } from '#lib/limits.ts'
import { expect, test } from '../support/fixtures.ts'
import { covered } from './cover.ts'
import { actionRequest, arrive, newKey } from './users.ts'
import { type Sent, send } from './wire.ts'

test.setTimeout(300_000)

const BOARD = 'boards/[sessionId]'
test('bodies over the limit are refused, whole or chunked, and their memory is freed', async ({ server }) => {
  const person = await arrive(server)
  const much = 'x'.repeat(1_200_000)
  const piece = 'x'.repeat(64_000)
  const pieces = (bytes: number) => [
    '{"text":"',
    ...Array.from({ length: bytes / 64_000 }, () => piece),
    '"}',
  ]
  const action = actionRequest(`${BOARD}/renameSession`, [person.board, much])
  const tries: [string, Sent, number[]][] = [
    ['a long action', action, [413]],
    ['a long action in pieces', { ...action, body: pieces(1_280_000) }, [413, 500]],
    [
      'a long run',
      { method: 'POST', path: `/api/boards/${person.board}/runs`, body: `{"text":"${much}"}` },
      [413],
    ],
    [
      'a long run in pieces',
      { method: 'POST', path: `/api/boards/${person.board}/runs`, body: pieces(3_200_000) },
      [413],
    ],
    [
      'a long patch',
      { method: 'PATCH', path: `/api/boards/${person.board}/state`, body: `{"state":{"a":"${much}"}}` },
      [413],
    ],
    ['a long board', { method: 'POST', path: '/api/boards', body: `{"name":"${much}"}` }, [413]],
    ['a file of no size', { method: 'POST', path: '/api/boards/import', body: '' }, [400]],
    [
      'a deep patch',
      {
        method: 'PATCH',
        path: `/api/boards/${person.board}/state`,
        body: '['.repeat(100_000) + ']'.repeat(100_000),
      },
      [400],
    ],
    [
      'a deep file',
      { method: 'POST', path: '/api/boards/import', body: `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` },
      [400],
    ],
    [
      'numbers past the safe ones',
      {
        method: 'PATCH',
        path: `/api/boards/${person.board}/state`,
        headers: { 'If-Match': '*' },
        body: '{"state":{"n":1e999,"m":-1e999}}',
      },
      [200, 400],
    ],
    [
      'no text',
      { method: 'POST', path: `/api/boards/${person.board}/runs`, body: Buffer.from([0xff, 0xfe, 0x00]) },
      [400],
    ],
  ]
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]) / 1024
  const before = memory()
  for (const [what, sent, statuses] of tries) {
    const reply = await person.ask(sent)
    expect.soft(statuses, `${what}: ${reply.status} ${reply.body.slice(0, 200)}`).toContain(reply.status)
    expect.soft(reply.body, what).not.toMatch(/\bat \S+ \(|node_modules/)
  }
  const grown = memory() - before
  expect(grown).toBeLessThan(200)
  expect((await send(server.port, { path: '/healthz' })).status).toBe(200)
  covered('bodies', { kinds: tries.length, 'MB more in memory': Math.round(grown) })
})

test('lengths and counts: stored whole at the limit, refused above it with the limit in the message', async ({
  server,
}) => {
  const person = await arrive(server)
  const run = async (name: string, input: object) =>
    (await person.call(`${BOARD}/runCommand`, [person.board, newKey(), { name, input }])).answer
  const letters = (count: number) => 'é'.repeat(count)
  const edges: [string, number, (value: string) => Promise<unknown>][] = [
    ['a title', LIMITS.titleChars, (title) => run('add_task', { id: newKey(), title })],
    ['notes', LIMITS.notesChars, (notes) => run('add_task', { id: newKey(), title: 'x', notes })],
    ['a category', LIMITS.categoryNameChars, (name) => run('add_category', { id: newKey(), name })],
    ['a list', LIMITS.listNameChars, (name) => run('create_list', { id: newKey(), name })],
    ['an item', LIMITS.itemChars, (item) => run('add_items', { id: newKey(), list: 'edge', items: [item] })],
    ['a checkpoint', LIMITS.checkpointNameChars, (name) => run('save_checkpoint', { id: newKey(), name })],
    [
      'a message',
      LIMITS.messageChars,
      async (text) =>
        (await person.call(`${BOARD}/sendMessage`, [person.board, { id: newKey(), text }])).answer,
    ],
    [
      'a board’s name',
      LIMITS.sessionNameChars,
      async (name) => (await person.call(`${BOARD}/renameSession`, [person.board, name])).answer,
    ],
    [
      'instructions',
      LIMITS.instructionsChars,
      async (text) => (await person.call(`${BOARD}/saveInstructions`, [person.board, text])).answer,
    ],
    [
      'a name',
      LIMITS.displayNameChars,
      async (displayName) => (await person.call('settings/saveSettings', [{ displayName }, 'UTC'])).answer,
    ],
    [
      'a token’s name',
      LIMITS.tokenNameChars,
      async (name) => (await person.call('settings/makeToken', [name])).answer,
    ],
    [
      'a search',
      LIMITS.searchChars,
      async (query) => (await person.call(`${BOARD}/searchSessions`, [query])).answer,
    ],
  ]
  for (const [what, limit, keep] of edges) {
    expect.soft(await keep(letters(limit)), what).toMatchObject({ ok: true })
    expect
      .soft(await keep(letters(limit + 1)), what)
      .toMatchObject({ ok: false, message: expect.stringContaining(String(limit)) })
  }
  const many = Array.from({ length: LIMITS.commandsPerCall + 1 }, () => ({
    name: 'add_task',
    input: { id: newKey(), title: 'x' },
  }))
  const answers = await Promise.all(
    [many, many.slice(1)].map((list) => person.call(`${BOARD}/runCommand`, [person.board, newKey(), list])),
  )
  expect(answers.map(({ answer }) => answer?.ok)).toEqual([false, true])
  for (let made = 1; made < LIMITS.tokensPerUser; made += 1)
    await person.done('settings/makeToken', ['one more'])
  expect((await person.call('settings/makeToken', ['too many'])).answer).toMatchObject({
    ok: false,
    code: 'limit',
  })
  covered('edges', { lengths: edges.length, counts: 2 })
})
