'use client'

import { clsx } from 'clsx'
import { RotateCcw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { focusComposer } from '../composer/composer.tsx'
import { UserText } from './user-text.tsx'

const Again = lazy(() => import('./resend-dialog.tsx'))
const QueuedNote = lazy(() => import('./queued-actions.tsx'))
const EditQueued = lazy(() => import('./edit-queued.tsx'))

/** Under an imported message. */
export const ImportedNote = () => <p className="mt-1 text-12 text-muted">Imported from a file</p>

export function UserMessage({
  id,
  text,
  state = 'sent',
  turnId = null,
  isImported = false,
  onSend,
}: {
  id: string
  text: string
  state?: 'sending' | 'queued' | 'sent'
  /** The turn that answered it, if any. */
  turnId?: string | null
  isImported?: boolean
  onSend?: (text: string, rollBack?: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const isQueued = state === 'queued'
  if (isEditing && onSend) {
    const close = () => {
      setEditing(false)
      focusComposer()
    }
    return (
      <article aria-label="You" data-message={id} className="flex w-[85%] self-end">
        <Suspense fallback={<UserText text={text} />}>
          <EditQueued id={id} text={text} isQueued={isQueued} onSend={onSend} onClose={close} />
        </Suspense>
      </article>
    )
  }
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
      <div className="flex min-w-0 flex-col items-end">
        <div
          className={clsx(
            'rounded-lg rounded-br px-3.5 py-2 text-14',
            isQueued ? 'border border-line-strong border-dashed' : 'bg-sunk',
          )}
        >
          <UserText text={text} />
          {state === 'sending' && <p className="text-right text-12 text-muted">Sending…</p>}
        </div>
        {isImported && <ImportedNote />}
        {isQueued && (
          <p className="flex h-7 flex-wrap items-center justify-end text-12 text-muted pointer-coarse:h-9">
            <span className="pr-1">Queued</span>
            <Suspense>
              <QueuedNote id={id} onEdit={() => setEditing(true)} />
            </Suspense>
          </p>
        )}
      </div>
      {isOpen && turnId && onSend && (
        <Suspense>
          <Again text={text} turnId={turnId} onSend={onSend} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </article>
  )
}
