import { expect, test } from 'vitest'
import type { JsonValue } from './json.ts'
import { deepMerge, mergePatch } from './merge.ts'

test.each([
  [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  [{ a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
  [{ a: [1, 2, 3] }, { a: [4] }, { a: [4] }],
  [{ a: { b: 1 } }, { a: [1] }, { a: [1] }],
  [{ a: 1 }, { a: { b: 1 } }, { a: { b: 1 } }],
  [{ a: 1 }, { a: null }, { a: null }],
  [{ a: { b: 1 } }, {}, { a: { b: 1 } }],
  [undefined, { a: 1 }, { a: 1 }],
  [{ a: 1 }, 'text', 'text'],
  [[1, 2], [3], [3]],
] as [JsonValue | undefined, JsonValue, JsonValue][])('%j with %j is %j', (stored, given, merged) => {
  const before = structuredClone(stored)
  expect(deepMerge(stored, given)).toEqual(merged)
  expect(stored).toEqual(before)
})

const USER = { name: 'Ana', email: 'ana@example.com', preferences: { theme: 'light', language: 'en' } }

test.each([
  [
    { user: USER },
    { user: { preferences: { theme: 'dark' } } },
    { user: { ...USER, preferences: { theme: 'dark', language: 'en' } } },
  ],
  [{ user: USER }, { user: { email: null } }, { user: { name: 'Ana', preferences: USER.preferences } }],
  [
    { user: USER },
    { user: { preferences: { theme: null, font: 'serif' } } },
    { user: { ...USER, preferences: { language: 'en', font: 'serif' } } },
  ],
  [{ a: 1 }, { a: null }, {}],
  [{ a: 1 }, { b: { c: null, d: 1 } }, { a: 1, b: { d: 1 } }],
  [{ tags: ['a', 'b'] }, { tags: ['c'] }, { tags: ['c'] }],
  [{ tags: ['a'] }, { tags: [null] }, { tags: [null] }],
  [{ a: 1 }, { a: { b: 2 } }, { a: { b: 2 } }],
  [undefined, { a: { b: null } }, { a: {} }],
] as [JsonValue | undefined, JsonValue, JsonValue][])(
  'patching %j with %j gives %j',
  (stored, given, merged) => {
    const before = structuredClone(stored)
    expect(mergePatch(stored, given)).toEqual(merged)
    expect(stored).toEqual(before)
  },
)

test('a patch leaves the keys in the order they had', () => {
  expect(Object.keys(mergePatch({ a: 1, b: 2, c: 3 }, { d: 4, b: 5 }) as object)).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
})

test('a key such as __proto__ is an ordinary field and pollutes nothing', () => {
  const given = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}')
  const merged = deepMerge({ a: 1 }, given) as object
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
  expect(Object.hasOwn(merged, '__proto__')).toBe(true)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
