/** Lists and items as people name them, on a board in memory. */
import { expect, test } from 'vitest'
import { LIMITS } from '#lib/limits.ts'
import type { Board } from '../model/types.ts'
import { after, BOARD, messageOf, replyOf, run } from '../testing.ts'
import { findList, itemFinder, itemsOf, listKey, listName, listsInOrder } from './lists.ts'

let made = 0
const id = () => `an-id-${String(++made).padStart(4, '0')}`
const add = (board: Board, list: string, ...items: string[]) =>
  after(board, 'add_items', { id: id(), list, items })
const textsOn = (board: Board, name: string) => {
  const list = findList(board, name)
  return list && itemsOf(board, list.id).map((item) => item.text)
}
const shopping = add(BOARD, 'shopping', 'milk', 'eggs', 'bread')

test.each([
  ['the Shopping List', 'Shopping'],
  ['shopping_list', 'shopping'],
  ['my packing list', 'packing'],
  ['  a   to-do   LIST ', 'to-do'],
  ['list', 'list'],
  ['the list', 'list'],
  ['wish list list', 'wish list'],
  ['Listen', 'Listen'],
  ['theatre', 'theatre'],
])('%j is called %j', (text, name) => {
  expect(listName(text)).toBe(name)
})

test.each([
  ['shopping', 'shopping_list'],
  ['Groceries for Mum', 'groceries_for_mum_list'],
  ['Café', 'cafe_list'],
  ['to-do', 'to_do_list'],
  ['खरीदारी', 'खरीदारी_list'],
  ['買い物', '買い物_list'],
  ['🛒', '🛒_list'],
  ['🎁', '🎁_list'],
  ['...', 'unnamed_list'],
])('the list %s has the key %s', (name, key) => {
  expect(listKey(name).normalize('NFC')).toBe(key.normalize('NFC'))
})

test.each(['shopping', 'Shopping', 'the shopping list', 'my SHOPPING list', 'shopping_list'])(
  'the list is found as %j',
  (named) => {
    expect(findList(shopping, named)?.name).toBe('shopping')
    expect(messageOf(run(shopping, 'create_list', { id: id(), name: named }))).toBe(
      'List “shopping” already exists.',
    )
  },
)

test('lists named by symbols alone are different lists', () => {
  const board = add(add(BOARD, '🛒', 'milk'), '🎁', 'book')
  expect(textsOn(board, '🛒')).toEqual(['milk'])
  expect(textsOn(board, '🎁')).toEqual(['book'])
})

const items = ['Milk', 'oat milk', 'eggs', 'jars of jam', 'cookies', 'shoes', 'tomatoes', 'loaves', 'berries']
const finder = itemFinder(
  items.map((text, i) => ({ id: `item-${i}`, listId: 'l', text, checked: false, rank: 'a0' })),
)

test.each([
  ['milk', ['Milk']],
  ['MILK', ['Milk']],
  ['  milk ', ['Milk']],
  ['item-3', ['jars of jam']],
  ['oat', ['oat milk']],
  ['egg', ['eggs']],
  ['jar of jam', ['jars of jam']],
  ['cookie', ['cookies']],
  ['shoe', ['shoes']],
  ['tomato', ['tomatoes']],
  ['loaf', ['loaves']],
  ['berry', ['berries']],
  ['jam', ['jars of jam']],
  ['milks', ['Milk']],
  ['butter', []],
  ['il', []],
  ['', []],
])('%j means %j', (named, texts) => {
  expect(finder(named).map((item) => item.text)).toEqual(texts)
})

test('a word that matches several items is asked about, and the rest is done', () => {
  const board = add(BOARD, 'shopping', 'oat milk', 'almond milk', 'bread')
  const unclear = run(board, 'remove_items', { items: ['milk'] })
  expect(unclear).toMatchObject({ ok: false, code: 'ambiguous' })
  expect(messageOf(unclear)).toBe("'milk' matches oat milk or almond milk. Which one?")
  const some = run(board, 'check_items', { items: ['Bread', 'milk', 'salt'] })
  expect(replyOf(some)).toBe(
    "Checked off bread on the shopping list. 'salt' is not on the shopping list. 'milk' matches oat milk or almond milk. Which one?",
  )
})

test('nothing is on a list twice, ignoring case; the first spelling stays', () => {
  const again = run(shopping, 'add_items', { id: id(), list: 'shopping', items: ['MILK', 'Eggs'] })
  expect(again).toMatchObject({ ok: true, changes: [] })
  expect(replyOf(again)).toBe("'milk' and 'eggs' are already on the shopping list.")
  const both = run(shopping, 'add_items', { id: id(), items: ['Butter', 'butter', 'milk'] })
  expect(replyOf(both)).toBe("Added Butter to the shopping list. 'milk' is already on the shopping list.")
})

test('words of other scripts that differ by a mark are different items', () => {
  const board = add(BOARD, 'shopping', 'かき', 'かぎ', 'दाल', 'दूल')
  expect(textsOn(board, 'shopping')).toEqual(['かき', 'かぎ', 'दाल', 'दूल'])
  expect(textsOn(add(board, 'shopping', 'かぎ'), 'shopping')).toHaveLength(4)
  expect(textsOn(add(add(BOARD, 'x', 'café'), 'x', 'CAFE'), 'x')).toEqual(['café'])
})

test('adding a checked item again unchecks it', () => {
  const board = after(shopping, 'check_items', { items: ['milk'] })
  const again = run(board, 'add_items', { id: id(), items: ['Milk'] })
  expect(replyOf(again)).toBe('Put milk back on the shopping list.')
})

test('the reply to a removal uses the stored spelling and names missing items', () => {
  const board = add(BOARD, 'shopping', 'Rye Bread')
  expect(replyOf(run(board, 'remove_items', { items: ['rye bread'] }))).toBe(
    'Removed Rye Bread from the shopping list.',
  )
  expect(messageOf(run(board, 'remove_items', { items: ['salt'] }))).toBe(
    "'salt' is not on the shopping list.",
  )
})

test('without a name, the only list is meant, or the one that has the item', () => {
  const two = add(shopping, 'packing', 'socks')
  expect(replyOf(run(two, 'remove_items', { items: ['sock'] }))).toBe('Removed socks from the packing list.')
  expect(messageOf(run(two, 'remove_items', { items: ['salt'] }))).toBe('Which list? shopping or packing')
  expect(replyOf(run(BOARD, 'clear_list', {}))).toBe('No lists to clear.')
  expect(messageOf(run(two, 'clear_list', { list: 'wish' }))).toBe(
    'There is no wish list. Lists: shopping and packing.',
  )
})

test.each([
  [['bread', 'milk', 'eggs']],
  [['eggs', 'salt', 'milk']],
  [['salt']],
  [[]],
  [['milk', 'eggs', 'bread', 'salt']],
])('a list given whole comes to hold %j in this order', (texts) => {
  const ticked = after(shopping, 'check_items', { items: ['milk'] })
  const board = after(ticked, 'update_session_state', {
    id: id(),
    session_state_updates: { shopping_list: texts },
  })
  expect(textsOn(board, 'shopping')).toEqual(texts)
  const before = itemsOf(ticked, findList(ticked, 'shopping')?.id ?? '')
  for (const item of itemsOf(board, findList(board, 'shopping')?.id ?? '')) {
    const stayed = before.find((other) => other.text === item.text)
    if (stayed) expect(item).toMatchObject({ id: stayed.id, checked: stayed.checked })
  }
})

test('a list set as a whole is in order even if two of its items had equal ranks', () => {
  const tied = {
    ...shopping,
    items: new Map([...shopping.items].map(([key, item]) => [key, { ...item, rank: 'a0' }])),
  }
  const updates = { shopping_list: ['eggs', 'bread', 'milk', 'salt'] }
  const board = after(tied, 'update_session_state', { id: id(), session_state_updates: updates })
  expect(textsOn(board, 'shopping')).toEqual(updates.shopping_list)
})

test('a list set as a whole keeps stored spellings, drops duplicates, and must be a list of texts', () => {
  const give = (value: unknown) =>
    run(shopping, 'update_session_state', { id: id(), session_state_updates: { lists: { shopping: value } } })
  const board = after(shopping, 'update_session_state', {
    id: id(),
    session_state_updates: { shopping_list: ['MILK', 'milk', 'Rye'] },
  })
  expect(textsOn(board, 'shopping')).toEqual(['milk', 'Rye'])
  for (const value of [5, 'milk', { a: 1 }, [1], [''], ['x'.repeat(LIMITS.itemChars + 1)]]) {
    expect(messageOf(give(value))).toContain('is a list. Use an array of strings')
  }
  expect(messageOf(give(Array(LIMITS.itemsPerList + 1).fill('x')))).toContain(`${LIMITS.itemsPerList} items`)
})

test('the limits of lists and items are enforced, each with its message', () => {
  const full = Array.from({ length: LIMITS.listsPerSession }, (_, i) => `list ${i}`).reduce(
    (board, name) => after(board, 'create_list', { id: id(), name }),
    BOARD,
  )
  expect(messageOf(run(full, 'create_list', { id: id(), name: 'one more' }))).toContain(
    `${LIMITS.listsPerSession} lists`,
  )
  const long = Array.from({ length: 5 }, (_, i) =>
    Array.from({ length: LIMITS.itemsPerCall }, (_x, j) => `thing ${i}-${j}`),
  ).reduce((board, texts) => add(board, 'long', ...texts), BOARD)
  expect(messageOf(run(long, 'add_items', { id: id(), items: ['one more'] }))).toContain(
    `${LIMITS.itemsPerList} items`,
  )
})

test('an existing id makes no second row', () => {
  const [list] = listsInOrder(shopping)
  expect(run(shopping, 'create_list', { id: list?.id, name: 'other' })).toMatchObject({ code: 'exists' })
  expect(run(shopping, 'add_items', { id: list?.id, items: ['salt'] })).toMatchObject({ code: 'exists' })
})
