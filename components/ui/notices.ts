/** Short-lived words to the user: toasts, and sentences for the live region. They outlive a page. */

export type ToastAction = { label: string; run(): void }
export type Toast = { id: number; text: string; tone: 'plain' | 'error'; action?: ToastAction }

const MOST_TOASTS = 3

let toasts: readonly Toast[] = []
let said: { id: number; text: string } = { id: 0, text: '' }
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

/** Spoken once by the live region, seen by nobody. */
export function announce(text: string) {
  if (text === '') return
  said = { id: nextId++, text }
  changed()
}

export function showToast(toast: { text: string; tone?: Toast['tone']; action?: ToastAction }) {
  const id = nextId++
  toasts = [...toasts, { tone: 'plain' as const, ...toast, id }].slice(-MOST_TOASTS)
  announce(toast.action ? `${toast.text} ${toast.action.label} is offered.` : toast.text)
}

export function dismissToast(id: number) {
  toasts = toasts.filter((toast) => toast.id !== id)
  changed()
}
