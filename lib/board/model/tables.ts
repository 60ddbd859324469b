/** The property of a board for each table. No schema library: this is part of the first page load. */
import type { Board, Row, RowOf, Rows, TableName } from './types.ts'

export const PLACES = {
  task: 'tasks',
  category: 'categories',
  list: 'lists',
  item: 'items',
  value: 'values',
  checkpoint: 'checkpoints',
} as const

export const TABLES = Object.keys(PLACES) as TableName[]

export const NO_ROWS: Rows = {
  tasks: new Map(),
  categories: new Map(),
  lists: new Map(),
  items: new Map(),
  values: new Map(),
  checkpoints: new Map(),
}

export const EMPTY_BOARD: Board = { ...NO_ROWS, nextNumber: 1 }

export function rowsOf<Name extends TableName>(board: Rows, table: Name): ReadonlyMap<string, RowOf[Name]> {
  return board[PLACES[table]] as unknown as ReadonlyMap<string, RowOf[Name]>
}

/** A board from arrays of its rows, as sent over the wire. */
export function boardOf(rows: { readonly [Name in TableName]: readonly Row[] }, nextNumber: number): Board {
  const held = TABLES.map((table) => [PLACES[table], new Map(rows[table].map((row) => [row.id, row]))])
  return { ...(Object.fromEntries(held) as unknown as Rows), nextNumber }
}
