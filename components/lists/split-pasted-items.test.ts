import { expect, it } from 'vitest'
import { itemTexts } from './split-pasted-items.ts'

it.each([
  ['milk', ['milk']],
  ['  ', []],
  ['milk, eggs, and bread', ['milk', 'eggs', 'bread']],
  ['milk, and eggs, bread', ['milk', 'eggs', 'bread']],
  ['milk,eggs ,bread,', ['milk', 'eggs', 'bread']],
  ['salt and pepper', ['salt and pepper']],
  ['1,5 kg flour, 2 eggs', ['1,5 kg flour', '2 eggs']],
  ['- milk\n* eggs\n• bread\n\n', ['milk', 'eggs', 'bread']],
  ['1. milk\r\n2) eggs\n[x] bread\n- [ ] tea', ['milk', 'eggs', 'bread', 'tea']],
  ['nuts, mixed\nmilk, oat', ['nuts, mixed', 'milk, oat']],
  ['and, or', ['and', 'or']],
  ['7 up', ['7 up']],
])('%j names %j', (typed, named) => {
  expect(itemTexts(typed)).toEqual(named)
})
