/** Scrolls rows of the board into view and highlights them for a moment. */
export function highlightRows(ids: readonly string[]) {
  const found = ids.flatMap((id) => [
    ...document.querySelectorAll<HTMLElement>(
      `[data-task="${CSS.escape(id)}"], [data-row="${CSS.escape(id)}"]`,
    ),
  ])
  found[0]?.scrollIntoView({ block: 'nearest' })
  for (const row of found) {
    row.animate([{ backgroundColor: 'var(--accent-soft)' }, { backgroundColor: 'transparent' }], 2_000)
  }
}
