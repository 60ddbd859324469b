/** The menus of a list and of its items: everything that drags and keys can do. */
import type { MenuItem } from '#components/ui/menu-items.ts'
import type { Item } from '#lib/board/model/types.ts'
import { type ItemStep, type ShownList, stepBefore } from './sort-lists.ts'
import type { ListActions } from './use-list-actions.ts'

const STEPS: readonly { step: ItemStep; label: string; hint?: string }[] = [
  { step: 'up', label: 'Move up', hint: 'Alt Shift ↑' },
  { step: 'down', label: 'Move down', hint: 'Alt Shift ↓' },
  { step: 'top', label: 'Move to the top' },
  { step: 'bottom', label: 'Move to the bottom' },
]

export function itemMenu(
  item: Item,
  items: readonly Item[],
  actions: { edit(): void; remove(): void; step(step: ItemStep): void },
): MenuItem[] {
  return [
    { kind: 'item', label: 'Edit', hint: 'F2', run: actions.edit },
    { kind: 'line' },
    ...STEPS.map(
      ({ step, label, hint }): MenuItem => ({
        kind: 'item',
        label,
        hint,
        disabled: stepBefore(items, item, step) === undefined,
        run: () => actions.step(step),
      }),
    ),
    { kind: 'line' },
    { kind: 'item', label: 'Remove', hint: 'Del', danger: true, run: actions.remove },
  ]
}

export function listMenu(
  { list, items }: ShownList,
  actions: ListActions,
  verbs: { rename(): void; remove(): void },
): MenuItem[] {
  const ticked = items.filter((item) => item.checked).length
  return [
    { kind: 'item', label: 'Rename', run: verbs.rename },
    { kind: 'line' },
    {
      kind: 'item',
      label: 'Remove checked items',
      hint: ticked > 0 ? String(ticked) : undefined,
      disabled: ticked === 0,
      run: () => actions.clearTicked(list),
    },
    { kind: 'item', label: 'Clear list', disabled: items.length === 0, run: () => actions.clear(list) },
    { kind: 'item', label: 'Delete list', danger: true, run: verbs.remove },
  ]
}
