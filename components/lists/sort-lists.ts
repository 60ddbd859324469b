/** The lists of a board as shown: in order, checked items last. */
import { byRank } from '#lib/board/model/rank.ts'
import type { Board, Item, List } from '#lib/board/model/types.ts'
import { listsInOrder } from '#lib/board/state/lists.ts'

export type ShownList = { list: List; items: readonly Item[] }

/** An unchanged list is the same object as `before`, so that it isn’t rendered again. */
export function shownLists(
  board: Pick<Board, 'lists' | 'items'>,
  before: readonly ShownList[],
): readonly ShownList[] {
  const items = new Map<string, Item[]>()
  for (const item of board.items.values()) {
    const own = items.get(item.listId)
    if (own) own.push(item)
    else items.set(item.listId, [item])
  }
  const shown = listsInOrder(board).map((list, i) => {
    const own = (items.get(list.id) ?? []).sort(asShown)
    const old = before[i]
    return old && isSame(old, list, own) ? old : { list, items: own }
  })
  const isAllSame = shown.length === before.length && shown.every((list, i) => list === before[i])
  return isAllSame ? before : shown
}

/** The items of one list as shown. */
export function itemsShown(board: Pick<Board, 'items'>, listId: string): readonly Item[] {
  return [...board.items.values()].filter((item) => item.listId === listId).sort(asShown)
}

function asShown(a: Item, b: Item): number {
  return Number(a.checked) - Number(b.checked) || byRank(a, b)
}

function isSame(old: ShownList, list: List, items: readonly Item[]): boolean {
  if (old.list !== list || old.items.length !== items.length) return false
  return old.items.every((item, i) => item === items[i])
}

export type ItemStep = 'up' | 'down' | 'top' | 'bottom'

/**
 * The item to move before for a step, `null` = the end; `undefined` if it is already there.
 * Checked and unchecked items are two groups, and a step stays in its group.
 */
export function stepBefore(items: readonly Item[], item: Item, step: ItemStep): string | null | undefined {
  const group = items.filter((other) => other.checked === item.checked)
  const at = group.findIndex((other) => other.id === item.id)
  const last = group.length - 1
  const to = { up: at - 1, down: at + 1, top: 0, bottom: last }[step]
  if (at < 0 || to < 0 || to > last || to === at) return undefined
  // The item itself is removed first, so that those after it move up by one.
  return group[to > at ? to + 1 : to]?.id ?? null
}

/** The item to move before when one is dropped at the edge of another; `undefined` if it is already there. */
export function dropBefore(
  items: readonly Item[],
  item: Item,
  onto: Item,
  edge: 'top' | 'bottom',
): string | null | undefined {
  const group = items.filter((other) => other.checked === onto.checked)
  const at = group.findIndex((other) => other.id === onto.id) + (edge === 'top' ? 0 : 1)
  const isThere = group[at]?.id === item.id || group[at - 1]?.id === item.id
  return isThere ? undefined : (group[at]?.id ?? null)
}
