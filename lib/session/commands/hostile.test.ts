/** Every writer refuses a hostile value with a message, or stores an equal one. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { everyRow } from '#db/board-store.ts'
import { database } from '#db/client.ts'
import { openTestDatabase } from '#db/testing.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { LIMITS } from '#lib/limits.ts'
import { some } from '#lib/testing.ts'
import { execute } from './execute.ts'
import { type Board, by, expectLogGivesRows, newBoard } from './execute-cases.ts'
import { HOSTILE } from './hostile.test.data.ts'
import { preview } from './preview.ts'
import { sessionState } from './session-state.ts'

let close: () => void
let board: Board
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())
beforeEach(async () => {
  board = await newBoard()
})

const state = () => sessionState(by(board))
const rows = () => everyRow(database(), board.sessionId)
const command = (name: string, input: unknown) => execute(by(board, { key: newId() }), { name, input })
/** The stored value, if it was accepted. */
type Writer = (value: unknown) => { send: () => Promise<Outcome>; at: string; wanted?: unknown }

const WRITERS: Record<string, Writer> = {
  set: (value) => ({ send: () => state().set('x', value as never), at: 'x' }),
  'set in a path': (value) => ({ send: () => state().set('x.y', value as never), at: 'x.y' }),
  update: (value) => ({ send: () => state().update('x', { f: value } as never), at: 'x.f' }),
  merge: (value) => ({ send: () => state().merge({ x: value }), at: 'x' }),
  'merge onto an object': (value) => ({ send: () => state().merge({ user: { f: value } }), at: 'user.f' }),
  overwrite: (value) => ({ send: () => state().merge({ x: value }, true), at: 'x' }),
  apply: (value) => ({
    send: () => state().apply([{ increment: 'n' }, { set: 'x', to: value as never }]),
    at: 'x',
  }),
  'the action': (value) => ({ send: () => command('set_value', { key: 'x', value }), at: 'x' }),
  'the agent': (value) => ({
    send: () => command('update_session_state', { id: newId(), session_state_updates: { x: value } }),
    at: 'x',
  }),
}

function expectSentence(outcome: Outcome): asserts outcome is Extract<Outcome, { ok: false }> {
  if (outcome.ok) throw new Error(`taken: ${outcome.reply}`)
  expect(outcome.code).toMatch(/^(invalid|limit|not_allowed)$/)
  expect(outcome.message).toMatch(/^\S.{10,300}\.$/su)
  expect(outcome.message).not.toMatch(/\[object|undefined(?!\.$)|Error|at .*:\d+/)
}

test('there are 200 of them', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(200)
  expect(new Set(HOSTILE.map(({ what }) => what)).size).toBe(HOSTILE.length)
})

test.each(
  Object.entries(WRITERS).map(([name, writer], turn) => [name, writer, some(HOSTILE, 3, turn)] as const),
)(
  '%s refuses each by a sentence, or keeps it equal',
  async (name, writer, values) => {
    let taken = 0
    for (const { what, make, ...more } of values) {
      const before = await rows()
      const { send, at } = writer(make())
      const outcome = await send()
      const isNothing = name === 'the agent' && make() === null
      if (outcome.ok) {
        taken += 1
        const read = await state().get(at)
        await state().clear()
        if (isNothing) expect(read).toBeUndefined()
        else expect({ what, read }).toEqual({ what, read: 'same' in more ? more.same : make() })
      } else {
        expectSentence(outcome)
        expect({ what, rows: await rows() }).toEqual({ what, rows: before })
      }
    }
    await expectLogGivesRows(board)
    // Some are accepted and some refused; otherwise a writer that refuses everything would pass.
    expect(taken).toBeGreaterThan(values.length / 4)
    expect(taken).toBeLessThan((values.length * 3) / 4)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect((Object.prototype as { polluted?: number }).polluted).toBeUndefined()
  },
  60_000,
)

test('a hostile value in place of a state, of fields or of a command is refused or ignored', async () => {
  for (const [turn, { what, make }] of HOSTILE.entries()) {
    const value = make()
    const calls = [
      () => state().merge(value),
      () => state().merge(value, true),
      () => state().update('user', value as never),
      () => command('update_session_state', { id: newId(), session_state_updates: value }),
      () => command('merge_state', value),
      () => execute(by(board), value),
      () => execute(by(board), [value]),
      () => execute(by(board), { name: value, input: value }),
      () => execute(by(board, { key: newId() }), { name: 'increment_value', input: { key: 'n', by: value } }),
      () => preview(by(board), value),
    ]
    for (const call of some(calls, 3, turn)) {
      const outcome = await call().catch((error: unknown) => {
        throw new Error(`${what} was thrown: ${error}`)
      })
      if (!outcome.ok) expect(outcome.message).toMatch(/\.$/)
    }
  }
  await expectLogGivesRows(board)
  expect(Object.keys(Object.prototype)).toEqual([])
}, 60_000)

test('a hostile key of the state is refused or read back under itself', async () => {
  const keys = HOSTILE.flatMap(({ what, make }) =>
    /^the key \d+,/.test(what) ? Object.keys(make() as object) : [],
  )
  expect(keys.length).toBeGreaterThan(20)
  for (const key of [
    ...keys,
    '__proto__',
    'constructor',
    'prototype',
    '.',
    '..',
    'a.',
    '[0]',
    'a[',
    'a.__proto__.b',
  ]) {
    board = await newBoard()
    for (const send of [
      () => state().set(key, 1),
      () => state().increment(key),
      () => state().update(key, { a: 1 }),
      () => state().merge(Object.defineProperty({}, key, { value: 1, enumerable: true })),
    ]) {
      const outcome = await send()
      if (!outcome.ok) expectSentence(outcome)
      else if (outcome.revision !== null) expect(await state().has(key), key).toBe(true)
    }
    expect(await state().get(key, 'none')).not.toBeUndefined()
    await expectLogGivesRows(board)
  }
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('a list of a hundred thousand texts is refused before it is compared with anything', async () => {
  await command('add_items', {
    id: newId(),
    list: 'shopping',
    items: Array.from({ length: 100 }, (_, i) => `t${i}`),
  })
  const since = performance.now()
  const texts = Array.from({ length: 100_000 }, (_, i) => `text ${i}`)
  expectSentence(await state().merge({ shopping_list: texts }))
  expectSentence(await state().merge({ lists: { shopping: texts } }))
  expect(performance.now() - since).toBeLessThan(2_000)
})

test('a value at the limit is accepted, one above it refused', async () => {
  const text = 'x'.repeat(LIMITS.valueChars - 2)
  expect(await state().set('x', text)).toMatchObject({ ok: true })
  expect(await state().get('x')).toBe(text)
  expectSentence(await state().set('x', `${text}x`))
})
