import { expect, test } from 'vitest'
import { LIMITS } from '#lib/limits.ts'
import { follow, problemOfKey, replaceAt, stepsOf } from './keys.ts'

test.each([
  'counter',
  'user name',
  'ключ',
  'नाम',
  '🛒',
  'toString',
  'x'.repeat(LIMITS.keyChars),
  '0',
  'a_list',
])('%s can be a key', (key) => {
  expect(problemOfKey(key)).toBeNull()
})

test.each([
  ['tasks', 'add_task'],
  ['categories', 'add_category'],
  ['lists', 'create_list'],
  ['', 'can’t be empty'],
  ['  ', 'can’t be empty'],
  [' a', 'start or end with a space'],
  ['x'.repeat(LIMITS.keyChars + 1), `${LIMITS.keyChars} characters`],
  ['__proto__', 'cannot be a key'],
  ['constructor', 'cannot be a key'],
  ['prototype', 'cannot be a key'],
  ['a.b', 'dots'],
  ['a[0]', 'brackets'],
  ['a{b', 'braces'],
  ['a\u0000', 'control'],
  ['a\n', 'a space'],
  ['a\tb', 'control'],
  ['a\ud800', 'control'],
])('%j cannot: %s', (key, words) => {
  expect(problemOfKey(key)).toContain(words)
})

test.each([
  ['user', ['user']],
  ['user.preferences.theme', ['user', 'preferences', 'theme']],
  ['items[0]', ['items', '0']],
  ['a[1].b[22]', ['a', '1', 'b', '22']],
  ['a[x]', ['a[x]']],
  ['a..b', ['a', '', 'b']],
  ['', ['']],
])('%j has the steps %j', (path, steps) => {
  expect(stepsOf(path)).toEqual(steps)
})

const value = { user: { name: 'Ana' }, list: ['a', { b: 2 }], none: null, zero: 0 }

test.each([
  ['user.name', 'Ana'],
  ['list[1].b', 2],
  ['list', value.list],
  ['none', null],
  ['zero', 0],
  ['user.age', undefined],
  ['user.name.length', undefined],
  ['list.length', undefined],
  ['list[-1]', undefined],
  ['list[2]', undefined],
  ['none.x', undefined],
  ['user.__proto__', undefined],
  ['user.constructor.name', undefined],
  ['user.toString', undefined],
])('%s leads to %j', (path, found) => {
  expect(follow(value, stepsOf(path))).toEqual(found)
})

test('a path sets and deletes, creates missing objects, and doesn’t modify its input', () => {
  const before = structuredClone(value)
  const set = (path: string, next: string | undefined) => replaceAt(value, stepsOf(path), next)
  expect(set('user.name', 'Bo')).toEqual({ value: { ...value, user: { name: 'Bo' } } })
  expect(set('a.b.c', 'new')).toEqual({ value: { ...value, a: { b: { c: 'new' } } } })
  expect(set('list[0]', 'z')).toEqual({ value: { ...value, list: ['z', { b: 2 }] } })
  expect(set('list[0]', undefined)).toEqual({ value: { ...value, list: [{ b: 2 }] } })
  expect(set('user.name', undefined)).toEqual({ value: { ...value, user: {} } })
  expect(set('not.there', undefined)).toEqual({ value })
  expect(replaceAt(undefined, ['a', 'b'], undefined)).toEqual({ value: undefined })
  expect(value).toEqual(before)
})

test.each([
  ['zero.x', 'isn’t inside an object'],
  ['list[2]', 'No entry 2: the list has 2'],
  ['list.x', 'No entry x'],
  ['user.__proto__.x', 'cannot be a part'],
  ['user.constructor', 'cannot be a part'],
  ['user..name', 'cannot be a part'],
])('%s is refused: %s', (path, words) => {
  expect(replaceAt(value, stepsOf(path), 1)).toEqual({ problem: expect.stringContaining(words) })
})
