/** Brings the answer of a turn into view, inside the conversation only, and marks it for a moment. */
export function showTurn(turnId: string) {
  const found = document.querySelectorAll<HTMLElement>(`[data-turn="${CSS.escape(turnId)}"]`)
  const message = [...found].at(-1)
  const log = message?.closest<HTMLElement>('[role=log]')
  if (!message || !log) return
  log.scrollBy({ top: message.getBoundingClientRect().top - log.getBoundingClientRect().top - 64 })
  message.focus({ preventScroll: true })
  message.animate([{ backgroundColor: 'var(--accent-soft)' }, { backgroundColor: 'transparent' }], 2_000)
}
