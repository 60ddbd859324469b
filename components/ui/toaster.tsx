'use client'

/** Toasts and the live region of the page, moved into the modal dialog if one is open. */
import { CircleAlert, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './icon-button.tsx'
import { TextButton } from './text-button.tsx'
import {
  dismissToast,
  lastSaid,
  shownToasts,
  subscribeNotices,
  TOAST_KEY,
  type Toast,
  topDialog,
} from './toasts.ts'

/** The time to read one, to decide about one, and the least after it was paused. */
const READ_MS = 5_000
const DECIDE_MS = 8_000
const LEAST_MS = 2_000
const NONE: readonly Toast[] = []
const SILENT = { id: 0, text: '' }

export function LiveRegion() {
  const said = useSyncExternalStore(subscribeNotices, lastSaid, () => SILENT)
  return inTopDialog(
    useTopDialog(),
    <div aria-live="polite" className="sr-only">
      <span key={said.id}>{said.text}</span>
    </div>,
  )
}

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeNotices, shownToasts, () => NONE)
  const dialog = useTopDialog()
  const [isHeld, setHeld] = useState(false)
  const list = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element | null>(null)

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== TOAST_KEY || event.ctrlKey || event.metaKey || event.altKey) return
      const newest = list.current?.lastElementChild?.querySelector('button')
      if (!newest) return
      event.preventDefault()
      if (!list.current?.contains(document.activeElement)) cameFrom.current = document.activeElement
      newest.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  /** A removed element fires neither pointerleave nor blur. */
  const dismiss = (id: number) => {
    setHeld(false)
    const back = cameFrom.current
    if (list.current?.contains(document.activeElement) && back instanceof HTMLElement && back.isConnected)
      back.focus({ preventScroll: true })
    cameFrom.current = null
    dismissToast(id)
  }
  return inTopDialog(
    dialog,
    <section
      ref={list}
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 bottom-32 z-50 flex flex-col items-center gap-2 px-4 md:bottom-14 md:items-end"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastRow key={toast.id} toast={toast} isHeld={isHeld} onDismiss={() => dismiss(toast.id)} />
      ))}
    </section>,
  )
}

const useTopDialog = () => useSyncExternalStore(subscribeNotices, topDialog, () => null)

function inTopDialog(dialog: HTMLElement | null, content: ReactNode) {
  return dialog ? createPortal(content, dialog) : content
}

function ToastRow({ toast, isHeld, onDismiss }: { toast: Toast; isHeld: boolean; onDismiss(): void }) {
  const { id, action, at, isLasting = false } = toast
  const shownFor = action ? DECIDE_MS : READ_MS
  useEffect(() => {
    if (isHeld || isLasting) return
    // A dialog that opens or closes moves the toast, which keeps its remaining time.
    const left = Math.max(LEAST_MS, at + shownFor - Date.now())
    const timer = setTimeout(() => dismissToast(id), left)
    return () => clearTimeout(timer)
  }, [id, at, shownFor, isHeld, isLasting])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Escape would also close the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    onDismiss()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape from either of its buttons
    <div
      onKeyDown={onKeyDown}
      className="toast pointer-events-auto flex max-w-full items-center gap-1 rounded-md bg-ink py-1.5 pr-1.5 pl-3.5 text-13 text-paper"
    >
      {toast.tone === 'error' && (
        <span className="shrink-0 pr-1">
          <CircleAlert size={14} aria-hidden />
          <span className="sr-only">Error:</span>
        </span>
      )}
      <span className="min-w-0 max-w-[60ch] wrap-anywhere">{toast.text}</span>
      {action && (
        <TextButton
          tone="bare"
          title={TOAST_KEY}
          aria-keyshortcuts={TOAST_KEY}
          className="ml-2 text-accent-on-ink! underline underline-offset-2 hover:bg-ink-soft!"
          onClick={() => {
            onDismiss()
            action.run()
          }}
        >
          {action.label}
        </TextButton>
      )}
      <IconButton
        label="Dismiss"
        className="text-paper! opacity-70 hover:bg-ink-soft! hover:opacity-100"
        onClick={onDismiss}
      >
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  )
}
