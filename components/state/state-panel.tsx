'use client'

/** The State view beside the board: values, lists, checkpoints and figures. Loaded when it opens. */
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Facts } from './board-stats.tsx'
import { Checkpoints } from './checkpoints.tsx'
import { CorruptedTasks } from './corrupted-tasks.tsx'
import { ListsPart } from './lists-part.tsx'
import { Values } from './values.tsx'

export default function StatePanel({
  takesFocus,
  onShowList,
  onClose,
}: {
  /** It was opened by a click, not by the URL. */
  takesFocus: boolean
  onShowList(listId: string): void
  onClose(): void
}) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <section
      ref={panel}
      aria-label="State"
      tabIndex={-1}
      className="state flex min-h-0 min-w-0 flex-col outline-none"
      onKeyDown={(event) => event.key === 'Escape' && isInPanel(event) && onClose()}
    >
      <header className="flex h-11 shrink-0 items-center border-b border-line pr-2 pl-4">
        <h2 className="flex-1 text-14 font-semibold">State</h2>
        <IconButton label="Close the state" onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <CorruptedTasks />
        <Values />
        <ListsPart onShow={onShowList} />
        <Checkpoints />
        <Facts />
      </div>
    </section>
  )
}

/** Menus and dialogs opened from here handle Escape themselves. */
function isInPanel({ target, currentTarget }: KeyboardEvent): boolean {
  return target instanceof Element && currentTarget.contains(target) && !target.closest('dialog')
}
