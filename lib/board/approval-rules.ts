/** Which calls of the agent wait for the user's word, and what they are asked. Pure. */

import { COMMANDS, isCommandName } from './commands/registry.ts'
import type { Change } from './model/changes.ts'
import type { CommandDefinition } from './model/command.ts'
import { DEFAULT_CATEGORY, STATUS_NAMES } from './model/names.ts'
import type { Board, Category, Item, Task } from './model/types.ts'
import { describeChanges } from './rules/describe-changes.ts'
import { countOf, nameTask } from './text/text.ts'
import type { AffectedRow } from './wire/events.ts'

/** So many tasks of a turn may get other titles or notes unasked. */
const OVERWRITTEN_UNASKED = 3

/** What the changes of one call do not say. */
export type ApprovalContext = {
  /** Tasks that its turn has removed so far. */
  removedBefore: number
  /** Ids of those whose title or notes its turn has written over so far. */
  overwrittenBefore: readonly string[]
  /** Its step holds several calls that remove tasks. */
  isOneOfSeveral: boolean
  /** An earlier call of its step waits. */
  isBehind: boolean
  /** How many tasks have the category it names. */
  used: number
  /** The agent that calls changes no task without being asked. */
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
  // What stands on a list is asked about only where the list goes with it.
  const isOfLists = changes.every(({ table }) => table === 'item' || table === 'list')
  if (!approvalRule && isOfLists && !deletesList(changes)) return false
  return standing.isBehind || isDestructiveCall(approvalRule, changes, standing)
}

/** It would be asked about without any call before it. */
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

/** Whether a step with these calls removes more than once. */
export function removesSeveral(names: readonly string[]): boolean {
  return names.filter((name) => isCommandName(name) && COMMANDS[name].approvalRule === 'several').length > 1
}

export function removedTasks(changes: readonly Change[]): Task[] {
  return changes.flatMap((change) =>
    change.table === 'task' && change.after === null ? [change.before as Task] : [],
  )
}

/** Ids of the tasks whose title or notes would be other ones. Notes that were empty lose nothing. */
export function overwrittenTasks(changes: readonly Change[]): string[] {
  return changes.flatMap(({ table, id, before, after }) => {
    if (table !== 'task' || before === null || after === null) return []
    const lost = (before as Partial<Task>).title ?? (before as Partial<Task>).notes
    return lost ? [id] : []
  })
}

/** A list with things on it goes: an empty one is no loss. */
function deletesList(changes: readonly Change[]): boolean {
  const gone = new Set(
    changes.flatMap(({ table, id, after }) => (table === 'list' && after === null ? id : [])),
  )
  return changes.some(
    ({ table, before, after }) => table === 'item' && after === null && gone.has((before as Item).listId),
  )
}

/** The category whose tasks decide, where it is one. */
export function categoryAsked(definition: CommandDefinition, input: unknown): string | null {
  if (definition.approvalRule !== 'used') return null
  const field = Object.keys(definition.refs).find((name) => definition.refs[name] === 'category')
  const id = field === undefined ? undefined : (input as Record<string, unknown>)[field]
  return typeof id === 'string' ? id : null
}

/** `board` holds the rows as they are, and those `using` the category that the call names. */
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

/** What would be done, in a few words. `reply`: what will be said once it is done. */
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

/** What a row is told by in passing: its place and its number are given anew, and the clock goes on. */
const IN_PASSING: ReadonlySet<string> = new Set(['number', 'rank', 'createdAt', 'doneAt', 'at'])

/** Both would do the same to the same rows. */
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
