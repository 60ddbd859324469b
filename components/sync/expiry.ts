/** Removes values from an open screen at the moment they expire, not only on the next event. */
import type { Board } from '#lib/board/model/types.ts'

/** The longest a browser's timer can run. */
const MOST_MS = 2_147_483_647

type Shown = { from: Board; board: Board /** When the next value expires. */; until: number | null }

/** `onExpired` is called when the result of `shown` is outdated. */
export function createExpiry(onExpired: () => void) {
  let last: Shown | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    /** The board without expired values. The given rows aren't modified: their expiry may still change. */
    shown(board: Board): Board {
      const now = Date.now()
      if (last?.from === board && (last.until === null || now < last.until)) return last.board
      last = withoutExpired(board, now)
      clearTimeout(timer)
      if (last.until !== null) timer = setTimeout(onExpired, Math.min(last.until - now, MOST_MS))
      return last.board
    },
    close: () => clearTimeout(timer),
  }
}

function withoutExpired(from: Board, now: number): Shown {
  const rows = [...from.values.values()]
  const left = rows.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
  const times = left.flatMap(({ expiresAt }) => expiresAt ?? [])
  const until = times.length > 0 ? Math.min(...times) : null
  const board =
    left.length === rows.length ? from : { ...from, values: new Map(left.map((row) => [row.id, row])) }
  return { from, board, until }
}
