/** What was known of the user while a turn was answered, kept for its reply. */
import type { Memory } from '#lib/board/memory.ts'
import type { MemoriesPart } from '#lib/board/wire.ts'

export type Known = ReturnType<typeof openKnown>

export function openKnown() {
  const used = new Map<string, string>()
  return {
    add(memories: readonly Memory[]): void {
      for (const { id, text } of memories) used.set(id, text)
    },
    parts(): MemoriesPart[] {
      return used.size > 0 ? [{ type: 'memories', used: [...used].map(([id, text]) => ({ id, text })) }] : []
    },
  }
}
