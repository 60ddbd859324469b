/** Which memories a turn has seen, and whether other text may have asked for a change of them. */

import type { MemoriesPart, Part, UserChange } from '#lib/board/wire/events.ts'
import type { Memory } from '#lib/board/wire/memory.ts'

export type MemoryUse = ReturnType<typeof trackMemoryUse>

/** `kept`: changes of earlier runs of the turn. `isTold`: whether the user's own message asks for this. */
export function trackMemoryUse(
  kept: readonly Part[] = [],
  isTold: (did: UserChange['did'], text: string) => boolean = () => false,
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
    changed(fact: UserChange): void {
      if (isForgotten(fact)) hasForgotten = true
    },
    /** As with tasks, the user can delete one directly; several, and requests in other texts, need approval. */
    asksFor(did: UserChange['did'], text: string): boolean {
      return hasReadDocument || (did === 'forget' && hasForgotten) || !isTold(did, text)
    },
    parts(): MemoriesPart[] {
      return used.size > 0 ? [{ type: 'memories', used: [...used].map(([id, text]) => ({ id, text })) }] : []
    },
  }
}

const isForgotten = ({ did, state }: UserChange) => did === 'forget' && state === 'done'
