/** Tasks as CSV (RFC 4180). It is for people and their spreadsheets; programs read the JSON. */

import type { Task } from '../model/types.ts'
import { CSV_COLUMNS, taskFieldText } from '../rules/describe-task.ts'

/** Without it Excel takes UTF-8 for the encoding of the country. */
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

export function csvHead(): string {
  return BYTE_ORDER_MARK + CSV_COLUMNS.map(({ heading }) => heading).join(',') + LINE_END
}

export function csvRow(task: Task, category: string): string {
  const words = { category: () => category, day: (day: string) => day }
  const cells = CSV_COLUMNS.map(({ name, cell }) =>
    cell ? cell(task[name]) : textCell(taskFieldText(task, name, words)),
  )
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
