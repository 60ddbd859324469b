/** Every rule that a command may follow. */

import { CHECKPOINTS } from './rules/checkpoints.ts'
import { FACTS } from './rules/facts/fact-commands.ts'
import { FOR_GOOD, HAND_OVERS, MEMORIES, UNCLEAR_FACTS } from './rules/facts/memory-commands.ts'
import type { Rule } from './rules/grammar.ts'
import { LISTS } from './rules/lists/list-commands.ts'
import { CONDITIONS, PASSIVE, WANTED } from './rules/lists/list-requests.ts'
import { ADD } from './rules/tasks/add-task.ts'
import { BULK, UNCLEAR_BULK } from './rules/tasks/bulk-change.ts'
import { LIST_FIELD_RULES } from './rules/tasks/change-list-field.ts'
import { CHANGE } from './rules/tasks/change-task.ts'
import { CATEGORIES, MOVE } from './rules/tasks/move-task.ts'
import { REMINDERS, WISHES } from './rules/tasks/reminders.ts'
import { REMOVE, TRASH } from './rules/tasks/remove-task.ts'
import { REPEATS } from './rules/tasks/repeat-task.ts'
import { UNDO_RULES } from './rules/tasks/undo.ts'

/** In this order: the first rule that holds is taken, and the narrow ones come first. */
export const RULES: readonly Rule[] = [
  ...CHECKPOINTS,
  ...UNDO_RULES,
  ...FOR_GOOD,
  ...FACTS,
  ...MEMORIES,
  ...UNCLEAR_FACTS,
  ...HAND_OVERS,
  ...CONDITIONS,
  ...LIST_FIELD_RULES,
  ...BULK,
  ...TRASH,
  ...LISTS,
  ...CATEGORIES,
  ...REPEATS,
  ...REMINDERS,
  ...UNCLEAR_BULK,
  ...MOVE,
  ...CHANGE,
  ...REMOVE,
  ...WANTED,
  ...ADD,
  ...WISHES,
  ...PASSIVE,
]
