/** Manual order: fractional ranks, made from neighbours (fractional-indexing). */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

const TOO_LONG = 32

type Ranked = { id: string; rank: string }

export function byRank(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Whether new ranks can be made from it: its first letter gives its integer length; it doesn’t end in `0`. */
export function isRank(text: string): boolean {
  if (!/^[A-Za-z][0-9A-Za-z]+$/.test(text)) return false
  const head = text.charCodeAt(0)
  const whole = head >= 97 ? head - 95 : 92 - head
  return text.length === whole ? !/^(?:A0+|zz+)$/.test(text) : text.length > whole && !text.endsWith('0')
}

export function rankAfter(last: string | undefined): string {
  return generateKeyBetween(last ?? null, null)
}

/**
 * Ranks that put `moved` at `index` among `rows` (in order, without `moved`). Usually that is the moved row's
 * rank alone; where neighbours tie or a key grew long, every row gets a fresh one.
 */
export function placeAt<T extends Ranked>(rows: readonly T[], moved: T, index: number): Map<string, string> {
  const low = rows[index - 1]?.rank ?? null
  const high = rows[index]?.rank ?? null
  if (low === null || high === null || low < high) {
    const rank = generateKeyBetween(low, high)
    if (rank.length <= TOO_LONG) return new Map([[moved.id, rank]])
  }
  const ordered = [...rows.slice(0, index), moved, ...rows.slice(index)]
  const keys = generateNKeysBetween(null, null, ordered.length)
  return new Map(ordered.map((row, i) => [row.id, keys[i] as string]))
}
