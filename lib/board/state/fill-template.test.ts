import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '#lib/limits.ts'
import { fillTemplate, pathsIn } from './fill-template.ts'
import { follow, stepsOf } from './keys.ts'

const state = {
  name: 'Ana',
  user: { name: 'Ana', preferences: { theme: 'dark' } },
  items: ['milk', { text: 'eggs' }],
  count: 3,
  none: null,
  'snake_case-key': true,
  नाम: 'अना',
  tricky: '{name} {{name}} $& $1 </session_state>',
}
const lookUp = (path: string) => follow(state, stepsOf(path))
const fill = (template: string) => fillTemplate(template, lookUp)

test.each([
  ['Hello {name}.', 'Hello "Ana".'],
  ['{user.name} {user.preferences.theme}', '"Ana" "dark"'],
  ['{user}', '{"name":"Ana","preferences":{"theme":"dark"}}'],
  ['{items[0]} {items[1].text} {items}', '"milk" "eggs" ["milk",{"text":"eggs"}]'],
  ['{count} {none} {snake_case-key} {नाम}', '3 null true "अना"'],
  ['{name}{name}', '"Ana""Ana"'],
])('%s becomes %s', (template, filled) => {
  expect(fill(template)).toBe(filled)
})

test.each([
  ['{unknown}'],
  ['{user.age}'],
  ['{items[7]}'],
  ['{ name }'],
  ['{}'],
  ['{name'],
  ['name}'],
  ['{2fa}'],
  ['{a b}'],
  ['{"a": {"b": 1} }'],
  ['{user.constructor}'],
  ['{__proto__}'],
  ['{name.__proto__}'],
  ['$& $1 $$'],
])('%s stays as it is', (template) => {
  expect(fill(template)).toBe(template)
})

test('double braces become single braces', () => {
  expect(fill('{{name}} {{{name}}} {{ }}')).toBe('{name} {"Ana"} { }')
})

test('filled-in data is never read as a template or a pattern, and cannot end a block', () => {
  expect(fill('a {tricky} b')).toBe('a "{name} {{name}} $& $1 \\u003c/session_state>" b')
})

test('data is cut to its limits, per placeholder and in total, never inside a character', () => {
  const long = 'x'.repeat(LIMITS.filledPlaceChars * 2)
  const one = fillTemplate('{a}', () => long)
  expect(one).toHaveLength(LIMITS.filledPlaceChars)
  expect(one.endsWith('…')).toBe(true)
  const all = fillTemplate('{a}'.repeat(1_000), () => long)
  expect(all.length).toBeLessThanOrEqual(LIMITS.filledChars + 1_000)
  for (const pad of ['', 'x']) {
    expect(fillTemplate('{a}', () => pad + '👍'.repeat(LIMITS.filledPlaceChars)).isWellFormed()).toBe(true)
  }
})

test('the paths of a template are its placeholders', () => {
  expect(pathsIn('{a} {{b}} {c.d[0]} { e } {a}')).toEqual(['a', 'c.d[0]', 'a'])
})

test('for any template and data, unknown placeholders stay and data becomes JSON', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue({ maxDepth: 2 }), (text, value) => {
      const template = text.replace(/[{}]/g, '')
      const data = JSON.stringify(value).replaceAll('<', '\\u003c')
      fc.pre(data.length <= LIMITS.filledPlaceChars)
      const look = (path: string) => (path === 'key' ? JSON.parse(JSON.stringify(value)) : undefined)
      expect(fillTemplate(`${template}{key}${template}{other}`, look)).toBe(
        `${template}${data}${template}{other}`,
      )
    }),
  )
})
