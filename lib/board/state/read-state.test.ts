/** Reading the state: stored values over the template's, lists as arrays, expired values gone, corrupted ones shown. */
import { afterEach, expect, test } from 'vitest'
import { LIMITS } from '#lib/limits.ts'
import type { Board, Value } from '../model/types.ts'
import { after, BOARD, messageOf, NOW, replyOf, run } from '../testing.ts'
import { isExpired, listsOf, lookUp, readValues, stateWithoutTasks, valueAt, valuesOf } from './read-state.ts'
import { setTemplateSchemas } from './schemas.ts'
import { setTemplateDefaults } from './template.ts'

afterEach(() => {
  setTemplateDefaults()
  setTemplateSchemas()
})

const set = (board: Board, key: string, value: unknown, more: object = {}) =>
  after(board, 'set_value', { key, value, ...more })
const withRow = (board: Board, row: Value): Board => ({
  ...board,
  values: new Map(board.values).set(row.id, row),
})
const row = (id: string, json: string | null, expiresAt: number | null = null) => ({ id, json, expiresAt })
const stateOf = (board: Board, now = NOW) => valuesOf(board, now)

test('values, lists and the template’s defaults are one state', () => {
  let board = set(BOARD, 'counter', 3)
  board = after(board, 'add_items', { id: 'list-0001', list: 'shopping', items: ['milk', 'eggs'] })
  expect(stateWithoutTasks(board, NOW)).toEqual({
    counter: 3,
    user: { preferences: {} },
    shopping_list: ['milk', 'eggs'],
  })
  expect(listsOf(board)).toEqual({ shopping_list: ['milk', 'eggs'] })
})

test.each([
  ['counter', 3],
  ['user.name', 'Ana'],
  ['user.preferences', {}],
  ['shopping_list', ['milk', 'eggs']],
  ['shopping_list[1]', 'eggs'],
  ['lists', { shopping: ['milk', 'eggs'] }],
  ['lists.shopping[0]', 'milk'],
  ['tasks', undefined],
  ['shopping', undefined],
  ['user.name.x', undefined],
  ['', undefined],
  ['__proto__', undefined],
  ['toString', undefined],
])('%s leads to %j', (path, value) => {
  let board = set(set(BOARD, 'counter', 3), 'user.name', 'Ana')
  board = after(board, 'add_items', { id: 'list-0001', list: 'shopping', items: ['milk', 'eggs'] })
  expect(lookUp(board, path, NOW)).toEqual(value)
})

test('null is a value and overrides the template’s', () => {
  setTemplateDefaults({ greeting: 'hello' })
  const board = set(set(BOARD, 'none', null), 'greeting', null)
  expect([lookUp(board, 'none', NOW), lookUp(board, 'greeting', NOW)]).toEqual([null, null])
  expect(stateOf(board)).toEqual({ none: null, greeting: null })
})

test('old boards read a default that is added to the template later; a stored copy does not change', () => {
  const old = set(BOARD, 'user', { preferences: { theme: 'dark' } })
  setTemplateDefaults({ user: { preferences: { theme: 'light' } }, greeting: 'hello' })
  expect(stateOf(old)).toEqual({ user: { preferences: { theme: 'dark' } }, greeting: 'hello' })
  expect(stateOf(set(old, 'greeting', 'hi'))).toMatchObject({ greeting: 'hi' })
})

test('a default that was deleted stays deleted, and can be set again', () => {
  setTemplateDefaults({ greeting: 'hello' })
  const gone = after(BOARD, 'delete_value', { key: 'greeting' })
  expect(stateOf(gone)).toEqual({})
  expect(lookUp(gone, 'greeting', NOW)).toBeUndefined()
  expect(messageOf(run(gone, 'delete_value', { key: 'greeting' }))).toContain('greeting isn’t set')
  expect(stateOf(set(gone, 'greeting', 'again'))).toEqual({ greeting: 'again' })
  const cleared = after(set(BOARD, 'a', 1), 'clear_values', {})
  expect(stateOf(cleared)).toEqual({})
  expect(cleared.values.get('greeting')).toEqual(row('greeting', null))
  expect(cleared.values.has('a')).toBe(false)
})

test('an update and a merge start from the template’s default and don’t modify it', () => {
  setTemplateDefaults({ user: { preferences: { theme: 'light', size: 'big' } } })
  const board = after(BOARD, 'merge_state', {
    id: 'merge-001',
    state: { user: { preferences: { theme: 'dark' } } },
  })
  expect(stateOf(board)).toEqual({ user: { preferences: { theme: 'dark', size: 'big' } } })
  expect(stateOf(BOARD)).toEqual({ user: { preferences: { theme: 'light', size: 'big' } } })
})

test('an expired value is gone, and setting it again makes a new one', () => {
  const board = set(BOARD, 'code', 7, { ttl_seconds: 10 })
  const end = NOW + 10_000
  expect(isExpired({ expiresAt: end }, end - 1)).toBe(false)
  expect(stateOf(board, end - 1)).toMatchObject({ code: 7 })
  expect(stateOf(board, end)).not.toHaveProperty('code')
  expect([lookUp(board, 'code', end), valueAt(board, 'code', end)]).toEqual([undefined, undefined])
  const kept = after(board, 'increment_value', { key: 'code' }, { now: end - 1 })
  expect(kept.values.get('code')).toEqual(row('code', '8', end))
  const fresh = after(board, 'increment_value', { key: 'code' }, { now: end })
  expect(fresh.values.get('code')).toEqual(row('code', '1'))
  const forever = after(board, 'set_value', { key: 'code', value: 7, ttl_seconds: null })
  expect(stateOf(forever, end + 1)).toMatchObject({ code: 7 })
})

test('the reply, which stays, does not repeat a value that expires', () => {
  expect(replyOf(run(BOARD, 'set_value', { key: 'a', value: 'zebra' }))).toBe('Set a to "zebra".')
  expect(replyOf(run(BOARD, 'set_value', { key: 'a', value: 'zebra', ttl_seconds: 5 }))).not.toContain(
    'zebra',
  )
  const timed = set(BOARD, 'a', 'x', { ttl_seconds: 5 })
  expect(replyOf(run(timed, 'set_value', { key: 'a', value: 'zebra' }))).not.toContain('zebra')
  const merged = run(timed, 'merge_state', { id: 'merge-001', state: { a: 'zebra', b: 'lion' } })
  expect(replyOf(merged)).toBe('State updated: a and b = "lion".')
})

test.each([
  ['a', '{'],
  ['a', '1e400'],
  ['a.b', '1'],
  ['tasks', '[]'],
  ['lists', '{}'],
  ['__proto__', '{"polluted": 1}'],
  ['', '1'],
])('a row %j with %s is damaged: shown, kept out of the state, and can be deleted', (key, json) => {
  const board = withRow(set(BOARD, 'fine', 1), row(key, json))
  expect(readValues(board, NOW)).toContainEqual({ key, state: 'damaged', text: json, expiresAt: null })
  const state = stateOf(board)
  expect(state).toEqual({ fine: 1, user: { preferences: {} } })
  expect(Object.getPrototypeOf(state)).toBe(Object.prototype)
  expect(lookUp(board, key, NOW)).toEqual(key === 'lists' ? {} : undefined)
  expect(after(board, 'delete_value', { key }).values.has(key)).toBe(false)
  expect(after(board, 'clear_values', {}).values.has(key)).toBe(false)
})

test('every writer can replace a corrupted value', () => {
  const board = withRow(BOARD, row('a', '{'))
  expect(stateOf(set(board, 'a', 1))).toMatchObject({ a: 1 })
  expect(stateOf(set(board, 'a.b', 1))).toMatchObject({ a: { b: 1 } })
  expect(stateOf(after(board, 'increment_value', { key: 'a' }))).toMatchObject({ a: 1 })
  expect(stateOf(after(board, 'update_value', { key: 'a', fields: { b: 2 } }))).toMatchObject({ a: { b: 2 } })
  const state = { a: { c: 3 } }
  expect(stateOf(after(board, 'merge_state', { id: 'merge-001', state }))).toMatchObject(state)
})

test('the number and the total size of values are limited; existing ones can shrink', () => {
  const many = Array.from({ length: LIMITS.valuesPerSession }, (_, i) => row(`k${i}`, '1'))
  const full = many.reduce(withRow, BOARD)
  expect(messageOf(run(full, 'set_value', { key: 'more', value: 1 }))).toContain(
    `${LIMITS.valuesPerSession} values`,
  )
  expect(stateOf(set(full, 'k1', 2))).toMatchObject({ k1: 2 })
  const big = `"${'x'.repeat(LIMITS.valueChars - 2)}"`
  const count = LIMITS.valuesChars / LIMITS.valueChars
  const heavy = Array.from({ length: count }, (_, i) => row(`k${i}`, big)).reduce(withRow, BOARD)
  expect(messageOf(run(heavy, 'set_value', { key: 'more', value: 1 }))).toContain(
    `${LIMITS.valuesChars} characters in total`,
  )
  expect(stateOf(set(withRow(heavy, row('over', big)), 'k1', 'small'))).toMatchObject({ k1: 'small' })
})

test('a deleted default counts again once it is set', () => {
  setTemplateDefaults({ greeting: 'hello' })
  const gone = after(BOARD, 'delete_value', { key: 'greeting' })
  const full = Array.from({ length: LIMITS.valuesPerSession }, (_, i) => row(`k${i}`, '1')).reduce(
    withRow,
    gone,
  )
  expect(messageOf(run(full, 'set_value', { key: 'greeting', value: 1 }))).toContain('values')
})
