/** A change holds before and after of the changed fields of one row; `null` = the row didn’t exist. */
import { NO_ROWS, PLACES } from './tables.ts'
import type { Board, Row, RowOf, Rows, TableName, Task } from './types.ts'

type ChangeTo<T extends TableName> =
  | { table: T; id: string; before: null; after: RowOf[T] }
  | { table: T; id: string; before: RowOf[T]; after: null }
  | { table: T; id: string; before: Partial<RowOf[T]>; after: Partial<RowOf[T]> }

export type Change = { [Name in TableName]: ChangeTo<Name> }[TableName]

/** Whether a field has this value. Fields hold plain values and lists of them. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((value, at) => isSame(value, other[at]))
}

/** The change that sets `fields` on a row, or `null` if they are already set. */
export function edit<T extends TableName>(table: T, row: RowOf[T], fields: Partial<RowOf[T]>): Change | null {
  const before: Partial<RowOf[T]> = {}
  const after: Partial<RowOf[T]> = {}
  for (const key of Object.keys(fields) as (keyof RowOf[T])[]) {
    if (fields[key] === undefined || isSame(fields[key], row[key])) continue
    before[key] = row[key]
    after[key] = fields[key]
  }
  return Object.keys(after).length === 0 ? null : ({ table, id: row.id, before, after } as Change)
}

export function addRow<T extends TableName>(table: T, row: RowOf[T]): Change {
  return { table, id: row.id, before: null, after: row } as Change
}

export function removeRow<T extends TableName>(table: T, row: RowOf[T]): Change {
  return { table, id: row.id, before: row, after: null } as Change
}

/** The inverse of a change. */
export function invert(change: Change): Change {
  return { ...change, before: change.after, after: change.before } as Change
}

/** The board after the changes; changes of rows it doesn’t have are skipped. */
export function apply(board: Board, changes: readonly Change[]): Board {
  if (changes.length === 0) return board
  const next: Partial<OwnRows> = {}
  let nextNumber = board.nextNumber
  for (const change of changes) {
    const place = PLACES[change.table]
    const rows = next[place] ?? new Map<string, Row>(board[place])
    next[place] = rows
    applyInto(rows, change)
    if (change.table === 'task' && change.before === null) {
      nextNumber = Math.max(nextNumber, (change.after as Task).number + 1)
    }
  }
  return { ...board, ...(next as unknown as Partial<Rows>), nextNumber }
}

type OwnRows = Record<(typeof PLACES)[TableName], Map<string, Row>>

/** Copies the maps of a board, to apply many changes in place. */
export function ownRows(board: Rows): OwnRows {
  const own = Object.values(PLACES).map((place) => [place, new Map<string, Row>(board[place])])
  return Object.fromEntries(own) as OwnRows
}

export function applyInto(rows: Map<string, Row>, change: Change): void {
  if (change.after === null) rows.delete(change.id)
  else if (change.before === null) rows.set(change.id, change.after)
  else {
    const row = rows.get(change.id)
    if (row) rows.set(change.id, repaired({ ...row, ...change.after } as Row, change.after))
  }
}

/** A field that is set is no longer corrupted. */
function repaired(row: Row, after: object): Row {
  if (!('corrupted' in row) || !row.corrupted) return row
  const { corrupted, ...rest } = row
  const left = corrupted.filter(({ field }) => !Object.hasOwn(after, field))
  return left.length > 0 ? { ...rest, corrupted: left } : rest
}

/** An empty board with the rows that the changes add or set whole. */
export function applyToEmpty(changes: readonly Change[], nextNumber: number): Board {
  return apply({ ...NO_ROWS, nextNumber }, changes)
}

/** Ids of the rows to highlight: a new rank alone isn’t visible, and a removed item highlights its list. */
export function visibleRows(changes: readonly Change[]): string[] {
  const seen = changes.flatMap((change) => {
    if (change.after === null) return change.table === 'item' ? [change.before.listId] : []
    const isSeen = change.before === null || Object.keys(change.after).some((field) => field !== 'rank')
    return isSeen ? [change.id] : []
  })
  return [...new Set(seen)]
}

/** Merges the changes of each row into one; a row that was added and removed leaves none. */
export function squash(changes: readonly Change[]): Change[] {
  const byRow = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.table}:${change.id}`
    const earlier = byRow.get(key)
    const merged = earlier ? merge(earlier, change) : change
    if (merged) byRow.set(key, merged)
    else byRow.delete(key)
  }
  return [...byRow.values()]
}

function merge(first: Change, second: Change): Change | null {
  if (first.before === null && second.after === null) return null
  if (first.before === null) return { ...first, after: { ...first.after, ...second.after } } as Change
  if (second.after === null) return { ...second, before: { ...second.before, ...first.before } } as Change
  if (first.after === null) return edit(first.table, first.before as never, second.after as never)
  const before: Record<string, unknown> = { ...second.before, ...first.before }
  const after: Record<string, unknown> = { ...first.after, ...second.after }
  for (const key of Object.keys(after)) {
    if (!isSame(before[key], after[key])) continue
    delete before[key]
    delete after[key]
  }
  return Object.keys(after).length === 0 ? null : ({ ...first, before, after } as Change)
}
