/** Finds the rows that a command names, or refuses. */
import { type Refusal, refuse, type View } from '../model/command.ts'
import { DEFAULT_CATEGORY, STATUSES, type Status } from '../model/names.ts'
import { byRank } from '../model/rank.ts'
import type { Board, Category, Task } from '../model/types.ts'
import { fold, joinWords, nameTask } from '../text/text.ts'

/** The view that a browser decides over: every row, no revisions. */
export function wholeView(board: Board): View {
  return {
    ...board,
    wholeColumns: new Set(STATUSES),
    wholeLists: new Set(board.lists.keys()),
    taskCount: board.tasks.size,
    revision: 0,
    removed: new Map(),
    revisions: [],
    gone: [],
    since: null,
    past: new Map(),
  }
}

export function column(board: Board, status: Status): Task[] {
  return [...board.tasks.values()].filter((task) => task.status === status).sort(byRank)
}

export function categoriesInOrder(board: Board): Category[] {
  return [...board.categories.values()].sort(byRank)
}

export function noTask(view: View, id: string): Refusal {
  const gone = view.removed.get(id)
  if (gone) return refuse('removed', `${nameTask(gone)} was removed. Restore it to change it.`)
  return refuse('not_found', 'Task not found.')
}

export function noCategory(view: View): Refusal {
  const names = categoriesInOrder(view).map((category) => category.name)
  const known = names.length > 0 ? ` Categories are ${joinWords(names)}.` : ''
  return refuse('not_found', `Category not found.${known}`)
}

export function defaultCategory(board: Board): Category | undefined {
  return findCategory(board, DEFAULT_CATEGORY)
}

export function findCategory(board: Board, name: string): Category | undefined {
  const wanted = fold(name)
  return [...board.categories.values()].find((category) => fold(category.name) === wanted)
}
