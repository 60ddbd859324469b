/** The inverse of revisions over the rows as they are now: what nobody changed since goes back, the rest is named. */
import { apply, type Change, edit, invert, squash } from './changes.ts'
import type { RevisionRecord } from './command.ts'
import { findList, itemsOf, listKey } from './state/lists.ts'
import { rowsOf } from './tables.ts'
import { fold, nameTask } from './text.ts'
import type { Board, Category, Item, List, Row, Task, Value } from './types.ts'
import { defaultCategory, findCategory } from './view.ts'

const FIELD_NAMES: Record<string, string> = {
  categoryId: 'category',
  dueDate: 'due date',
  blockedReason: 'blocked reason',
  rank: 'place',
  completion: 'percent',
  json: 'content',
  checked: 'tick',
  listId: 'list',
}

export function takeBack(
  revisions: readonly RevisionRecord[],
  now: Board,
  at: number,
): { changes: Change[]; kept: string[] } {
  const undoing = new Set(revisions.map((revision) => revision.number))
  const newestFirst = [...revisions].sort((a, b) => b.number - a.number)
  const kept = new Set<string>()
  const done: Change[] = []
  let board = now
  for (const revision of newestFirst) {
    const movedOn = revision.movedOn.filter((later) => !undoing.has(later.revision))
    for (const change of inBackwardOrder(revision.changes)) {
      const later = movedOn.filter((touch) => touch.table === change.table && touch.id === change.id)
      const back = takeBackOne(change, board, new Set(later.flatMap((touch) => touch.fields)), kept, at)
      if (!back) continue
      done.push(back)
      board = apply(board, [back])
    }
  }
  return { changes: squash(done), kept: [...kept] }
}

/** What holds other rows comes back before them, and goes after them. */
function inBackwardOrder(changes: readonly Change[]): Change[] {
  const place = (change: Change) => {
    if (change.table !== 'list' && change.table !== 'category') return 1
    return change.after === null ? 0 : change.before === null ? 2 : 1
  }
  return changes.toReversed().toSorted((a, b) => place(a) - place(b))
}

function takeBackOne(
  change: Change,
  board: Board,
  moved: Set<string>,
  kept: Set<string>,
  at: number,
): Change | null {
  const row: Row | undefined = rowsOf(board, change.table).get(change.id)
  if (change.before === null) {
    if (!row) return null
    if (moved.size === 0 && isUnused(change, board)) return { ...invert(change), before: row } as Change
    kept.add(nameRow(change.table, row))
    return null
  }
  if (change.after === null) {
    if (row || isPast(change, undefined, at)) return null
    if (!hasRoom(change, { ...change.before, id: change.id } as Partial<Row>, board)) {
      kept.add(nameRow(change.table, change.before))
      return null
    }
    return invert(withLiveCategory(change, board))
  }
  if (!row) {
    if (!isPast(change, undefined, at)) kept.add(nameRow(change.table, { ...change.before, id: change.id }))
    return null
  }
  const fields: Record<string, unknown> = {}
  for (const [name, after] of Object.entries(change.after)) {
    const before = change.before[name as keyof typeof change.before]
    const isFree = !NAMES.has(name) || hasRoom(change, { ...row, [name]: before } as Partial<Row>, board)
    const isThere = name !== 'categoryId' || board.categories.has(String(before))
    const held = row[name as keyof typeof row]
    if (!isFree || !isThere) kept.add(nameField(name, change.table, row))
    else if (held === after && !moved.has(name)) fields[name] = before
    else if (held !== before) kept.add(nameField(name, change.table, row))
  }
  const back = edit(change.table, row as never, fields)
  return back && isPast(invert(back), row, at) ? null : back
}

/** What ran out meanwhile does not come back. */
function isPast(change: Change, row: Row | undefined, at: number): boolean {
  if (change.table !== 'value') return false
  const { expiresAt } = { ...row, ...change.before } as Partial<Value>
  return expiresAt != null && expiresAt <= at
}

/** Fields that no two rows share. */
const NAMES: ReadonlySet<string> = new Set(['name', 'text'])

/** Whether the row may come to be as it was: names are unique, whatever their case, and items need their list. */
function hasRoom(change: Change, row: Partial<Row>, board: Board): boolean {
  const isSelf = (other: { id: string } | undefined) => (other?.id ?? change.id) === change.id
  switch (change.table) {
    case 'category':
      return isSelf(findCategory(board, (row as Category).name))
    case 'list':
      return isSelf(findList(board, (row as List).name)) && !board.values.has(listKey((row as List).name))
    case 'item': {
      const { listId, text } = row as Item
      const same = itemsOf(board, listId).find((item) => fold(item.text) === fold(text))
      return board.lists.has(listId) && isSelf(same)
    }
    case 'value':
      return ![...board.lists.values()].some((list) => listKey(list.name) === change.id)
    default:
      return true
  }
}

/** A category or a list that was given rows meanwhile stays, so that none of them points at nothing. */
function isUnused(change: Change, board: Board): boolean {
  if (change.table === 'category')
    return [...board.tasks.values()].every((task) => task.categoryId !== change.id)
  return change.table !== 'list' || itemsOf(board, change.id).length === 0
}

/** Whether a row that was removed may be there again. */
export function canComeBack(gone: Change, board: Board): boolean {
  const there = rowsOf(board, gone.table).has(gone.id)
  return !there && hasRoom(gone, { ...gone.before, id: gone.id } as Partial<Row>, board)
}

/** A task that comes back after its category went is general. */
export function withLiveCategory(change: Change, board: Board): Change {
  if (change.table !== 'task' || change.before === null) return change
  const task = change.before as Task
  const fallback = defaultCategory(board)
  if (board.categories.has(task.categoryId) || !fallback) return change
  return { ...change, before: { ...task, categoryId: fallback.id } } as Change
}

function nameField(field: string, table: Change['table'], row: Row): string {
  return `the ${FIELD_NAMES[field] ?? field} of ${nameRow(table, row)}`
}

function nameRow(table: Change['table'], row: Partial<Row>): string {
  switch (table) {
    case 'task':
      return 'number' in row && row.number !== undefined ? nameTask(row as Task) : 'a removed task'
    case 'category':
      return 'name' in row ? `the category “${row.name}”` : 'a removed category'
    case 'list':
      return 'name' in row ? `the ${row.name} list` : 'a deleted list'
    case 'item':
      return 'text' in row ? `'${row.text}'` : 'something that was taken off its list'
    case 'value':
      return `the value “${row.id}”`
    case 'checkpoint':
      return 'name' in row ? `the checkpoint “${row.name}”` : 'a removed checkpoint'
    default:
      return table satisfies never
  }
}
