'use client'

import { RotateCcw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { UserText } from './user-text.tsx'

const Again = lazy(() => import('./again.tsx'))

export function UserMessage({
  id,
  text,
  note,
  turnId = null,
  onSend,
}: {
  id: string
  text: string
  note: string | null
  /** The turn that answered it, once it was. */
  turnId?: string | null
  onSend?: (text: string, rollBack?: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <article aria-label="You" data-message={id} className="group flex max-w-[85%] items-start self-end">
      {turnId && onSend && (
        <IconButton
          label="Edit and send again"
          className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          onClick={() => setOpen(true)}
        >
          <RotateCcw size={14} aria-hidden />
        </IconButton>
      )}
      <div className="min-w-0 rounded-lg rounded-br bg-sunk px-3.5 py-2 text-14">
        <UserText text={text} />
        {note && <p className="text-right text-12 text-muted">{note}</p>}
      </div>
      {isOpen && turnId && onSend && (
        <Suspense>
          <Again text={text} turnId={turnId} onSend={onSend} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </article>
  )
}
