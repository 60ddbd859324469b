/** Short-lived words to the user: toasts, and sentences for the live region. They outlive a page. */

export type ToastAction = { label: string; run(): void }
export type Toast = {
  id: number
  text: string
  tone: 'plain' | 'error'
  /** When it came. */
  at: number
  action?: ToastAction
  /** It stays until it is dismissed. */
  isLasting?: boolean
  /** A newer one about the same takes its place. */
  about?: string
}

const MOST_TOASTS = 3
/** Brings the focus to the newest toast, from anywhere. */
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
/** The modal dialog on top: what is outside it can neither be reached nor heard. */
export const topDialog = () => dialogs.at(-1) ?? null

/** Toasts and the live region belong into this dialog until it is closed. */
export function covers(dialog: HTMLElement): () => void {
  dialogs = [...dialogs, dialog]
  changed()
  return () => {
    dialogs = dialogs.filter((other) => other !== dialog)
    changed()
  }
}

/** Spoken once by the live region, not visible. */
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
