import { describe, expect, it } from 'vitest'
import type { JsonValue } from '#lib/board/state/json.ts'
import { kindOf, kindTyped, readTyped, textOf } from './value-kinds.ts'

describe('typed text', () => {
  it.each([
    ['dark', 'text'],
    ['', 'text'],
    ['42', 'number'],
    [' -1.5 ', 'number'],
    ['1e3', 'number'],
    ['007', 'text'],
    ['+49 170 123', 'text'],
    ['9007199254740993', 'text'],
    ['true', 'truth'],
    ['True', 'text'],
    ['yes', 'text'],
    ['null', 'nothing'],
    ['{"a": 1}', 'structure'],
    ['[1, 2', 'text'],
    ['[draft]', 'structure'],
    ['[draft] of a letter', 'text'],
  ])('%j looks like %s', (typed, kind) => {
    expect(kindTyped(typed)).toBe(kind)
  })
})

describe('the stored value', () => {
  it.each([
    [' two words ', 'text', ' two words '],
    ['42', 'text', '42'],
    ['1.50', 'number', 1.5],
    ['Yes', 'truth', true],
    ['off', 'truth', false],
    ['whatever', 'nothing', null],
    ['{"a": [1]}', 'structure', { a: [1] }],
  ] as const)('%j as %s is %j', (typed, kind, value) => {
    expect(readTyped(typed, kind)).toEqual({ ok: true, value })
  })

  it.each([
    ['', 'number', 'Enter a number'],
    ['1,5', 'number', 'Enter a number'],
    ['1e999', 'number', 'Enter a number'],
    ['maybe', 'truth', 'true or false'],
    ['{a: 1}', 'structure', 'Invalid JSON'],
    ['"text"', 'structure', 'Use [ ] for a list'],
  ] as const)('%j as %s is refused with a sentence', (typed, kind, words) => {
    expect(readTyped(typed, kind)).toEqual({ ok: false, message: expect.stringContaining(words) })
  })

  it.each<JsonValue>(['dark', '42', ' ', 7, -0.5, true, false, null, [], ['a', 1], { a: { b: [null] } }])(
    '%j comes back equal from its field',
    (value) => {
      expect(readTyped(textOf(value), kindOf(value))).toEqual({ ok: true, value })
    },
  )
})
