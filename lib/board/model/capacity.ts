/** The limits of a board's tables, each with the sentence that names it. */
import { LIMITS } from '#lib/limits.ts'
import { type Refusal, refuse } from './command.ts'

export const LIMIT_REFUSALS = {
  task: refuse('limit', `A board holds at most ${LIMITS.tasksPerSession} tasks. Remove some first.`),
  category: refuse(
    'limit',
    `A board has at most ${LIMITS.categoriesPerSession} categories. Remove one first.`,
  ),
  list: refuse('limit', `A board has at most ${LIMITS.listsPerSession} lists. Delete one first.`),
  item: refuse('limit', `A list has at most ${LIMITS.itemsPerList} items. Take some off first.`),
  value: refuse('limit', `A board keeps at most ${LIMITS.valuesPerSession} values. Delete one first.`),
  checkpoint: refuse(
    'limit',
    `A board has at most ${LIMITS.checkpointsPerSession} checkpoints. Remove one first.`,
  ),
} as const satisfies Record<string, Refusal>
