/** Splits text typed or pasted into a list's field into items. */

const BULLET = /^\s*(?:[-*•–]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]?\]\s+)?/
/** Not the comma in a number: `1,5 kg flour` is one item. */
const COMMA = /(?<!\d)\s*,\s*|\s*,\s*(?!\d)/

/** Splits at lines if there are several, else at commas: `milk, eggs, and bread`. */
export function itemTexts(text: string): string[] {
  const lines = filled(text.split(/[\r\n]+/).map((line) => line.replace(BULLET, '')))
  if (lines.length > 1) return lines
  const parts = filled((lines[0] ?? '').split(COMMA))
  return filled(parts.map((part, i) => (i > 0 ? part.replace(/^and\s+/i, '') : part)))
}

function filled(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}
