/** Rows as the board knows them: checked on read, so that one bad row cannot take the board down. */
import type { z } from 'zod'
import type { RowOf, Task } from '#lib/board/types.ts'
import {
  categorySchema,
  checkpointSchema,
  itemSchema,
  listSchema,
  taskSchema,
  valueSchema,
} from '#lib/board/types.ts'
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

export function toRows<Name extends RowTable>(name: Name, found: readonly unknown[]): Checked<RowOf[Name]> {
  const rows: RowOf[Name][] = []
  for (const row of found) {
    const result = STORED[name].schema.safeParse(row)
    if (result.success) rows.push(result.data as RowOf[Name])
  }
  return { rows, damaged: found.length - rows.length }
}

export function toTasks(found: readonly unknown[]): Checked<Task> {
  return toRows('task', found)
}
