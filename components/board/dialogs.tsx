'use client'

/** The board's dialogs, loaded when the first opens. */
import { BoardSheet } from '#components/board-sheet/board-sheet.tsx'
import { History } from '#components/history/history.tsx'
import { Trash } from '#components/history/trash.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { useScreen } from '#components/use-feed.ts'
import type { BoardDialog } from './board-context.ts'
import { CategoriesForm } from './categories-form.tsx'
import { DetailsForm } from './details-form.tsx'

export default function Dialogs({ dialog, onClose }: { dialog: BoardDialog; onClose(): void }) {
  const task = useScreen(({ board }) => (dialog.taskId ? board.tasks.get(dialog.taskId) : undefined))
  switch (dialog.kind) {
    case 'details':
      return (
        <Dialog title={task ? `#${task.number} ${task.title}` : 'Removed task'} onClose={onClose}>
          {(close) =>
            task ? (
              <DetailsForm task={task} onClose={close} />
            ) : (
              <p className="p-4 text-14 text-muted">This task was removed meanwhile.</p>
            )
          }
        </Dialog>
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
