/** The browser asks before leaving the page while something is unsaved. */
const unsaved = new Set<string>()

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

export function askBeforeLeaving(id: string) {
  if (unsaved.size === 0) addEventListener('beforeunload', ask)
  unsaved.add(id)
}

export function nowSaved(id: string) {
  if (unsaved.delete(id) && unsaved.size === 0) removeEventListener('beforeunload', ask)
}
