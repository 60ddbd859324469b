/** The list menu of the board bar: shows a list, or creates one. */
import type { MenuItem } from '#components/ui/menu-items.ts'
import type { Board } from '#lib/board/model/types.ts'
import { listsInOrder } from '#lib/board/state/lists.ts'

export function listsMenu(board: Board, onNew: () => void): MenuItem[] {
  const lists = listsInOrder(board).map(
    ({ id, name }): MenuItem => ({ kind: 'item', label: name, run: () => setTimeout(() => showList(id)) }),
  )
  const rest: MenuItem = { kind: 'item', label: 'New list…', run: () => setTimeout(onNew) }
  return lists.length > 0 ? [...lists, { kind: 'line' }, rest] : [rest]
}

/** Brings a list into view, ready for another item. */
export function showList(id: string) {
  const list = document.querySelector(`[data-list="${CSS.escape(id)}"]`)
  list?.scrollIntoView({ block: 'nearest' })
  list?.querySelector<HTMLElement>('form input')?.focus({ preventScroll: true })
}
