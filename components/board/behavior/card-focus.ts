/** Moves the focus only after the user's own moves and removals: the agent never takes it. */

const PATIENCE_MS = 2_000

let wanted: { id: string; until: number } | null = null

export function wantFocus(id: string) {
  wanted = { id, until: Date.now() + PATIENCE_MS }
}

/** After the board is rendered: a card that moved to another column is a new element and has lost its focus. */
export function restoreFocus() {
  if (!wanted) return
  const isLost = document.activeElement === document.body || document.activeElement === null
  if (Date.now() > wanted.until) wanted = null
  else if (isLost) focusCard(wanted.id)
}

export function cardElement(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"]`)
}

export function focusCard(id: string) {
  const card = cardElement(id)
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}
