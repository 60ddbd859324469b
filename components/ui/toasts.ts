/** Toasts, and announcements for the live region. They survive navigation. */

export type ToastAction = { label: string; run(): void }
export type Toast = {
  id: number
  text: string
  tone: 'plain' | 'error'
  /** When it was shown. */
  at: number
  action?: ToastAction
  /** Stays until it is dismissed. */
  isLasting?: boolean
  /** A newer one about the same replaces it. */
  about?: string
}

const MOST_TOASTS = 3
/** Moves the focus to the newest toast from anywhere. */
export const TOAST_KEY = 'F8'

let toasts: readonly Toast[] = []
let said: { id: number; text: string } = { id: 0, text: '' }
let dialogs: readonly HTMLElement[] = []
let nextId = 1
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const shownToasts = () => toasts
export const lastSaid = () => said
/** The top modal dialog: everything outside it is inert and not announced. */
export const topDialog = () => dialogs.at(-1) ?? null

/** Moves toasts and the live region into this dialog until it is closed. */
export function covers(dialog: HTMLElement): () => void {
  dialogs = [...dialogs, dialog]
  changed()
  return () => {
    dialogs = dialogs.filter((other) => other !== dialog)
    changed()
  }
}

/** Announced once by the live region, not visible. */
export function announce(text: string) {
  if (text === '') return
  said = { id: nextId++, text }
  changed()
}

export function showToast(toast: Omit<Toast, 'id' | 'tone' | 'at'> & { tone?: Toast['tone'] }) {
  const id = nextId++
  const others = toasts.filter(({ about }) => about === undefined || about !== toast.about)
  const next = [...others, { tone: 'plain' as const, ...toast, id, at: Date.now() }]
  const passing = next.filter(({ isLasting }) => !isLasting)
  const tooMany = new Set(passing.slice(0, -MOST_TOASTS))
  toasts = next.filter((each) => !tooMany.has(each))
  announce(toast.action ? `${toast.text} Press ${TOAST_KEY} for ${toast.action.label}.` : toast.text)
}

export function dismissToast(id: number) {
  toasts = toasts.filter((toast) => toast.id !== id)
  changed()
}
