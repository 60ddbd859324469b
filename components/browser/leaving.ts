/** The browser asks before the page is left while something on it has not been saved. */
const unsaved = new Set<string>()

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

export function askBeforeLeaving(id: string) {
  if (unsaved.size === 0) addEventListener('beforeunload', ask)
  unsaved.add(id)
}

export function nowSaved(id: string) {
  if (unsaved.delete(id) && unsaved.size === 0) removeEventListener('beforeunload', ask)
}
