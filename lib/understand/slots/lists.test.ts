import { expect, test } from 'vitest'
import { BOARDS, type BoardName } from '../sentences/boards.ts'
import { phraseOf, SCENE } from '../testing.ts'
import { textOf } from '../text/phrase.ts'
import { nameOfThing, takeList, thingsOf } from './item-names.ts'
import { knownList, listSlot } from './lists.ts'

const on = (board: BoardName) => ({ ...SCENE, context: { ...SCENE.context, ...BOARDS[board] } })
const place = (text: string, board: BoardName) => listSlot.read(phraseOf(text), on(board))?.value

test('a list is a named list, or the tasks', () => {
  expect(place('my shopping list', 'empty')).toEqual({ of: 'list', name: 'shopping', isKnown: false })
  expect(place('my shopping list', 'home')).toEqual({ of: 'list', name: 'shopping', isKnown: true })
  expect(place('the work list', 'home')).toEqual({ of: 'tasks', category: 'work' })
  expect(place('my to do list', 'home')).toEqual({ of: 'tasks' })
  expect(place('our task list', 'home')).toEqual({ of: 'tasks' })
  expect(place('the board', 'home')).toEqual({ of: 'tasks' })
  expect(place('the "books to read" list', 'home')).toMatchObject({ name: 'books to read' })
  expect(place("Trader Joe's list", 'home')).toMatchObject({ name: "Trader Joe's" })
})

test('“my list” is the only list, or the tasks, or ambiguous', () => {
  expect(place('my list', 'tasks')).toEqual({ of: 'tasks' })
  expect(place('my list', 'home')).toMatchObject({ of: 'list', name: 'shopping', isVague: true })
  expect(place('the whole list', 'home')).toMatchObject({ name: 'shopping', isVague: true })
  expect(place('my list', 'travel')).toMatchObject({ of: 'list', isVague: true })
  expect(place('my list', 'travel')).not.toHaveProperty('name', 'packing')
})

test('words that don’t name a list', () => {
  for (const text of ['the playlist', 'milk to my list', 'do list', 'shopping', 'the milk']) {
    expect(place(text, 'empty')).toBeUndefined()
  }
})

test('an existing list is found by its name, a synonym, or a name with a typo', () => {
  const known = (words: string, board: BoardName) => knownList(on(board), words)?.name
  expect(known('SHOPPING', 'home')).toBe('shopping')
  expect(known('grocery', 'home')).toBe('shopping')
  expect(known('shopping', 'travel')).toBe('Groceries')
  expect(known('pakcing', 'travel')).toBe('packing')
  expect(known('parking', 'travel')).toBe('packing')
  expect(known('park', 'travel')).toBeUndefined()
  expect(known('books', 'travel')).toBeUndefined()
})

const things = (text: string) => thingsOf(phraseOf(text), BOARDS.home.lists[0]).map(nameOfThing).map(textOf)

test.each([
  ['milk, eggs, and bread', ['milk', 'eggs', 'bread']],
  ['milk and eggs', ['milk', 'eggs']],
  ['some milk & the eggs', ['milk', 'eggs']],
  ['The Hobbit and Dune', ['The Hobbit', 'Dune']],
  ['mac and cheese', ['mac and cheese']],
  ['mac and cheese and butter', ['mac and cheese', 'butter']],
  ['salt and vinegar crisps, beer', ['salt and vinegar crisps', 'beer']],
  ['2 l of milk, 12 eggs', ['2 l of milk', '12 eggs']],
  ['- milk\n- eggs\n- bread', ['milk', 'eggs', 'bread']],
  ['"bread and butter", jam', ['bread and butter', 'jam']],
  ['the long book about war and peace in the east', ['long book about war and peace in the east']],
  ['milk (1.5 %, and fresh), eggs', ['milk (1.5 %, and fresh)', 'eggs']],
])('things: %s', (text, expected) => {
  expect(things(text)).toEqual(expected)
})

test('items, their list, and words after it', () => {
  const taken = (text: string) => {
    const put = takeList(phraseOf(text), on('empty'))
    return put && [thingsOf(put.things).map(textOf), put.place, put.rest && textOf(put.rest)]
  }
  const shopping = { of: 'list', name: 'shopping', isKnown: false }
  expect(taken('milk to the shopping list')).toEqual([['milk'], shopping, undefined])
  expect(taken('milk to the shopping list and eggs')).toEqual([['milk', 'eggs'], shopping, undefined])
  expect(taken('milk to the shopping list for tomorrow')).toEqual([['milk'], shopping, 'for tomorrow'])
  expect(taken('milk to my to do list')).toBeUndefined()
  expect(taken('a letter to the list of candidates')).toBeUndefined()
})
