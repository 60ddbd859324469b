/** Rows of the board, checked on read, so that one invalid row can’t break the board. */
import type { z } from 'zod'
import type { Change } from '#lib/board/model/changes.ts'
import { isRank } from '#lib/board/model/rank.ts'
import type { RowOf, Task } from '#lib/board/model/types.ts'
import {
  categorySchema,
  checkpointSchema,
  itemSchema,
  listSchema,
  taskSchema,
  valueSchema,
} from '#lib/board/model/types.ts'
import { readableTask } from '#lib/board/rules/corrupted-task.ts'
import * as tables from './schema.ts'

export type Checked<T> = { rows: T[]; damaged: number }
export type RowTable = keyof RowOf

/** The table of the database, and the schema of its rows, by the name they have on a board. */
export const STORED = {
  task: { table: tables.tasks, schema: taskSchema },
  category: { table: tables.categories, schema: categorySchema },
  list: { table: tables.lists, schema: listSchema },
  item: { table: tables.listItems, schema: itemSchema },
  value: { table: tables.stateValues, schema: valueSchema },
  checkpoint: { table: tables.checkpoints, schema: checkpointSchema },
} as const satisfies { [Name in RowTable]: { table: unknown; schema: z.ZodType<RowOf[Name]> } }

/** The columns that every one of these tables has. */
export type StoredTable = typeof tables.lists

/** The columns a board knows of each table: every one that is read costs, so that session and revision stay behind. */
export const COLUMNS = Object.fromEntries(
  Object.entries(STORED).map(([name, { table, schema }]) => {
    const columns = Object.keys(schema.shape).map((key) => [key, table[key as keyof typeof table]])
    return [name, Object.fromEntries(columns)]
  }),
) as Record<RowTable, Pick<StoredTable, 'id'>>

/** Rows that fail their schema are shown repaired and listed as corrupted if possible; the others are counted. */
export function toRows<Name extends RowTable>(name: Name, found: readonly unknown[]): Checked<RowOf[Name]> {
  const { schema } = STORED[name]
  const rows: RowOf[Name][] = []
  for (const row of found) {
    const result = schema.safeParse(row)
    if (result.success) {
      rows.push(result.data as RowOf[Name])
      continue
    }
    const task = name === 'task' ? readableTask(row as Found) : null
    const read = schema.safeParse(task?.row ?? readable(name, row as Found))
    if (read.success) rows.push({ ...read.data, ...(task && { corrupted: task.corrupted }) } as RowOf[Name])
  }
  return { rows, damaged: found.length - rows.length }
}

type Found = Readonly<Record<string, unknown>>

/** Fixes what can’t be read, so that the row can be shown, changed and deleted like others. */
function readable(name: RowTable, row: Found): Found {
  const damaged = `damaged ${String(row.id).slice(0, 6)}`
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : damaged)
  const time = (value: unknown) => (Number.isSafeInteger(value) ? value : 0)
  const rank = typeof row.rank === 'string' && isRank(row.rank) ? row.rank : 'a0'
  switch (name) {
    case 'task':
    case 'category':
      return { ...row, rank }
    case 'list':
      return { ...row, rank, name: text(row.name) }
    case 'item':
      return { ...row, rank, text: text(row.text) }
    case 'value':
      // Valid JSON is never empty, so this reads as corrupted.
      return { ...row, json: typeof row.json === 'string' ? row.json : '', expiresAt: null }
    case 'checkpoint': {
      const at = Number.isSafeInteger(row.at) && Number(row.at) > 0 ? row.at : 0
      return { ...row, name: text(row.name), at, createdAt: time(row.createdAt) }
    }
    default:
      return name satisfies never
  }
}

type LoggedRow = { tableName: string; rowId: string; before: unknown; after: unknown }

/**
 * A change as the log has it, checked by the same schemas as rows of tables: fields that are newer than the change get their
 * defaults, fields that no longer exist are left out. `null` where nothing of it can be read.
 */
export function toChange(logged: LoggedRow): Change | null {
  const { tableName, rowId: id } = logged
  if (!Object.hasOwn(STORED, tableName)) return null
  const table = tableName as RowTable
  const [before, after] = [logged.before ?? null, logged.after ?? null]
  if (before !== null && after !== null) {
    const sides = { before: knownFields(table, before), after: knownFields(table, after) }
    return Object.keys(sides.after).length === 0 ? null : ({ table, id, ...sides } as Change)
  }
  const [row] = toRows(table, [before ?? after]).rows
  if (!row) return null
  return { table, id, before: before && row, after: after && row } as Change
}

/** Those that can be read. */
export const toChanges = (logged: readonly LoggedRow[]): Change[] =>
  logged.flatMap((row) => toChange(row) ?? [])

/** Changes that were stored whole, as those of an approval are. */
export function storedChanges(stored: unknown): Change[] {
  const found = Array.isArray(stored)
    ? (stored as { table: string; id: string; before: unknown; after: unknown }[])
    : []
  return toChanges(
    found.map(({ table, id, before, after }) => ({ tableName: table, rowId: id, before, after })),
  )
}

function knownFields(table: RowTable, fields: object): object {
  const shape: Readonly<Record<string, z.ZodType>> = STORED[table].schema.shape
  const read = Object.entries(fields).map(([name, value]) => [name, shape[name]?.safeParse(value)] as const)
  return Object.fromEntries(read.flatMap(([name, result]) => (result?.success ? [[name, result.data]] : [])))
}

export function toTasks(found: readonly unknown[]): Checked<Task> {
  return toRows('task', found)
}
