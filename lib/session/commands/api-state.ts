/** The session state as programs read it: tasks and categories by name, lists and values by key. */
import type { Board, Task } from '#lib/board/model/types.ts'
import { categoriesInOrder } from '#lib/board/rules/find-rows.ts'
import { readValues, stateWithoutTasks } from '#lib/board/state/read-state.ts'
import { readBoard } from './session-state.ts'

export type CallerTask = Omit<Task, 'categoryId' | 'completionBefore' | 'rank' | 'corrupted'> & {
  category: string
}

export type CallerState = {
  tasks: CallerTask[]
  categories: string[]
  /** Values as they are; lists as arrays of texts, like `shopping_list`. */
  [key: string]: unknown
}

export type StateAtRevision = {
  revision: number
  state: CallerState
  /** Values whose stored text is no JSON, by key, where there are any: set them anew or delete them. */
  damaged?: string[]
  /** Tasks with fields that can’t be read, where there are any: repair or remove them. */
  damagedTasks?: { id: string; number: number; fields: string[] }[]
}

/** `null` where this user has no such session. */
export async function readApiState(
  userId: string,
  sessionId: string,
  now = Date.now(),
): Promise<StateAtRevision | null> {
  const found = await readBoard(userId, sessionId)
  return found && stateAt(found.board, found.revision, now)
}

export function stateAt(board: Board, revision: number, now: number): StateAtRevision {
  const categories = categoriesInOrder(board)
  const names = new Map(categories.map((category) => [category.id, category.name]))
  const tasks = [...board.tasks.values()].sort((a, b) => a.number - b.number)
  const damaged = readValues(board, now).flatMap(({ key, state }) => (state === 'damaged' ? [key] : []))
  const damagedTasks = tasks.flatMap(({ id, number, corrupted }) =>
    corrupted ? [{ id, number, fields: corrupted.map(({ field }) => field) }] : [],
  )
  const state = {
    tasks: tasks.map((task) => toCallerTask(task, names.get(task.categoryId) ?? '')),
    categories: categories.map((category) => category.name),
    ...stateWithoutTasks(board, now),
  }
  return {
    revision,
    state,
    ...(damaged.length > 0 && { damaged }),
    ...(damagedTasks.length > 0 && { damagedTasks }),
  }
}

function toCallerTask(task: Task, category: string): CallerTask {
  const { categoryId: _category, completionBefore: _before, rank: _rank, corrupted: _, ...shown } = task
  return { ...shown, category }
}
