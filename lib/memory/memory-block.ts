/** The memories in a prompt: all that fit, those related to the message first. */
import { dataBlock, dataJson } from '#lib/board/text/data-block.ts'
import type { Memory } from '#lib/board/wire/memory.ts'
import { LIMITS } from '#lib/limits.ts'
import { listMemories } from './memories.ts'
import { memoriesMatching } from './search.ts'

/** A block of data; `null` without memories. */
export async function memoryBlock(
  userId: string,
  message: string,
): Promise<{ text: string; used: readonly Memory[] } | null> {
  const all = await listMemories(userId)
  if (all.length === 0) return null
  const used = fitting([...new Set([...memoriesMatching(all, message), ...all])])
  const more = all.length - used.length
  const facts = used.map(({ text }) => text)
  const shown = more > 0 ? { facts, not_shown: `${more} more; recall finds them` } : { facts }
  return { text: dataBlock('memories', 'What is remembered about the user', dataJson(shown)), used }
}

function fitting(ordered: readonly Memory[]): Memory[] {
  let room: number = LIMITS.memoryContextChars
  return ordered.filter(({ text }) => {
    room -= text.length + 4
    return room >= 0
  })
}
