/** Describes changes row by row: for previews, the history and approvals. */

import type { Change } from '../model/changes.ts'
import { rowsOf } from '../model/tables.ts'
import type { Board, Row, RowOf, Task } from '../model/types.ts'
import { nameTask, shorten } from '../text/text.ts'
import { taskFieldName, taskPhrases, wordsIn } from './describe-task.ts'

export type Described = {
  table: Change['table']
  id: string
  what: 'added' | 'removed' | 'changed'
  text: string
}

/** `board` holds the rows as they are before the changes. Changes that only move a rank are left out. */
export function describeChanges(changes: readonly Change[], board: Board, now: number): Described[] {
  return changes.flatMap((change): Described[] => {
    const { table, id } = change
    const row = (rowsOf(board, table).get(id) ?? change.before ?? change.after) as Partial<Row> | null
    const name = nameRow(table, { ...row, id })
    if (change.before === null) {
      return [{ table, id, what: 'added', text: `Add ${nameRow(table, change.after)}` }]
    }
    if (change.after === null) return [{ table, id, what: 'removed', text: `Remove ${name}` }]
    const facts = fieldsOf(change, board, now)
    return facts.length > 0 ? [{ table, id, what: 'changed', text: `${name}: ${facts.join(', ')}` }] : []
  })
}

function nameRow(table: Change['table'], row: Partial<Row>): string {
  switch (table) {
    case 'task':
      return 'number' in row && row.number ? nameTask(row as Task) : 'a task'
    case 'category':
      return `the category “${(row as RowOf['category']).name ?? ''}”`
    case 'list':
      return `the ${(row as RowOf['list']).name ?? ''} list`
    case 'item':
      return `'${(row as RowOf['item']).text ?? ''}'`
    case 'value':
      return `the value “${row.id}”`
    case 'checkpoint':
      return `the checkpoint “${(row as RowOf['checkpoint']).name ?? ''}”`
    default:
      return table satisfies never
  }
}

/** Fields that follow from others or aren’t visible. */
const SILENT = new Set(['rank', 'expiresAt', 'listId'])

function fieldsOf(change: Change, board: Board, now: number): string[] {
  const { table, after } = change
  if (table === 'task') return taskPhrases(after ?? {}, wordsIn(board, now))
  return Object.entries(after ?? {})
    .filter(([name]) => !SILENT.has(name))
    .map(([name, value]) => `${fieldName(table, name)} ${inWords(name, value)}`)
}

function inWords(name: string, value: unknown): string {
  if (name === 'checked') return value ? 'yes' : 'no'
  return value === null || value === '' ? 'none' : shorten(String(value), 60)
}

const OTHER_FIELDS: Readonly<Record<string, string>> = {
  rank: 'position',
  json: 'value',
  expiresAt: 'expiry',
  listId: 'list',
}

export function fieldName(table: Change['table'], name: string): string {
  return table === 'task' ? taskFieldName(name) : (OTHER_FIELDS[name] ?? name)
}
