/** Checks that a log leads to the rows in the same file: only then is it imported as their history. */
import { type Change, isSame } from '../model/changes.ts'
import { TABLES } from '../model/tables.ts'
import type { Row, TableName, Task, Value } from '../model/types.ts'
import { isExpired } from '../state/read-state.ts'
import { templateDefaults } from '../state/template.ts'
import type { FileRows } from './file-board.ts'
import type { FileRevision } from './file-log.ts'

export type LoggedRevision = FileRevision & { undoneBy: number | null }

export type History = {
  revisions: LoggedRevision[]
  /** The id of each row, and the revision that last touched it. */
  touched: Record<TableName, [string, number][]>
  /** The number of the next new task: numbers are never reused. */
  nextNumber: number
  rows: FileRows
}

type Held = Record<TableName, Map<string, Row>>

/** `null` if the log is incomplete, contradicts itself, or leads to other rows. */
export function historyOf(revisions: readonly FileRevision[], rows: FileRows, now: number): History | null {
  const held = perTable<Row>()
  const touched = perTable<number>()
  let nextNumber = 1
  for (const [i, { number, changes, createdAt }] of revisions.entries()) {
    if (number !== i + 1) return null
    for (const change of changes) {
      if (!applied(held[change.table], change, createdAt)) return null
      touched[change.table].set(change.id, number)
      if (change.table === 'task') nextNumber = Math.max(nextNumber, numberIn(change) + 1)
    }
  }
  for (const [id, row] of held.value) if (isGone(row as Value, now)) held.value.delete(id)
  const logged = withUndone(revisions)
  const own = withoutDefaults(rows, held)
  if (revisions.length === 0 || !logged || !leadsTo(held, own)) return null
  const last = TABLES.map((table) => [table, [...touched[table]]])
  return { revisions: logged, touched: Object.fromEntries(last), nextNumber, rows: own }
}

/** Expired now, or already when the file was written, which removed its text. */
const isGone = (row: Value, now: number) =>
  isExpired(row, now) || (row.json === null && row.expiresAt !== null)

const perTable = <T>() =>
  Object.fromEntries(TABLES.map((table) => [table, new Map<string, T>()])) as Record<
    TableName,
    Map<string, T>
  >

function numberIn({ before, after }: Change): number {
  return Math.max((before as Partial<Task> | null)?.number ?? 0, (after as Partial<Task> | null)?.number ?? 0)
}

/** Whether the change fits the row as it was; an expired value may be written as if it didn’t exist. */
function applied(rows: Map<string, Row>, { table, id, before, after }: Change, at: number): boolean {
  const row = rows.get(id)
  if (before === null) {
    const isFree = !row || (table === 'value' && isExpired(row as Value, at))
    rows.set(id, after as Row)
    return isFree
  }
  if (!row || !holds(row, before)) return false
  if (after === null) rows.delete(id)
  else rows.set(id, { ...row, ...after } as Row)
  return true
}

function holds(row: Row, fields: object): boolean {
  return Object.entries(fields).every(([name, value]) => isSame(row[name as keyof Row], value))
}

/** Sets what each undo undid, following the log; only active revisions can be undone. */
function withUndone(revisions: readonly FileRevision[]): LoggedRevision[] | null {
  const undoneBy = new Map<number, number>()
  // A forged log could undo undos endlessly.
  let steps = 10_000 + revisions.length * 50
  for (const { number, undoes } of revisions) {
    const left: [number, number | null][] = undoes.map((target) => [target, number])
    if (undoes.some((target) => target >= number || target < 1 || undoneBy.has(target))) return null
    for (let next = left.pop(); next; next = left.pop()) {
      steps -= 1
      if (steps < 0) return null
      const [target, by] = next
      if (by === null) undoneBy.delete(target)
      else undoneBy.set(target, by)
      const targets = revisions[target - 1]?.undoes ?? []
      left.push(...targets.map((inner): [number, number | null] => [inner, by === null ? target : null]))
    }
  }
  return revisions.map((revision) => ({ ...revision, undoneBy: undoneBy.get(revision.number) ?? null }))
}

/** Drops defaults that were never stored. */
function withoutDefaults(rows: FileRows, held: Held): FileRows {
  const defaults = templateDefaults()
  const isDefault = ({ id, json }: Value) =>
    !held.value.has(id) && Object.hasOwn(defaults, id) && json === JSON.stringify(defaults[id])
  return { ...rows, value: rows.value.filter((row) => !isDefault(row)) }
}

function leadsTo(held: Held, rows: FileRows): boolean {
  return TABLES.every((table) => {
    const wanted = rows[table]
    return (
      wanted.length === held[table].size &&
      wanted.every((row) => {
        const found = held[table].get(row.id)
        return found !== undefined && holds(found, row) && holds(row, found)
      })
    )
  })
}
