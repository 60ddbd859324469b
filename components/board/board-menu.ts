/** What the board as a whole offers, beside what its bar shows. */
import type { MenuItem } from '#components/ui/menu-items.ts'
import type { BoardDialog } from './board-context.ts'

export function boardMenu(open: (dialog: BoardDialog) => void): MenuItem[] {
  return [
    { kind: 'item', label: 'History…', run: () => open({ kind: 'history' }) },
    { kind: 'item', label: 'Trash…', run: () => open({ kind: 'trash' }) },
  ]
}
