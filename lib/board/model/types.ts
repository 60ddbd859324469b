import { z } from 'zod'
import { isRank } from './rank.ts'
import type { PLACES } from './tables.ts'
import { STORED_TASK, type TaskFieldName } from './task-shape.ts'

const rankSchema = z.string().refine(isRank)

/**
 * The rows of a board. Each schema checks every row read from the database and from the log. A field that is added later
 * has a default: rows in the log were written before it existed.
 */
export const taskSchema = z.object(STORED_TASK)

export const categorySchema = z.object({
  id: z.string(),
  name: z.string().min(1),
  rank: rankSchema,
})

export const listSchema = z.object({
  id: z.string(),
  /** Without the word “list”: `shopping`. Unique on its board, ignoring case. */
  name: z.string().min(1),
  rank: rankSchema,
})

export const itemSchema = z.object({
  id: z.string(),
  listId: z.string(),
  text: z.string().min(1),
  checked: z.boolean(),
  rank: rankSchema,
})

/** A key of the session state. Its text may be corrupted; see `readValue`. */
export const valueSchema = z.object({
  /** The key itself. */
  id: z.string(),
  /** The value as JSON text; `null` = deleted, though the template has a default. */
  json: z.string().nullable(),
  /** Epoch milliseconds; it is deleted from then on. */
  expiresAt: z.int().nullable(),
})

export const checkpointSchema = z.object({
  id: z.string(),
  name: z.string().min(1),
  /** The board as it was after this revision; 0 = unknown, because the row was corrupted. */
  at: z.int().nonnegative(),
  createdAt: z.int(),
})

/** A field that couldn’t be read and has its default instead; `text` is what is stored, as far as it is text. */
export type CorruptedField = { field: TaskFieldName; text: string }
/** `corrupted` isn’t stored: rows that fail their schema have it when they are read. */
export type Task = z.infer<typeof taskSchema> & { corrupted?: readonly CorruptedField[] }
export type Category = z.infer<typeof categorySchema>
export type List = z.infer<typeof listSchema>
export type Item = z.infer<typeof itemSchema>
export type Value = z.infer<typeof valueSchema>
export type Checkpoint = z.infer<typeof checkpointSchema>

export type RowOf = {
  task: Task
  category: Category
  list: List
  item: Item
  value: Value
  checkpoint: Checkpoint
}
export type TableName = keyof RowOf
export type Row = RowOf[TableName]

export type Rows = { [Name in TableName as (typeof PLACES)[Name]]: ReadonlyMap<string, RowOf[Name]> }

/** Rows of a session: all of them in a browser, those that a command reads on the server. */
export type Board = Rows & {
  /** The number the next new task gets. */
  nextNumber: number
}
