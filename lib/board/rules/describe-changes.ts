/** What changes would do, row by row, in words: for previews, the history and approvals. */
import type { Change } from '../model/changes.ts'
import { STATUS_NAMES, type Status } from '../model/names.ts'
import { rowsOf } from '../model/tables.ts'
import type { Board, Row, RowOf, Task } from '../model/types.ts'
import { nameTask, shorten } from '../text/text.ts'

export type Described = {
  table: Change['table']
  id: string
  what: 'added' | 'removed' | 'changed'
  text: string
}

/** `board` holds the rows as they are before the changes. Changes that only move a rank are left out. */
export function describeChanges(changes: readonly Change[], board: Board): Described[] {
  return changes.flatMap((change): Described[] => {
    const { table, id } = change
    const row = (rowsOf(board, table).get(id) ?? change.before ?? change.after) as Partial<Row> | null
    const name = nameRow(table, { ...row, id })
    if (change.before === null) {
      return [{ table, id, what: 'added', text: `Add ${nameRow(table, change.after)}` }]
    }
    if (change.after === null) return [{ table, id, what: 'removed', text: `Remove ${name}` }]
    const facts = fieldsOf(change, board)
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

const NAMES: Record<string, string> = {
  categoryId: 'category',
  dueDate: 'due',
  blockedReason: 'blocked',
  json: 'value',
}
/** They follow from other fields, or are no sight. */
const SILENT = new Set(['rank', 'doneAt', 'completionBefore', 'expiresAt', 'listId'])

function fieldsOf(change: Change, board: Board): string[] {
  return Object.entries(change.after ?? {})
    .filter(([field]) => !SILENT.has(field))
    .map(([field, value]) => `${NAMES[field] ?? field} ${inWords(field, value, board)}`)
}

function inWords(field: string, value: unknown, board: Board): string {
  if (field === 'status') return STATUS_NAMES[value as Status] ?? String(value)
  if (field === 'categoryId') return board.categories.get(String(value))?.name ?? 'another'
  if (field === 'completion') return `${value} %`
  if (field === 'checked') return value ? 'yes' : 'no'
  if (value === null || value === '' || value === 'none') return 'none'
  return field === 'title' || field === 'notes'
    ? `“${shorten(String(value), 60)}”`
    : shorten(String(value), 60)
}
