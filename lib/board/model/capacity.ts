/** The limits of a board's tables, each with the sentence that names it. */
import { LIMITS } from '#lib/limits.ts'
import { type Refusal, refuse } from './command.ts'

export const LIMIT_REFUSALS = {
  task: refuse('limit', `Boards can have up to ${LIMITS.tasksPerSession} tasks. Remove some first.`),
  category: refuse(
    'limit',
    `Boards can have up to ${LIMITS.categoriesPerSession} categories. Remove one first.`,
  ),
  list: refuse('limit', `Boards can have up to ${LIMITS.listsPerSession} lists. Delete one first.`),
  item: refuse('limit', `Lists can have up to ${LIMITS.itemsPerList} items. Remove some first.`),
  value: refuse('limit', `Boards can have up to ${LIMITS.valuesPerSession} values. Delete one first.`),
  checkpoint: refuse(
    'limit',
    `Boards can have up to ${LIMITS.checkpointsPerSession} checkpoints. Remove one first.`,
  ),
} as const satisfies Record<string, Refusal>
