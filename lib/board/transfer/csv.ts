/** Tasks as CSV (RFC 4180). It is for people and their spreadsheets; programs read the JSON. */

import type { Task } from '../model/types.ts'
import { CSV_COLUMNS, taskFieldText } from '../rules/describe-task.ts'

/** Without it, Excel reads UTF-8 as the local encoding. */
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

/** The start of a formula in a cell, including full-width forms. */
const FORMULA = /(^|[;\t\r\n])([ \u00a0"]*)(?=[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * An apostrophe keeps a text from being run, also after a semicolon, a tab or a line break: where these separate cells,
 * quotes inside a line don’t count, and what follows begins a cell.
 */
export function textCell(text: string): string {
  if (text === '') return ''
  const tame = text.replace(FORMULA, "$1$2'").replace(/^[\t\r\n]/, "'$&")
  return `"${tame.replaceAll('"', '""')}"`
}
