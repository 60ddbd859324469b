/** Tasks as CSV (RFC 4180). It is for people and their spreadsheets; programs read the JSON. */
import { STATUS_NAMES } from '../model/names.ts'
import type { Task } from '../model/types.ts'

/** Without it Excel takes UTF-8 for the encoding of the country. */
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
const HEAD = [
  'Number',
  'Title',
  'Status',
  'Percent',
  'Category',
  'Priority',
  'Effort',
  'Due',
  'Notes',
  'Blocked by',
  'Created',
  'Done',
]

export function csvHead(): string {
  return BYTE_ORDER_MARK + HEAD.join(',') + LINE_END
}

export function csvRow(task: Task, category: string): string {
  const cells = [
    String(task.number),
    textCell(task.title),
    STATUS_NAMES[task.status],
    String(task.completion),
    textCell(category),
    task.priority,
    task.effort,
    task.dueDate ?? '',
    textCell(task.notes),
    textCell(task.blockedReason),
    timeCell(task.createdAt),
    task.doneAt === null ? '' : timeCell(task.doneAt),
  ]
  return cells.join(',') + LINE_END
}

/** What a spreadsheet reads as a formula at the beginning of a cell, full-width forms included. */
const FORMULA = /(^|[;\t\r\n])([ \u00a0"]*)(?=[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * An apostrophe keeps a text from being run. Also after a semicolon, a tab and a line break: where these part cells,
 * quotes in mid-line are no quotes, and what follows begins a cell.
 */
export function textCell(text: string): string {
  if (text === '') return ''
  const tame = text.replace(FORMULA, "$1$2'").replace(/^[\t\r\n]/, "'$&")
  return `"${tame.replaceAll('"', '""')}"`
}

/** UTC, as spreadsheets read times: `2026-11-27 09:30:00`. */
function timeCell(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}
