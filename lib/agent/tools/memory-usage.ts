/** What was known of the user while a turn was answered, and what may have spoken in their place. */

import type { MemoriesPart, MemoryChange, Part } from '#lib/board/wire/events.ts'
import type { Memory } from '#lib/board/wire/memory.ts'

export type MemoryUse = ReturnType<typeof trackMemoryUse>

/** `kept`: what earlier runs of the turn did. `isTold`: whether the user's own message asks for this. */
export function trackMemoryUse(
  kept: readonly Part[] = [],
  isTold: (did: MemoryChange['did'], text: string) => boolean = () => false,
) {
  const calls = kept.flatMap((part) => (part.type === 'tool' ? [part] : []))
  const used = new Map<string, string>()
  let hasReadDocument = calls.some(({ name, state }) => name === 'search_knowledge' && state === 'done')
  let hasForgotten = calls.some(({ fact }) => fact && isForgotten(fact))
  return {
    add(memories: readonly Memory[]): void {
      for (const { id, text } of memories) used.set(id, text)
    },
    readDocument(): void {
      hasReadDocument = true
    },
    changed(fact: MemoryChange): void {
      if (isForgotten(fact)) hasForgotten = true
    },
    /** As with tasks, one may be taken out at a word of the user; several, and what others say, wait for a click. */
    asksFor(did: MemoryChange['did'], text: string): boolean {
      return hasReadDocument || (did === 'forget' && hasForgotten) || !isTold(did, text)
    },
    parts(): MemoriesPart[] {
      return used.size > 0 ? [{ type: 'memories', used: [...used].map(([id, text]) => ({ id, text })) }] : []
    },
  }
}

const isForgotten = ({ did, state }: MemoryChange) => did === 'forget' && state === 'done'
