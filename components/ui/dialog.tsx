'use client'

import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { covers } from './toasts.ts'

/** The browser's modal dialog: it traps the focus, closes on Esc, and restores the focus. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose(): void
  /** `close` closes it through the browser, which restores the focus. */
  children: (close: () => void) => ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!element.open) {
      element.showModal()
      // The browser would focus Close, so focus the first field instead.
      element.querySelector<HTMLElement>('input, textarea, select')?.focus()
    }
    return covers(element)
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="dialog m-auto w-[min(32rem,calc(100vw-2rem))] rounded-lg border border-line-strong bg-raised p-0 text-ink shadow-pop"
    >
      <div className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 id={titleId} className="min-w-0 flex-1 truncate text-14 font-semibold">
          {title}
        </h2>
        <IconButton label="Close" onClick={close}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {children(close)}
    </dialog>
  )
}
