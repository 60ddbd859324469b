/** Finds memories by a few words. */

import { wordsOf } from '#lib/board/text/search-words.ts'
import type { Memory } from '#lib/board/wire/memory.ts'

/** Memories with any of the words: most matches first, then the latest. */
export function memoriesMatching(memories: readonly Memory[], text: string): Memory[] {
  return ranked(memories, text).map(({ memory }) => memory)
}

/** The memories with the most matching words: just one if the words are specific enough. */
export function closest(memories: readonly Memory[], text: string): Memory[] {
  const all = ranked(memories, text)
  const best = all[0]?.hits ?? 0
  const isEnough = best > 0 && best * 2 >= wordsOf(text).length
  return isEnough ? all.filter(({ hits }) => hits === best).map(({ memory }) => memory) : []
}

function ranked(memories: readonly Memory[], text: string) {
  const words = stemsOf(text)
  return memories
    .map((memory) => {
      const held = new Set(stemsOf(memory.text))
      return { memory, hits: words.filter((word) => held.has(word)).length }
    })
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => b.hits - a.hits)
}

/** The significant words of a text, without their endings. */
export const stemsOf = (text: string) => wordsOf(text).map(stem)

/** “plans”, “planned” and “plan” count as one word. */
const stem = (word: string) => (word.length > 3 ? word.replace(/(?:n?ing|n?ed|es|s|e)$/, '') : word)
