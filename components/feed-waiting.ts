/** Changes that nobody answered yet, kept for this tab: a reload sends them again under their keys. */
import { readTab, writeTab } from '#components/ui/tab-storage.ts'
import type { Commands } from '#lib/board/register.ts'

export type Waiting = { key: string; command: Commands; at: number }
export type WaitingStore = ReturnType<typeof keepWaiting>

export function keepWaiting(sessionId: string) {
  const name = `taskboard:waiting:${sessionId}`
  const write = (waiting: readonly Waiting[]) => writeTab(name, waiting.length > 0 ? waiting : null)

  function list(): readonly Waiting[] {
    const kept = readTab(name)
    return Array.isArray(kept) ? kept.filter(isWaiting) : []
  }

  return {
    list,
    put: (waiting: Waiting) => write([...list(), waiting]),
    /** Another screen of this tab may hold others: only this one goes. */
    remove(key: string) {
      const kept = list()
      const left = kept.filter((waiting) => waiting.key !== key)
      if (left.length < kept.length) write(left)
    },
  }
}

function isWaiting(kept: unknown): kept is Waiting {
  if (typeof kept !== 'object' || kept === null) return false
  const { key, command, at } = kept as Partial<Waiting>
  return typeof key === 'string' && typeof command === 'object' && command !== null && typeof at === 'number'
}
