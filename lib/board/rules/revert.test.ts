import { expect, test } from 'vitest'
import { addRow, type Change, invert } from '../model/changes.ts'
import type { RevisionRecord, View } from '../model/command.ts'
import { EMPTY_BOARD } from '../model/tables.ts'
import type { Item } from '../model/types.ts'
import { revertRevisions } from './revert.ts'

const LIST = { id: 'list-1', name: 'shopping', rank: 'a0' }
const item = (i: number, text = `thing ${i}`): Item => ({
  ...{ id: `item-${i}`, listId: LIST.id, text, checked: false, rank: 'a0' },
})

function boardWith(items: readonly Item[]): View {
  return {
    ...EMPTY_BOARD,
    lists: new Map([[LIST.id, LIST]]),
    items: new Map(items.map((one) => [one.id, one])),
    ...{ removed: new Map(), revisions: [], gone: [], since: null, past: new Map() },
    ...{ wholeColumns: new Set(), wholeLists: new Set(), taskCount: 0, revision: 2 },
  } as unknown as View
}

function removalOf(changes: readonly Change[], movedOn: RevisionRecord['movedOn'] = []): RevisionRecord {
  const facts = { actor: 'user' as const, turnId: null, reply: 'Removed.', kind: 'edit' as const }
  return { number: 2, ...facts, undoes: [], undoneBy: null, changes, movedOn }
}

test('restoring four times as many items takes four times the work, not sixteen', () => {
  const looksFor = (count: number) => {
    let looks = 0
    const watched = (i: number): Item => ({
      ...item(i),
      get listId() {
        looks += 1
        return LIST.id
      },
    })
    const gone = Array.from({ length: count }, (_, i) => invert(addRow('item', watched(i))))
    expect(revertRevisions([removalOf(gone)], boardWith([]), 0).changes).toHaveLength(count)
    return looks
  }
  expect(looksFor(400)).toBe(4 * looksFor(100))
})

test('an item in two reverted revisions is restored once, and not next to an item with the same text', () => {
  const view = boardWith([item(1, 'Milk')])
  const gone = [item(2, 'milk'), item(3, 'bread'), item(4, 'BREAD')].map((one) => invert(addRow('item', one)))
  const { changes, taken } = revertRevisions([removalOf(gone)], view, 0)
  // The item removed last is restored first.
  expect(changes.map(({ id }) => id)).toEqual(['item-4'])
  expect(taken).toEqual(["The name of 'bread' is taken.", "The name of 'milk' is taken."])
})
