/** Which calls of the agent need approval, and what the user is asked. Pure. */

import { COMMANDS, isCommandName } from './commands/registry.ts'
import type { Change } from './model/changes.ts'
import type { CommandDefinition } from './model/command.ts'
import { DEFAULT_CATEGORY, STATUS_NAMES } from './model/names.ts'
import type { Board, Category, Item, Task } from './model/types.ts'
import { describeChanges } from './rules/describe-changes.ts'
import { countOf, nameTask } from './text/text.ts'
import type { AffectedRow } from './wire/events.ts'

/** How many tasks a turn may retitle or rewrite without approval. */
const OVERWRITTEN_UNASKED = 3

/** What can’t be seen from the changes of a call. */
export type ApprovalContext = {
  /** How many tasks its turn has removed so far. */
  removedBefore: number
  /** Ids of tasks whose title or notes its turn has overwritten so far. */
  overwrittenBefore: readonly string[]
  /** Its step holds several calls that remove tasks. */
  isOneOfSeveral: boolean
  /** An earlier call of its step awaits approval. */
  isBehind: boolean
  /** How many tasks have the category that it names. */
  used: number
  /** The calling agent needs approval for every change of a task. */
  asksAlways?: boolean
  /** The user allowed this tool for the session. */
  isGranted: boolean
}

export function needsApproval(
  { approvalRule }: Pick<CommandDefinition, 'approvalRule'>,
  changes: readonly Change[],
  standing: ApprovalContext,
): boolean {
  if (changes.length === 0) return false
  // Changes of items need approval only if their list is deleted too.
  const isOfLists = changes.every(({ table }) => table === 'item' || table === 'list')
  if (!approvalRule && isOfLists && !deletesList(changes)) return false
  return standing.isBehind || isDestructiveCall(approvalRule, changes, standing)
}

/** Whether it needs approval regardless of earlier calls. */
export function isDestructiveCall(
  asks: CommandDefinition['approvalRule'],
  changes: readonly Change[],
  { removedBefore, overwrittenBefore, isOneOfSeveral, used, asksAlways, isGranted }: ApprovalContext,
): boolean {
  if (isGranted) return false
  if (asksAlways) return true
  const removed = removedTasks(changes).length
  if (removed > 0 && removedBefore + removed > 1) return true
  const overwritten = overwrittenTasks(changes)
  if (overwritten.length > 0 && new Set([...overwrittenBefore, ...overwritten]).size > OVERWRITTEN_UNASKED)
    return true
  if (deletesList(changes)) return true
  switch (asks) {
    case 'always':
      return true
    case 'used':
      return used > 0
    case 'several':
      return removed > 0 && isOneOfSeveral
    case undefined:
      return false
    default:
      return asks satisfies never
  }
}

/** Whether a step with these calls has several removals. */
export function removesSeveral(names: readonly string[]): boolean {
  return names.filter((name) => isCommandName(name) && COMMANDS[name].approvalRule === 'several').length > 1
}

export function removedTasks(changes: readonly Change[]): Task[] {
  return changes.flatMap((change) =>
    change.table === 'task' && change.after === null ? [change.before as Task] : [],
  )
}

/** Ids of the tasks whose title or notes would be overwritten. Empty notes lose nothing. */
export function overwrittenTasks(changes: readonly Change[]): string[] {
  return changes.flatMap(({ table, id, before, after }) => {
    if (table !== 'task' || before === null || after === null) return []
    const lost = (before as Partial<Task>).title ?? (before as Partial<Task>).notes
    return lost ? [id] : []
  })
}

/** Whether a list with items is deleted: an empty one loses nothing. */
function deletesList(changes: readonly Change[]): boolean {
  const gone = new Set(
    changes.flatMap(({ table, id, after }) => (table === 'list' && after === null ? id : [])),
  )
  return changes.some(
    ({ table, before, after }) => table === 'item' && after === null && gone.has((before as Item).listId),
  )
}

/** The category whose use decides, if the call names one. */
export function categoryAsked(definition: CommandDefinition, input: unknown): string | null {
  if (definition.approvalRule !== 'used') return null
  const field = Object.keys(definition.refs).find((name) => definition.refs[name] === 'category')
  const id = field === undefined ? undefined : (input as Record<string, unknown>)[field]
  return typeof id === 'string' ? id : null
}

/** `board` holds the current rows; `using`: the tasks of the category that the call names. */
export function affectedRows(
  changes: readonly Change[],
  board: Board,
  using: readonly Task[],
  now: number,
): AffectedRow[] {
  const described = describeChanges(changes, board, now)
    .filter(({ table }) => table !== 'category' || using.length === 0)
    .map(({ table, id, what, text }) => ({
      table,
      id,
      text: text.replace(/^(Add|Remove) /, ''),
      effect: what,
    }))
  const told = new Set(described.map(({ id }) => id))
  const rest = using.filter(({ id }) => !told.has(id))
  return [
    ...described,
    ...rest.map((task) => ({ table: 'task', id: task.id, text: nameTask(task), effect: 'changed' }) as const),
  ]
}

const FIRST_WORDS: Readonly<Record<string, string>> = {
  Added: 'Add',
  Changed: 'Change',
  Checked: 'Check',
  Cleared: 'Clear',
  Created: 'Create',
  Deleted: 'Delete',
  Moved: 'Move',
  Put: 'Put',
  'Redone:': 'Redo:',
  Removed: 'Remove',
  Renamed: 'Rename',
  Restored: 'Restore',
  Saved: 'Save',
  Unchecked: 'Uncheck',
  'Undone:': 'Undo:',
  Updated: 'Update',
}

/** A short title for what would be done. `reply`: the reply once it is done. */
export function approvalTitle(
  name: string,
  changes: readonly Change[],
  rows: readonly AffectedRow[],
  reply: string,
): string {
  const removed = removedTasks(changes)
  const [first] = removed
  const using = countOf(rows.filter(({ table }) => table === 'task').length, 'task')
  if (name === 'clear_column' && first)
    return `Clear ${STATUS_NAMES[first.status]}: remove ${countOf(removed.length, 'task')}`
  if (name === 'remove_task' && first) return `Remove ${nameTask(first)}`
  if (name === 'remove_tasks') return `Remove ${countOf(removed.length, 'task')}`
  const category = changes.find((change) => change.table === 'category')
  if (name === 'remove_category' && category) {
    const { name: gone } = category.before as Category
    return `Remove the category “${gone}”: ${using} would be ${DEFAULT_CATEGORY}`
  }
  const [verb = '', ...rest] = reply.replace(/[.]$/, '').split(' ')
  const doing = FIRST_WORDS[verb]
  const what = doing ? [doing, ...rest].join(' ') : reply
  if (name === 'rename_category') return `${what}, on ${using}`
  return what
}

/** Fields that differ each time: numbers and ranks are assigned again, and times move on. */
const IN_PASSING: ReadonlySet<string> = new Set(['number', 'rank', 'createdAt', 'doneAt', 'at'])

/** Whether both would do the same to the same rows. */
export function isSameEffect(a: readonly Change[], b: readonly Change[]): boolean {
  return workOf(a) === workOf(b)
}

function workOf(changes: readonly Change[]): string {
  const each = changes.map(({ table, id, before, after }) => {
    const fields = Object.entries(after ?? {}).filter(([field]) => !IN_PASSING.has(field))
    return JSON.stringify([table, id, before === null, after === null, fields.sort()])
  })
  return each.sort().join('\n')
}
