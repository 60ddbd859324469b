/**
 * What goes wrong with session state in Agno 2.9, as found by running it, and holds here. What needs HTTP (lost
 * updates of parallel runs, leaving clients, strangers) is in e2e/session-state.spec.ts.
 */
import { createClient } from '@libsql/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rawClient } from '#db/client.ts'
import * as control from '#lib/agent/run/control.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { setTemplateDefaults } from '#lib/board/state/template.ts'
import { env } from '#lib/env.ts'
import { stopTurn } from '#lib/turns/stop.ts'
import { receiveMessage } from '#lib/turns/turns.ts'
import { callFor } from '../../../e2e/support/fake-openai-handlers.ts'
import { end, gate, type Handler, status, text, toolCall } from '../../../e2e/support/fake-openai-stream.ts'
import {
  begin,
  ended,
  exported,
  type FakeModel,
  openFake,
  saying,
  send,
} from '../../../e2e/support/fake-openai-turns.ts'
import { readApiState } from './api-state.ts'
import { execute } from './execute.ts'
import { type Board, by, newBoard, rowsOf } from './execute-cases.ts'
import { sessionState } from './session-state.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await openFake()
  fake.connect('responses')
  return fake.close
})
beforeEach(() => {
  fake.requests.length = 0
  fake.handle('scripted')
})
afterEach(() => setTemplateDefaults())

/** Values and lists. */
const all = (board: Board) => sessionState(by(board)).getAll()

/** A run with a state, up to the command bus: its answer doesn’t matter here. */
async function runWith(board: Board, state: unknown, overwrite?: boolean) {
  const message = { id: newId(), text: 'hello', state, overwrite }
  const received = await receiveMessage(board.userId, board.sessionId, message, 'test')
  if (received.ok && received.started) await stopTurn(board.userId, board.sessionId, received.started.turn.id)
  return received
}

/** A tool call, then whatever else. */
const addThen = (then: Handler): Handler =>
  async function* (request) {
    if (request.toolResultsAfterLastUser.length > 0) return yield* then(request)
    yield callFor(request, 'add_task', { title: 'kept' })
  }

describe('template, merge, overwrite', () => {
  test('the template is copied, and no session changes it for another', async () => {
    const template = { user: { tags: ['first'] }, list: [] as string[] }
    setTemplateDefaults(template)
    const board = await newBoard()
    await runWith(board, { user: { tags: ['changed'] }, list: ['x'] })
    await sessionState(by(board)).set('user.more', 1)
    expect(template).toEqual({ user: { tags: ['first'] }, list: [] })
    expect(await all(await newBoard())).toEqual({ ...template })
  })

  test('a run’s state is merged deep: objects key by key, lists replaced', async () => {
    const board = await newBoard()
    await runWith(board, { u: { a: 1, b: 2 }, l: [1, 2] })
    await runWith(board, { u: { b: 9 }, l: [3] })
    expect(await all(board)).toMatchObject({ u: { a: 1, b: 9 }, l: [3] })
  })

  test('an empty default does not replace what is stored', async () => {
    setTemplateDefaults({ notes: [] })
    const board = await newBoard()
    await runWith(board, { notes: ['kept'] })
    await runWith(board, { other: 1 })
    expect(await all(board)).toMatchObject({ notes: ['kept'], other: 1 })
  })

  test.each([undefined, null, {}])(
    'a run with %o as its state leaves the stored one alone',
    async (state) => {
      const board = await newBoard()
      await runWith(board, { a: 1 })
      const before = await readApiState(board.userId, board.sessionId)
      for (const overwrite of [false, true]) expect((await runWith(board, state, overwrite)).ok).toBe(true)
      expect(await readApiState(board.userId, board.sessionId)).toEqual(before)
    },
  )

  test('a key that the template gets later reaches old sessions, and what they stored stays', async () => {
    setTemplateDefaults({ theme: 'light' })
    const board = await newBoard()
    await runWith(board, { theme: 'dark' })
    setTemplateDefaults({ theme: 'light', language: 'en' })
    expect(await all(board)).toEqual({ theme: 'dark', language: 'en' })
    await send(board, 'list all tasks')
    expect(JSON.stringify(fake.requests[0]?.state)).toContain('"language":"en"')
  })

  test('overwrite replaces the values by the state given, and nothing else', async () => {
    setTemplateDefaults({ theme: 'light' })
    const board = await newBoard()
    await runWith(board, { a: 1, b: 2, shopping_list: ['milk'] })
    await send(board, 'add a task: stays')
    await runWith(board, { b: 3 }, true)
    expect(await all(board)).toEqual({ b: 3 })
    expect(await rowsOf(board)).toHaveLength(1)
  })

  test('a key can be deleted, and a key of the template stays deleted', async () => {
    setTemplateDefaults({ theme: 'light', size: 1 })
    const board = await newBoard()
    await runWith(board, { own: 1 })
    await sessionState(by(board)).apply([{ delete: 'own' }, { delete: 'theme' }])
    await runWith(board, { other: 1 })
    setTemplateDefaults({ theme: 'blue', size: 1 })
    expect(await all(board)).toEqual({ size: 1, other: 1 })
  })

  test.each(['current_user_id', 'current_session_id', 'current_run_id', 'user_id', 'session_id'])(
    'a key called %s is a key like any other',
    async (key) => {
      const board = await newBoard()
      await runWith(board, { [key]: 'mine' })
      await send(board, 'hello')
      expect(await sessionState(by(board)).get(key)).toBe('mine')
    },
  )

  const loop: Record<string, unknown> = {}
  loop.self = loop
  test.each([
    [new Set([1])],
    [new Map()],
    [new Date()],
    [Number.NaN],
    [() => 1],
    [10n],
    [Symbol('x')],
    [undefined],
    [loop],
  ])('a run whose state holds %o is refused in words, and nothing of it is stored', async (value) => {
    const board = await newBoard()
    const before = await exported(board)
    const message = { id: newId(), text: 'hello', state: { fine: 1, value } }
    const sent = await control.sendMessage(board.userId, board.sessionId, message)
    expect(sent).toMatchObject({ ok: false, code: 'invalid', message: expect.stringMatching(/\w+ .*\.$/) })
    expect(await exported(board)).toEqual(before)
    expect(fake.requests).toEqual([])
  })
})

describe('when it is stored', () => {
  test('session, message and turn are there before the model has said a word', async () => {
    const board = await newBoard()
    fake.handle('slow-first')
    await begin(board, 'anybody there?')
    const { messages, turns } = await exported(board)
    expect(messages).toMatchObject([{ role: 'user', parts: [{ text: 'anybody there?' }] }])
    expect(turns).toMatchObject([{ status: 'running' }])
    fake.release()
    await ended(board)
  })

  test('what a tool did is in the file while the run goes on', async () => {
    const board = await newBoard()
    const then: Handler = async function* () {
      yield text('Working on it.')
      yield gate()
    }
    fake.handle(addThen(then))
    await begin(board, 'go')
    await saying(board, 'Working on it.')
    const other = createClient({ url: env().DATABASE_URL })
    const args = [board.sessionId]
    const { rows } = await other.execute({ sql: 'select title from tasks where session_id = ?', args })
    other.close()
    expect(rows.map((row) => row.title)).toEqual(['kept'])
    expect((await exported(board)).turns[0]?.status).toBe('running')
    fake.release()
    await ended(board)
  })

  test('a model that fails after a tool leaves its work, and the next run knows of both', async () => {
    const board = await newBoard()
    fake.handle(addThen(() => [status(401)]))
    expect(await send(board, 'please remember this')).toMatchObject({
      status: 'failed',
      tools: ['add_task done'],
    })
    expect((await rowsOf(board)).map((row) => row.title)).toEqual(['kept'])
    fake.handle('scripted')
    await send(board, 'hello')
    const history = JSON.stringify(fake.requests.at(-1)?.messages)
    expect(history).toContain('please remember this')
    expect(history).toContain('Added #1 kept')
  })

  test('a call that fails half-way leaves nothing', async () => {
    const board = await newBoard()
    fake.handle(function* (request) {
      if (request.toolResultsAfterLastUser.length > 0) return yield text('I see.')
      const session_state_updates = { fine: 1, tasks: 'not a list', more: 2 }
      yield toolCall('update_session_state', { session_state_updates })
    })
    const before = await all(board)
    expect(await send(board, 'go')).toMatchObject({
      status: 'completed',
      tools: ['update_session_state refused'],
    })
    expect(await all(board)).toEqual(before)
    expect((await exported(board)).revisions).toHaveLength(1)
  })

  test('what is tried again is done once: the request, the message, the turn', async () => {
    const board = await newBoard()
    let failures = 1
    fake.handle(
      addThen(function* () {
        failures -= 1
        if (failures >= 0) yield status(500)
        yield text('Done.')
      }),
    )
    const message = { id: newId(), text: 'go' }
    for (let i = 0; i < 3; i += 1) await control.sendMessage(board.userId, board.sessionId, message)
    expect(await ended(board)).toMatchObject({ status: 'completed', said: 'Done.' })
    expect(fake.requests).toHaveLength(3)
    expect((await rowsOf(board)).map((row) => row.title)).toEqual(['kept'])
    const turnId = (await exported(board)).turns[0]?.id ?? ''
    await control.retryTurn({ ...board, turnId })
    await ended(board)
    expect((await rowsOf(board)).map((row) => row.title)).toEqual(['kept'])
  })

  test('a run that was stopped calls no further tool', async () => {
    const board = await newBoard()
    fake.handle(async function* (request) {
      yield callFor(request, 'add_task', { title: `call ${request.toolResultsAfterLastUser.length + 1}` })
      if (request.toolResultsAfterLastUser.length > 0) yield gate()
      yield end('stop')
    })
    await begin(board, 'go')
    const { turns } = await saying(board, 'Added #1 call 1')
    await control.stop({ ...board, turnId: turns[0]?.id ?? '' })
    expect(await ended(board)).toMatchObject({ status: 'stopped' })
    const asked = fake.requests.length
    fake.release()
    fake.handle('scripted')
    expect(await send(board, 'hello')).toMatchObject({ status: 'completed' })
    expect(fake.requests.length).toBe(asked + 1)
    expect((await rowsOf(board)).map((row) => row.title)).toEqual(['call 1'])
  })

  test('a turn takes as many bytes in a long session as in a new one, and holds no prompt and no copy of the state', async () => {
    const board = await newBoard()
    await runWith(board, { canary: 'a value that is kept once' })
    for (let i = 0; i < 30; i += 1) await send(board, 'list all tasks')
    const sql =
      'select turn_id, sum(length(parts)) as bytes from messages where session_id = ? group by 1 order by min(position)'
    const { rows } = await rawClient().execute({ sql, args: [board.sessionId] })
    // The first is the run that brought the state.
    const sizes = rows.slice(1).map((row) => Number(row.bytes))
    expect(sizes).toHaveLength(30)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(20)
    for (const table of ['messages', 'turns', 'receipts', 'feed', 'sessions']) {
      const held = JSON.stringify((await rawClient().execute(`select * from ${table}`)).rows)
      expect([table, held.includes('a value that is kept once')]).toEqual([table, false])
      expect([table, held.includes('You are Taskboard')]).toEqual([table, false])
    }
  })
})

describe('at once, and from outside', () => {
  test('additions to one list and counts at one moment are all kept', async () => {
    const board = await newBoard()
    const names = Array.from({ length: 20 }, (_, i) => `item ${i}`)
    const add = (item: string) => ({
      name: 'add_items',
      input: { id: newId(), list: 'shopping', items: [item] },
    })
    const count = { name: 'increment_value', input: { key: 'counter' } }
    const actors = ['user', 'agent', 'mcp'] as const
    await Promise.all(
      names.flatMap((name, i) => {
        const caller = by(board, { actor: actors[i % 3] })
        return [execute(caller, add(name)), execute(caller, count)]
      }),
    )
    const { shopping_list: shopping, counter } = (await all(board)) as {
      shopping_list: string[]
      counter: number
    }
    expect(new Set(shopping)).toEqual(new Set(names))
    expect([shopping.length, counter]).toEqual([20, 20])
  })

  test('what another process wrote is seen by the next read: nothing is cached', async () => {
    const board = await newBoard()
    await runWith(board, { seen: 'before' })
    expect(await all(board)).toMatchObject({ seen: 'before' })
    const other = createClient({ url: env().DATABASE_URL })
    const sql = `update state_values set json = '"after"' where session_id = ? and id = 'seen'`
    await other.execute({ sql, args: [board.sessionId] })
    other.close()
    expect(await all(board)).toMatchObject({ seen: 'after' })
  })

  test('a database that cannot be read is an error, never an empty session', async () => {
    const board = await newBoard()
    await runWith(board, { kept: 1 })
    const before = await readApiState(board.userId, board.sessionId)
    await rawClient().execute('alter table state_values rename to state_values_away')
    try {
      await expect(readApiState(board.userId, board.sessionId)).rejects.toThrow('database')
      const written = await execute(by(board), { name: 'set_value', input: { key: 'kept', value: 2 } })
      expect(written).toMatchObject({ ok: false, code: 'failed' })
      const message = { id: newId(), text: 'hello', state: { kept: 3 } }
      await expect(control.sendMessage(board.userId, board.sessionId, message)).rejects.toThrow('database')
    } finally {
      await rawClient().execute('alter table state_values_away rename to state_values')
    }
    expect(await readApiState(board.userId, board.sessionId)).toEqual(before)
    expect((await exported(board)).messages).toHaveLength(1)
  })
})
