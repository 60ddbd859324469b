/** Reads of board rows. */
import { and, asc, eq, getTableColumns, inArray, max, type SQL } from 'drizzle-orm'
import { NO_ROWS, PLACES, TABLES } from '#lib/board/model/tables.ts'
import type { Category, RowOf, Rows, Task } from '#lib/board/model/types.ts'
import { breathe, type Database, type Reader } from './client.ts'
import { type Checked, COLUMNS, type RowTable, STORED, type StoredTable, toChange, toRows } from './rows.ts'
import { changes, sessions } from './schema.ts'

/** One type for the six tables: they share the columns that are named here. */
export const stored = (name: RowTable) => STORED[name].table as unknown as StoredTable

/** Every row of one table of a session, in the order of its rank where it has one. */
export async function allRows<Name extends RowTable>(
  db: Reader,
  name: Name,
  sessionId: string,
): Promise<Checked<RowOf[Name]>> {
  return toRows(name, await selectAll(db, name, sessionId))
}

function selectAll(db: Reader, name: RowTable, sessionId: string) {
  const table = stored(name)
  const order = name === 'value' || name === 'checkpoint' ? [] : [asc(table.rank)]
  const rows = db.select(COLUMNS[name]).from(table).where(eq(table.sessionId, sessionId))
  return rows.orderBy(...order, asc(table.id))
}

export type AllRows = { [Name in RowTable]: RowOf[Name][] } & { damaged: number }

/** The whole session state, table by table. */
export async function everyRow(db: Reader, sessionId: string): Promise<AllRows> {
  const found: Record<string, unknown> = {}
  let damaged = 0
  for (const name of TABLES) {
    const checked = await allRows(db, name, sessionId)
    found[name] = checked.rows
    damaged += checked.damaged
  }
  return { ...found, damaged } as AllRows
}

/** The rows of some tables; the other tables are empty. */
export async function someRows(db: Reader, sessionId: string, names: readonly RowTable[]): Promise<Rows> {
  const found: Record<string, ReadonlyMap<string, unknown>> = {}
  for (const name of names) {
    // What is on no list is shown nowhere.
    if (name === 'item' && found.lists?.size === 0) continue
    const { rows } = await allRows(db, name, sessionId)
    found[PLACES[name]] = new Map(rows.map((row) => [row.id, row]))
  }
  return { ...NO_ROWS, ...found } as Rows
}

/** What the keys of a template or a path can mean: the values of these names, and lists where one could be meant. */
export async function rowsUnder(db: Reader, sessionId: string, keys: readonly string[]): Promise<Rows> {
  const values = await rowsByIds(db, 'value', sessionId, keys)
  const isOfLists = keys.some((key) => key === 'lists' || key.endsWith('_list'))
  const rows = isOfLists ? await someRows(db, sessionId, ['list', 'item']) : NO_ROWS
  return { ...rows, values: new Map(values.map((row) => [row.id, row])) }
}

const NO_TABLES = Object.fromEntries(TABLES.map((name) => [name, []]))

/**
 * The session and its state as of one moment: a batch is one transaction, whatever is written meanwhile. Tables that
 * are not named stay empty; `null` where `mayOpen` does not hold.
 */
export async function wholeSession(
  db: Database,
  sessionId: string,
  mayOpen: SQL,
  names: readonly RowTable[] = TABLES,
): Promise<{ session: typeof sessions.$inferSelect; rows: AllRows } | null> {
  const session = db.select().from(sessions).where(mayOpen)
  const tables = names.map((name) => selectAll(db, name, sessionId))
  const [[found], ...stored] = await db.batch([session, ...tables])
  if (!found) return null
  const checked = names.map((name, i) => ({ name, ...toRows(name, stored[i] ?? []) }))
  const damaged = checked.reduce((sum, table) => sum + table.damaged, 0)
  const rows = Object.fromEntries(checked.map(({ name, rows }) => [name, rows]))
  return { session: found, rows: { ...NO_TABLES, ...rows, damaged } as AllRows }
}

export async function allTasks(db: Reader, sessionId: string): Promise<Checked<Task>> {
  return allRows(db, 'task', sessionId)
}

export async function allCategories(db: Reader, sessionId: string): Promise<Checked<Category>> {
  return allRows(db, 'category', sessionId)
}

export async function rowsByIds<Name extends RowTable>(
  db: Reader,
  name: Name,
  sessionId: string,
  ids: readonly string[],
): Promise<RowOf[Name][]> {
  const table = stored(name)
  const found: unknown[] = []
  // A statement holds at most 32 766 parameters.
  for (let start = 0; start < ids.length; start += 1_000) {
    if (start > 0) await breathe()
    const some = inArray(table.id, ids.slice(start, start + 1_000))
    const rows = db.select(COLUMNS[name]).from(table)
    found.push(...(await rows.where(and(eq(table.sessionId, sessionId), some))))
  }
  return toRows(name, found).rows
}

export async function tasksByIds(db: Reader, sessionId: string, ids: readonly string[]): Promise<Task[]> {
  return rowsByIds(db, 'task', sessionId, ids)
}

/** The revisions that last touched these rows, each row once; a row that is gone is left out. */
export async function rowRevisions(
  db: Reader,
  sessionId: string,
  rows: readonly { table: RowTable; id: string }[],
): Promise<[RowTable, string, number][]> {
  const found: [RowTable, string, number][] = []
  for (const name of TABLES) {
    const ids = [...new Set(rows.filter((row) => row.table === name).map((row) => row.id))]
    if (ids.length === 0) continue
    const table = stored(name)
    const revisionsOf = db
      .select({ id: table.id, revision: table.revision })
      .from(table)
      .where(and(eq(table.sessionId, sessionId), inArray(table.id, ids)))
      .orderBy(asc(table.id))
    for (const row of await revisionsOf) found.push([name, row.id, row.revision])
  }
  return found
}

/** Tasks that are gone, as the log last named them. */
export async function removedTasks(
  db: Reader,
  sessionId: string,
  ids: readonly string[],
): Promise<Map<string, { number: number; title: string }>> {
  const gone = new Map<string, { number: number; title: string }>()
  const ofTasks = and(eq(changes.sessionId, sessionId), eq(changes.tableName, 'task'))
  for (let start = 0; start < ids.length; start += 1_000) {
    if (start > 0) await breathe()
    const some = inArray(changes.rowId, ids.slice(start, start + 1_000))
    // Beside a maximum SQLite gives the columns of its row.
    const last = { ...getTableColumns(changes), at: max(changes.revision) }
    for (const row of await db.select(last).from(changes).where(and(ofTasks, some)).groupBy(changes.rowId)) {
      const change = toChange(row)
      if (change?.table === 'task' && change.after === null) gone.set(change.id, change.before)
    }
  }
  return gone
}
