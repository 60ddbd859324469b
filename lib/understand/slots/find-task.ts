/** Finds loaded tasks and categories by the names people use. */
import { referenceNumber, titlesMeant } from '#lib/board/rules/find-task.ts'
import { madeOnce } from '#lib/board/text/made-once.ts'
import { fold } from '#lib/board/text/text.ts'
import type { KnownTask, ParseContext } from '../text/types.ts'

/** The one task that a number or words match, if the board is loaded. */
export function findKnownTask(
  words: string,
  { context: { tasks = [] } }: ParseContext,
): KnownTask | undefined {
  const number = referenceNumber(words)
  if (number !== null) return tasks.find((task) => task.number === number)
  const meant = titlesMeant(words, tasks)
  return meant.length === 1 ? meant[0] : undefined
}

/** The category with this folded name. */
export function categoryCalled(
  folded: string,
  { context: { categories } }: ParseContext,
): string | undefined {
  return byName(categories).get(folded)
}

const byName = madeOnce(
  (names: readonly string[]) => new Map(names.toReversed().map((name) => [fold(name), name])),
)
