import { expect, it } from 'vitest'
import type { Item, List } from '#lib/board/model/types.ts'
import { dropBefore, type ShownList, shownLists, stepBefore } from './sort-lists.ts'

const list = (id: string, rank: string): List => ({ id, name: id, rank })
const item = (id: string, rank: string, checked = false, listId = 'shopping'): Item => {
  return { id, listId, text: id, checked, rank }
}
const board = (lists: readonly List[], items: readonly Item[]) => ({
  lists: new Map(lists.map((row) => [row.id, row])),
  items: new Map(items.map((row) => [row.id, row])),
})
const told = (shown: readonly ShownList[]) =>
  shown.map((one) => [one.list.id, ...one.items.map(({ id }) => id)])

const LISTS = [list('packing', 'a1'), list('shopping', 'a0')]

it('lists are sorted by rank, and in a list checked items come last', () => {
  const items = [item('tea', 'a3'), item('milk', 'a0', true), item('eggs', 'a2'), item('nuts', 'a1', true)]
  expect(told(shownLists(board(LISTS, items), []))).toEqual([
    ['shopping', 'eggs', 'tea', 'milk', 'nuts'],
    ['packing'],
  ])
})

it('an unchanged list stays the same object', () => {
  const items = [item('milk', 'a0'), item('socks', 'a0', false, 'packing')]
  const before = shownLists(board(LISTS, items), [])
  expect(shownLists(board(LISTS, [...items]), before)).toBe(before)
  const after = shownLists(board(LISTS, [item('milk', 'a0', true), ...items.slice(1)]), before)
  expect(after[0]).not.toBe(before[0])
  expect(after[1]).toBe(before[1])
})

it('a step gives the item to move before, inside the same group', () => {
  const items = [
    item('a', 'a0'),
    item('b', 'a1'),
    item('c', 'a2'),
    item('x', 'a3', true),
    item('y', 'a4', true),
  ]
  const [a, b, c, x, y] = items as [Item, Item, Item, Item, Item]
  expect(stepBefore(items, b, 'up')).toBe('a')
  expect(stepBefore(items, a, 'down')).toBe('c')
  expect(stepBefore(items, b, 'down')).toBe(null)
  expect(stepBefore(items, c, 'top')).toBe('a')
  expect(stepBefore(items, a, 'bottom')).toBe(null)
  expect(stepBefore(items, y, 'up')).toBe('x')
  expect(stepBefore(items, a, 'up')).toBeUndefined()
  expect(stepBefore(items, c, 'down')).toBeUndefined()
  expect(stepBefore(items, x, 'up')).toBeUndefined()
  expect(stepBefore(items, c, 'bottom')).toBeUndefined()
})

it('an item dropped at an edge moves there, unless it is already there', () => {
  const items = [item('a', 'a0'), item('b', 'a1'), item('c', 'a2'), item('x', 'a3', true)]
  const [a, b, c] = items as [Item, Item, Item]
  expect(dropBefore(items, c, a, 'top')).toBe('a')
  expect(dropBefore(items, c, a, 'bottom')).toBe('b')
  expect(dropBefore(items, a, c, 'bottom')).toBe(null)
  expect(dropBefore(items, a, c, 'top')).toBe('c')
  expect(dropBefore(items, a, b, 'top')).toBeUndefined()
  expect(dropBefore(items, b, a, 'bottom')).toBeUndefined()
})
