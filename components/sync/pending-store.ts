/** Keeps unanswered commands in this browser: the next tab that opens the board resends them under their keys. */
import { askBeforeLeaving, nowSaved } from '#components/browser/leaving.ts'
import { readStored, storedNames, writeStored } from '#components/browser/preference.ts'
import type { Commands } from '#lib/board/commands/registry.ts'

export type Waiting = { key: string; command: Commands; at: number }
export type WaitingStore = ReturnType<typeof persistPending>

/** Those of this page, by their stored names: kept even if the browser stores nothing, and after the board is closed. */
const ofThisPage = new Map<string, Waiting>()

export function persistPending(sessionId: string) {
  const prefix = `taskboard:waiting:${sessionId}:`

  return {
    /** In the order they were made. */
    list(): readonly Waiting[] {
      const found = new Map<string, Waiting>()
      for (const name of storedNames(prefix)) {
        const stored = parse(readStored(name))
        if (stored) found.set(name, stored)
      }
      for (const [name, waiting] of ofThisPage) if (name.startsWith(prefix)) found.set(name, waiting)
      return [...found.values()].toSorted((a, b) => a.at - b.at)
    },
    put(waiting: Waiting) {
      const name = prefix + waiting.key
      ofThisPage.set(name, waiting)
      writeStored(name, JSON.stringify(waiting))
      askBeforeLeaving(name)
    },
    /** Whether it is still unanswered on this page. */
    has: (key: string) => ofThisPage.has(prefix + key),
    remove(key: string) {
      const name = prefix + key
      ofThisPage.delete(name)
      writeStored(name, null)
      nowSaved(name)
    },
  }
}

function parse(stored: string | null): Waiting | null {
  try {
    const waiting: unknown = JSON.parse(stored ?? 'null')
    return isWaiting(waiting) ? waiting : null
  } catch {
    return null
  }
}

function isWaiting(kept: unknown): kept is Waiting {
  if (typeof kept !== 'object' || kept === null) return false
  const { key, command, at } = kept as Partial<Waiting>
  return typeof key === 'string' && typeof command === 'object' && command !== null && typeof at === 'number'
}
