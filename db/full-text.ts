/** Queries of SQLite's full-text search, made of what people typed: none of it is query syntax. */

/** Rows of one owner that hold any of the words, the best first; `null` where no word is left to look for. */
export function matchOf(ownerColumn: string, owner: string, words: readonly string[]): string | null {
  if (words.length === 0) return null
  const any = words.map(quoted).join(' OR ')
  return `${ownerColumn} : ${quoted(owner)} AND (${any})`
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
