'use client'

/** Toasts, and the one live region of the page. */
import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { IconButton } from './icon-button.tsx'
import { dismissToast, lastSaid, shownToasts, subscribeNotices, type Toast } from './notices.ts'
import { TextButton } from './text-button.tsx'

const SHOWN_MS = 8_000
const NONE: readonly Toast[] = []
const SILENT = { id: 0, text: '' }

export function LiveRegion() {
  const said = useSyncExternalStore(subscribeNotices, lastSaid, () => SILENT)
  return (
    <div aria-live="polite" className="sr-only">
      <span key={said.id}>{said.text}</span>
    </div>
  )
}

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeNotices, shownToasts, () => NONE)
  const [held, setHeld] = useState(false)
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 bottom-32 z-50 flex flex-col items-center gap-2 px-4 md:bottom-14 md:items-end"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastRow key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  )
}

function ToastRow({ toast, held }: { toast: Toast; held: boolean }) {
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast.id, held])
  const { action } = toast
  return (
    <div className="toast pointer-events-auto flex max-w-full items-center gap-1 rounded-md bg-ink py-1.5 pr-1.5 pl-3.5 text-13 text-paper">
      {toast.tone === 'error' && <span className="pr-1 font-semibold">Not done:</span>}
      <span className="min-w-0 max-w-[60ch] wrap-anywhere">{toast.text}</span>
      {action && (
        <TextButton
          tone="bare"
          className="ml-2 text-accent-on-ink! underline underline-offset-2 hover:bg-ink-soft!"
          onClick={() => {
            dismissToast(toast.id)
            action.run()
          }}
        >
          {action.label}
        </TextButton>
      )}
      <IconButton
        label="Dismiss"
        className="text-paper! opacity-70 hover:bg-ink-soft! hover:opacity-100"
        onClick={() => dismissToast(toast.id)}
      >
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  )
}
