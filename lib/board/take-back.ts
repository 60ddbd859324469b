/** The inverse of revisions over the rows as they are now: what nobody changed since goes back, the rest is named. */
import { apply, type Change, edit, invert, squash } from './changes.ts'
import type { RevisionRecord } from './command.ts'
import { nameTask } from './text.ts'
import type { Board, Category, Task } from './types.ts'
import { defaultCategory, findCategory } from './view.ts'

const FIELD_NAMES: Record<string, string> = {
  categoryId: 'category',
  dueDate: 'due date',
  blockedReason: 'blocked reason',
  rank: 'place',
  completion: 'percent',
}

export function takeBack(
  revisions: readonly RevisionRecord[],
  now: Board,
): { changes: Change[]; kept: string[] } {
  const undoing = new Set(revisions.map((revision) => revision.number))
  const newestFirst = [...revisions].sort((a, b) => b.number - a.number)
  const kept = new Set<string>()
  const done: Change[] = []
  let board = now
  for (const revision of newestFirst) {
    const movedOn = revision.movedOn.filter((later) => !undoing.has(later.revision))
    for (const change of [...revision.changes].reverse()) {
      const later = movedOn.filter((touch) => touch.table === change.table && touch.id === change.id)
      const back = takeBackOne(change, board, new Set(later.flatMap((touch) => touch.fields)), kept)
      if (!back) continue
      done.push(back)
      board = apply(board, [back])
    }
  }
  return { changes: squash(done), kept: [...kept] }
}

function takeBackOne(change: Change, board: Board, moved: Set<string>, kept: Set<string>): Change | null {
  const rows: ReadonlyMap<string, Task | Category> = change.table === 'task' ? board.tasks : board.categories
  const row = rows.get(change.id)
  if (change.before === null) {
    if (!row) return null
    if (moved.size === 0 && isUnused(change, board)) return { ...invert(change), before: row } as Change
    kept.add(nameRow(row))
    return null
  }
  if (change.after === null) {
    if (row) return null
    if (isNameTaken(change.table, change.before, change.id, board)) {
      kept.add(nameRow({ ...change.before, id: change.id }))
      return null
    }
    return invert(withLiveCategory(change, board))
  }
  if (!row) {
    kept.add(nameRow({ ...change.before, id: change.id }))
    return null
  }
  const fields: Record<string, unknown> = {}
  for (const [name, after] of Object.entries(change.after)) {
    const before = change.before[name as keyof typeof change.before]
    const isFree = name !== 'name' || !isNameTaken(change.table, change.before, change.id, board)
    const isThere = name !== 'categoryId' || board.categories.has(String(before))
    if (!isFree || !isThere) {
      kept.add(`the ${FIELD_NAMES[name] ?? name} of ${nameRow(row)}`)
      continue
    }
    if (row[name as keyof typeof row] === after && !moved.has(name)) fields[name] = before
    else if (row[name as keyof typeof row] !== before)
      kept.add(`the ${FIELD_NAMES[name] ?? name} of ${nameRow(row)}`)
  }
  return edit(change.table, row as never, fields)
}

/** Another category has this name by now: names are unique, whatever their case. */
function isNameTaken(
  table: Change['table'],
  row: Partial<Task> | Partial<Category>,
  id: string,
  board: Board,
): boolean {
  if (table !== 'category' || !('name' in row) || row.name === undefined) return false
  return (findCategory(board, row.name)?.id ?? id) !== id
}

/** A category that tasks were given meanwhile stays, so that no task points at nothing. */
function isUnused(change: Change, board: Board): boolean {
  if (change.table === 'task') return true
  return [...board.tasks.values()].every((task) => task.categoryId !== change.id)
}

/** A task that comes back after its category went is general. */
function withLiveCategory(change: Change, board: Board): Change {
  if (change.table !== 'task' || change.before === null) return change
  const task = change.before as Task
  const fallback = defaultCategory(board)
  if (board.categories.has(task.categoryId) || !fallback) return change
  return { ...change, before: { ...task, categoryId: fallback.id } } as Change
}

function nameRow(row: Partial<Task> | Partial<Category>): string {
  if ('number' in row && row.number !== undefined) return nameTask(row as Task)
  return 'name' in row ? `the category “${row.name}”` : 'a removed task'
}
