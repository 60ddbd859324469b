/** The rules for values. The command bus tests send 200 hostile ones through every writer. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '#lib/limits.ts'
import { isObject, problemOf, readJson } from './json.ts'
import { plainCopy } from './plain-copy.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : { in: nested(levels - 1) })

test.each([
  [null],
  [true],
  [0],
  [-1.5],
  [5e-324],
  [Number.MAX_SAFE_INTEGER],
  [''],
  ['emoji 👩‍👩‍👧, عربى, ผู้'],
  [[]],
  [{}],
  [{ a: [1, { b: null }] }],
  [{ toString: 1, hasOwnProperty: 2 }],
  [nested(LIMITS.valueDepth)],
  ['x'.repeat(LIMITS.valueChars - 2)],
])('%j can be kept', (value) => {
  expect(problemOf(value)).toBeNull()
})

test.each([
  [undefined, 'JSON'],
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [-0, '-0'],
  [2 ** 53, 'too large'],
  [-1e300, 'too large'],
  [10n, 'bigint'],
  [() => 1, 'function'],
  [Symbol('s'), 'symbol'],
  ['a\u0000b', 'NUL'],
  ['\ud800', 'surrogate'],
  [{ '\udfff': 1 }, 'surrogate'],
  [new Date(), 'dates'],
  [new Map(), 'maps'],
  [nested(LIMITS.valueDepth + 1), `${LIMITS.valueDepth} levels`],
  ['x'.repeat(LIMITS.valueChars - 1), `${LIMITS.valueChars} characters`],
  [Array(LIMITS.valueChars + 1).fill(1), `${LIMITS.valueChars} entries`],
  [JSON.parse('{"__proto__": 1}'), '__proto__'],
  [{ deep: { constructor: 1 } }, 'constructor'],
  [{ prototype: 1 }, 'prototype'],
  [{ a: undefined }, 'undefined'],
])('%s is refused by a sentence with “%s”', (value, words) => {
  expect(problemOf(value)).toContain(words)
})

test('a valid value is read back equal from its text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      if (problemOf(value) !== null) return
      expect(readJson(JSON.stringify(value))).toEqual(value)
    }),
  )
})

test.each([
  ['{'],
  [''],
  ['1e400'],
  ['{"__proto__": 1}'],
  ['{"a": {"constructor": 1}}'],
  ['"\\u0000"'],
  ['"\\ud800"'],
  ['9007199254740993'],
  ['-0'],
  ['['.repeat(9) + ']'.repeat(9)],
  [`"${'x'.repeat(LIMITS.valueChars)}"`],
])('the stored text %s reads as damaged', (text) => {
  expect(readJson(text)).toBeUndefined()
})

test('a copy shares nothing with the caller’s object, and runs none of its code', () => {
  let ran = 0
  const list = [{ a: 1 }]
  const copied = plainCopy({ list, none: undefined }, 4)
  expect(copied).toEqual({ ok: true, value: { list: [{ a: 1 }], none: undefined } })
  expect(copied.ok && (copied.value as { list: unknown }).list).not.toBe(list)
  const acting = {
    get a() {
      ran += 1
      return 1
    },
  }
  const bad = new Proxy(
    {},
    {
      ownKeys() {
        throw new Error('no')
      },
    },
  )
  expect(plainCopy(acting, 4)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('“a” is computed'),
  })
  expect(plainCopy(bad, 4)).toEqual({ ok: false, problem: 'This cannot be read as data.' })
  expect(ran).toBe(0)
})

test('only plain objects are objects, not arrays, dates or instances', () => {
  expect([{}, Object.create(null)].every(isObject)).toBe(true)
  expect([null, [], new Date(), new (class A {})(), 'a'].some(isObject)).toBe(false)
})
