/** Builds queries for SQLite's full-text search from user text, which is never query syntax. */

/** Rows of one owner that contain any of the words, best first; `null` without a search word. */
export function matchOf(ownerColumn: string, owner: string, words: readonly string[]): string | null {
  if (words.length === 0) return null
  const any = words.map(quoted).join(' OR ')
  return `${ownerColumn} : ${quoted(owner)} AND (${any})`
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
