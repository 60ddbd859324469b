/** Manual order: fractional ranks, made on the server from neighbours (fractional-indexing). */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

const TOO_LONG = 32

type Ranked = { id: string; rank: string }

export function byRank(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
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
