/** The columns of the board as shown: sorted and filtered. */

import type { Status } from '#lib/board/model/names.ts'
import { byRank } from '#lib/board/model/rank.ts'
import type { Board, Category, Task } from '#lib/board/model/types.ts'
import { fold } from '#lib/board/text/text.ts'

export type Filter = { words: string; categoryId: string }
export type Columns = Readonly<Record<Status, readonly Task[]>>

export const NO_FILTER: Filter = { words: '', categoryId: '' }

export const isFiltering = (filter: Filter) => filter.words.trim() !== '' || filter.categoryId !== ''

export function columnsOf(board: Board, filter: Filter = NO_FILTER): Columns {
  const words = fold(filter.words).match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []
  const columns: Record<Status, Task[]> = { open: [], in_progress: [], done: [] }
  for (const task of board.tasks.values()) if (matches(task, words, filter)) columns[task.status].push(task)
  for (const tasks of Object.values(columns)) tasks.sort(byRank)
  return columns
}

export function categoriesInOrder(board: Board): readonly Category[] {
  return [...board.categories.values()].sort(byRank)
}

/** Whether every word occurs in the number, the title, the notes or a list such as the labels. */
function matches(task: Task, words: readonly string[], filter: Filter): boolean {
  if (filter.categoryId !== '' && task.categoryId !== filter.categoryId) return false
  if (words.length === 0) return true
  const lists = Object.values(task).filter((value) => Array.isArray(value))
  const text = fold(`#${task.number} ${task.title} ${task.notes} ${lists.flat().join(' ')}`)
  return words.every((word) => hasField(task, word) ?? text.includes(word.replaceAll('"', '')))
}

/** `label:waiting`, `priority:high`, `label:"on hold"`: a prefix of a field’s value; `undefined` if it names no field. */
function hasField(task: Task, word: string): boolean | undefined {
  const [, name = '', wanted = ''] = /^([a-z]+):(.+)$/.exec(word) ?? []
  const values = Object.entries(task).find(([field]) => field === name || field === `${name}s`)?.[1]
  if (values === undefined) return undefined
  return [values].flat().some((value) => fold(String(value)).startsWith(wanted.replaceAll('"', '')))
}

/** Keeps the arrays of unchanged columns, so that only changed ones are rendered again. */
export function keepSame(before: Columns | null, after: Columns): Columns {
  if (!before) return after
  const same = (a: readonly Task[], b: readonly Task[]) =>
    a.length === b.length && a.every((task, index) => task === b[index])
  const kept = (status: Status) => (same(before[status], after[status]) ? before[status] : after[status])
  return { open: kept('open'), in_progress: kept('in_progress'), done: kept('done') }
}
