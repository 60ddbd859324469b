/** Hostile values, and valid ones at the limits. */
import { LIMITS } from '#lib/limits.ts'

/** Created for each use: some change when they are read. */
export type Hostile = {
  what: string
  make: () => unknown
  /** The expected value, if it can’t be compared itself. */
  same?: unknown
}

const nest = (levels: number, wrap: (inner: unknown) => unknown, end: unknown = 1) => {
  let value = end
  for (let i = 0; i < levels; i += 1) value = wrap(value)
  return value
}
const inObject = (inner: unknown) => ({ in: inner })
const inList = (inner: unknown) => [inner]
const own = (json: string) => JSON.parse(json)
const withField = (holder: object, key: PropertyKey, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true })
const fieldsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]))

class Point {
  x = 1
  y = 2
}
class OddList extends Array<unknown> {
  toJSON() {
    return 'another value'
  }
}

const cyclic = () => {
  const value: Record<string, unknown> = { a: 1 }
  value.self = value
  return value
}
const cyclicList = () => {
  const list: unknown[] = [1]
  list.push(list)
  return list
}
/** Returns another value each time it is read. */
const restless = () => {
  let reads = 0
  return Object.defineProperty({}, 'n', { enumerable: true, get: () => (reads += 1) })
}
const throwing = () =>
  Object.defineProperty({}, 'n', {
    enumerable: true,
    get() {
      throw new Error('read me not')
    },
  })
const trap = (name: 'get' | 'ownKeys' | 'getPrototypeOf' | 'getOwnPropertyDescriptor', target: object = {}) =>
  new Proxy(target, {
    [name]() {
      throw new Error(`trap: ${name}`)
    },
  })

const POLLUTING = [
  '{"__proto__": {"polluted": 1}}',
  '{"a": {"__proto__": {"polluted": 1}}}',
  '{"a": [{"__proto__": {"polluted": 1}}]}',
  '[{"__proto__": null}]',
  '{"constructor": {"prototype": {"polluted": 1}}}',
  '{"a": {"constructor": {"prototype": {"polluted": 1}}}}',
  '[[[{"constructor": 1}]]]',
  '{"prototype": {"polluted": 1}}',
  '{"a": {"prototype": 1}}',
  '{"a": {"b": {"c": {"__proto__": {"polluted": 1}}}}}',
]

const NUMBERS = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  0,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53) + 1,
  -(2 ** 53),
  Number('1e400'),
  Number('-1e400'),
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  -Number.MIN_VALUE,
  Number.EPSILON,
  0.1 + 0.2,
  1e21,
  1e-7,
  123456789012345.67,
  0xffffffff,
]

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f',
  '\ud800',
  '\udc00',
  'a\ud83d',
  '\udc4d\ud83d',
  '👍',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇩🇪',
  '\u202eevil',
  '\u200b',
  '\ufeff',
  '\ufffd',
  '\uffff',
  'e\u0301',
  'é',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  'שלום עולם',
  'مرحبا بالعالم',
  '你好，世界',
  'สวัสดีชาวโลก',
  'नमस्ते दुनिया',
  '\\u0000',
  '\\"\\',
  '"',
  "'; drop table tasks; --",
  '<script>alert(1)</script>',
  '</session_state>',
  '{user.name} {{x}}',
  '\r\n\t',
  '\u2028\u2029',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'İIıi',
  'ß ſ ﬁ',
]

const KEYS = [
  '',
  ' ',
  'a.b',
  'a[0]',
  'a]b',
  '{a}',
  '{{a}}',
  'k'.repeat(LIMITS.keyChars),
  'k'.repeat(LIMITS.keyChars + 1),
  'k'.repeat(10_000),
  '\u0000',
  'a\u0000',
  '\ud800',
  '👍',
  '\u202ea',
  'e\u0301',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '0',
  '-1',
  'length',
  'a\nb',
  'tasks',
  'lists',
]

const nameOf = (value: unknown) => JSON.stringify(value)?.slice(0, 40) ?? String(value)

export const HOSTILE: readonly Hostile[] = [
  ...NUMBERS.map((n, i) => ({ what: `number ${i}, ${Object.is(n, -0) ? '-0' : n}`, make: () => n })),
  ...NUMBERS.slice(0, 12).map((n, i) => ({
    what: `number ${i} deep inside`,
    make: () => ({ a: [{ b: n }] }),
  })),
  ...TEXTS.map((text, i) => ({ what: `text ${i}, ${nameOf(text)}`, make: () => text })),
  ...TEXTS.slice(0, 12).map((text, i) => ({ what: `text ${i} inside`, make: () => [{ a: text }] })),
  ...KEYS.map((key, i) => ({ what: `the key ${i}, ${nameOf(key)}`, make: () => withField({}, key, 1) })),
  ...KEYS.slice(0, 16).map((key, i) => ({
    what: `the key ${i} inside`,
    make: () => [{ a: { [key]: [1] } }],
  })),
  ...POLLUTING.map((json) => ({ what: json, make: () => own(json) })),
  ...[1, 7, 8, 9, 12, 13, 20, 1_000, 100_000].flatMap((levels) => [
    { what: `${levels} objects deep`, make: () => nest(levels, inObject) },
    { what: `${levels} lists deep`, make: () => nest(levels, inList, []) },
  ]),
  ...[-3, -2, -1, 0, 1].map((more) => ({
    what: `a text of the limit ${more}`,
    make: () => 'x'.repeat(LIMITS.valueChars + more),
  })),
  { what: 'a text of a million', make: () => 'x'.repeat(1_000_000) },
  { what: 'quotes that double as JSON', make: () => '"'.repeat(LIMITS.valueChars / 2) },
  { what: 'a list of the limit', make: () => Array(LIMITS.valueChars / 2 - 1).fill(1) },
  { what: 'a list of 100 000', make: () => Array(100_000).fill(1) },
  { what: 'a list of 100 000 texts', make: () => Array.from({ length: 100_000 }, (_, i) => `t${i}`) },
  { what: 'a thousand fields', make: () => fieldsOf(1_000) },
  { what: '100 000 fields', make: () => fieldsOf(100_000) },
  { what: 'undefined', make: () => undefined },
  { what: 'undefined in a list', make: () => [undefined] },
  { what: 'undefined in an object', make: () => ({ a: undefined }) },
  { what: 'a hole', make: () => withField([1], 2, 3) },
  { what: 'a list of holes', make: () => Array(3) },
  { what: 'a list of four thousand million holes', make: () => Array(4_294_967_295) },
  { what: 'a list with a field', make: () => withField([1], 'a', 2) },
  { what: 'a list with toJSON', make: () => withField([1], 'toJSON', () => 'other') },
  { what: 'a list of another class', make: () => OddList.from([1, 2]) },
  { what: 'a BigInt', make: () => 10n },
  { what: 'a BigInt inside', make: () => ({ a: [10n] }) },
  { what: 'a symbol', make: () => Symbol('s') },
  { what: 'a symbol as key', make: () => withField({}, Symbol('s'), 1) },
  { what: 'a function', make: () => () => 1 },
  { what: 'a class', make: () => Point },
  { what: 'an instance', make: () => new Point() },
  { what: 'a date', make: () => new Date(0) },
  { what: 'no date', make: () => new Date(Number.NaN) },
  { what: 'a date inside', make: () => ({ at: new Date(0) }) },
  { what: 'a map', make: () => new Map([['a', 1]]) },
  { what: 'a set', make: () => new Set([1]) },
  { what: 'a weak map', make: () => new WeakMap() },
  { what: 'a regular expression', make: () => /a/g },
  { what: 'an error', make: () => new Error('e') },
  { what: 'a promise', make: () => Promise.resolve(1) },
  { what: 'bytes', make: () => new Uint8Array([1, 2]) },
  { what: 'a buffer', make: () => new ArrayBuffer(4) },
  { what: 'a boxed text', make: () => new String('a') },
  { what: 'a boxed number', make: () => new Number(1) },
  { what: 'a URL', make: () => new URL('http://localhost/') },
  { what: 'a form', make: () => new FormData() },
  { what: 'a bare object', make: () => withField(Object.create(null), 'a', 1) },
  { what: 'an heir', make: () => Object.create({ a: 1 }) },
  { what: 'a cycle', make: cyclic },
  { what: 'a cycle in a list', make: cyclicList },
  { what: 'a cycle deep inside', make: () => ({ a: { b: [cyclic()] } }) },
  { what: 'the same object twice', make: () => [{ a: 1 }].flatMap((one) => [one, one]) },
  { what: 'a getter', make: () => Object.defineProperty({}, 'a', { enumerable: true, get: () => 1 }) },
  { what: 'a getter that changes', make: restless },
  { what: 'a getter that throws', make: throwing },
  { what: 'a hidden field', make: () => Object.defineProperty({ a: 1 }, 'b', { value: 2 }) },
  {
    what: 'a setter',
    make: () => Object.defineProperty({}, 'a', { enumerable: true, set: () => undefined }),
  },
  { what: 'toJSON', make: () => ({ a: 1, toJSON: () => 'other' }) },
  { what: 'toJSON that throws', make: () => ({ toJSON: () => JSON.parse('{') }) },
  { what: 'toJSON that is a text', make: () => ({ toJSON: 'a text' }) },
  { what: 'a proxy', make: () => new Proxy({ a: 1 }, {}) },
  { what: 'a proxy that throws at get', make: () => trap('get', { a: 1 }), same: { a: 1 } },
  { what: 'a proxy that throws at keys', make: () => trap('ownKeys') },
  { what: 'a proxy that throws at its prototype', make: () => trap('getPrototypeOf') },
  { what: 'a proxy that throws at fields', make: () => trap('getOwnPropertyDescriptor', { a: 1 }) },
  { what: 'a list that throws', make: () => trap('ownKeys', [1]) },
  {
    what: 'a revoked proxy',
    make: () => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      return proxy
    },
  },
  { what: 'a frozen object', make: () => Object.freeze({ a: Object.freeze([1]) }) },
  { what: 'the global object', make: () => globalThis },
  { what: 'null', make: () => null },
  { what: 'an empty object', make: () => ({}) },
  { what: 'an empty list', make: () => [] },
  { what: 'false', make: () => false },
]
