'use client'

/** The board's dialogs, loaded when the first one opens. */
import { useState } from 'react'
import { BoardSheet } from '#components/board-settings/board-sheet.tsx'
import { History } from '#components/history/history.tsx'
import { Trash } from '#components/history/trash.tsx'
import { useScreen } from '#components/sync/use-store.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import type { BoardDialog } from './behavior/board-context.ts'
import { CategoriesForm } from './categories-form.tsx'
import { DetailsForm } from './details-form.tsx'

export default function Dialogs({ dialog, onClose }: { dialog: BoardDialog; onClose(): void }) {
  const held = useScreen(({ board }) => (dialog.taskId ? board.tasks.get(dialog.taskId) : undefined))
  // Another tab or the agent may remove it while the dialog is open.
  const [known, setKnown] = useState(held)
  if (held && held !== known) setKnown(held)
  const task = held ?? known
  switch (dialog.kind) {
    case 'details':
      return (
        task && (
          <Dialog title={`#${task.number} ${task.title}`} onClose={onClose}>
            {(close) => <DetailsForm task={task} isGone={held === undefined} onClose={close} />}
          </Dialog>
        )
      )
    case 'categories':
      return (
        <Dialog title={task ? `New category for #${task.number}` : 'Categories'} onClose={onClose}>
          {(close) => <CategoriesForm task={task} onClose={close} />}
        </Dialog>
      )
    case 'history':
      return (
        <Dialog title={task ? `History of #${task.number} ${task.title}` : 'History'} onClose={onClose}>
          {(close) => <History taskId={dialog.taskId} onClose={close} />}
        </Dialog>
      )
    case 'trash':
      return (
        <Dialog title="Trash" onClose={onClose}>
          {() => <Trash />}
        </Dialog>
      )
    case 'settings':
      return <BoardSheet onClose={onClose} />
    default:
      return dialog satisfies never
  }
}
