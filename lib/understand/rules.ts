/** Every rule that a command may follow. */
import { ADD } from './add.ts'
import { AGAIN } from './again.ts'
import { CATEGORIES, MOVE } from './arrange.ts'
import { BULK, UNCLEAR_BULK } from './bulk.ts'
import { CHANGE } from './change.ts'
import { CHECKPOINTS } from './checkpoint-rules.ts'
import { FACTS } from './fact-rules.ts'
import type { Rule } from './grammar.ts'
import { LISTS } from './list-rules.ts'
import { FOR_GOOD, HAND_OVERS, MEMORIES, UNCLEAR_FACTS } from './memory-rules.ts'
import { REMOVE, TRASH } from './remove-rules.ts'
import { REPEATS } from './repeat-rules.ts'
import { CONDITIONS, PASSIVE, WANTED } from './said-of-lists.ts'
import { REMINDERS, WISHES } from './wishes.ts'

/** In this order: the first rule that holds is taken, and the narrow ones come first. */
export const RULES: readonly Rule[] = [
  ...CHECKPOINTS,
  ...AGAIN,
  ...FOR_GOOD,
  ...FACTS,
  ...MEMORIES,
  ...UNCLEAR_FACTS,
  ...HAND_OVERS,
  ...CONDITIONS,
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
