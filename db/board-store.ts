/** Reads and writes of board rows. `writeRevision` is the single writer; only the door imports it. */
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Change } from '#lib/board/changes.ts'
import type { Actor } from '#lib/board/names.ts'
import { NO_ROWS, PLACES, TABLES } from '#lib/board/tables.ts'
import type { Category, RowOf, Rows, Task } from '#lib/board/types.ts'
import { breathe, type Database, type Reader, type Tx } from './client.ts'
import { type Checked, COLUMNS, type RowTable, STORED, type StoredTable, toRows } from './rows.ts'
import { changes, revisions, sessions } from './schema.ts'

/** One type for the six tables: they share the columns that are named here. */
const stored = (name: RowTable) => STORED[name].table as unknown as StoredTable

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

/** The rows of some tables alone; the other tables are empty. */
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

/**
 * The session and its whole state as of one moment: a batch is one transaction, whatever is written meanwhile.
 * `null` where `mayOpen` does not hold.
 */
export async function wholeSession(
  db: Database,
  sessionId: string,
  mayOpen: SQL,
): Promise<{ session: typeof sessions.$inferSelect; rows: AllRows } | null> {
  const session = db.select().from(sessions).where(mayOpen)
  const tables = TABLES.map((name) => selectAll(db, name, sessionId))
  const [[found], ...stored] = await db.batch([session, ...tables])
  if (!found) return null
  const checked = TABLES.map((name, i) => ({ name, ...toRows(name, stored[i] ?? []) }))
  const damaged = checked.reduce((sum, table) => sum + table.damaged, 0)
  const rows = Object.fromEntries(checked.map(({ name, rows }) => [name, rows]))
  return { session: found, rows: { ...rows, damaged } as AllRows }
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

export type NewRevision = {
  sessionId: string
  number: number
  userId: string
  actor: Actor
  turnId: string | null
  key: string | null
  commands: unknown
  reply: string
  kind: 'edit' | 'undo' | 'redo'
  undoes: readonly number[]
  changes: readonly Change[]
  nextNumber: number
  now: number
}

/** Rows, revision, log and the session's counters, inside the door's transaction. */
export async function writeRevision(tx: Tx, revision: NewRevision): Promise<void> {
  const { sessionId, number, now } = revision
  await writeRows(tx, sessionId, number, revision.changes)
  await tx.insert(revisions).values({
    sessionId,
    number,
    userId: revision.userId,
    actor: revision.actor,
    turnId: revision.turnId,
    key: revision.key,
    commands: revision.commands,
    reply: revision.reply,
    kind: revision.kind,
    undoes: [...revision.undoes],
    createdAt: now,
  })
  await writeLog(tx, sessionId, [revision])
  for (const undone of revision.undoes) await setUndone(tx, sessionId, undone, number)
  await tx
    .update(sessions)
    .set({
      revision: number,
      nextNumber: revision.nextNumber,
      taskCount: sql`${sessions.taskCount} + ${taskBalance(revision.changes)}`,
      updatedAt: now,
    })
    .where(eq(sessions.id, sessionId))
}

export type PastRevision = Omit<NewRevision, 'sessionId' | 'userId' | 'key' | 'nextNumber' | 'now'> & {
  undoneBy: number | null
  createdAt: number
}

/** What a session was before it came here: its log, and the rows the log leads to. The session has neither yet. */
export async function writeHistory(
  tx: Tx,
  { sessionId, userId }: { sessionId: string; userId: string },
  past: readonly PastRevision[],
  rows: readonly { table: RowTable; row: RowOf[RowTable]; revision: number }[],
): Promise<void> {
  const heads = past.map(({ changes: _changes, undoes, ...head }) => {
    return { ...head, sessionId, userId, key: null, undoes: [...undoes] }
  })
  for await (const some of chunks(heads)) await tx.insert(revisions).values(some)
  await writeLog(tx, sessionId, past)
  for (const [table, held] of Map.groupBy(rows, (entry) => entry.table)) {
    const stored = held.map(({ row, revision }) => ({ ...row, sessionId, revision }))
    await insertAll(tx, table, stored)
  }
  const last = past.at(-1)?.number ?? 0
  const taskCount = rows.filter(({ table }) => table === 'task').length
  await tx.update(sessions).set({ revision: last, taskCount }).where(eq(sessions.id, sessionId))
}

async function writeLog(
  tx: Tx,
  sessionId: string,
  made: readonly { number: number; changes: readonly Change[] }[],
): Promise<void> {
  const log = made.flatMap(({ number, changes: own }) =>
    own.map((change, position) => ({
      sessionId,
      revision: number,
      position,
      tableName: change.table,
      rowId: change.id,
      before: change.before,
      after: change.after,
    })),
  )
  for await (const some of chunks(log)) await tx.insert(changes).values(some)
}

/** As many rows as go into one statement. */
const CHUNK = 500

async function* chunks<T>(rows: readonly T[]): AsyncGenerator<T[]> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    if (start > 0) await breathe()
    yield rows.slice(start, start + CHUNK)
  }
}

function taskBalance(made: readonly Change[]): number {
  const ofTasks = made.filter((change) => change.table === 'task')
  return (
    ofTasks.filter((change) => change.before === null).length -
    ofTasks.filter((change) => change.after === null).length
  )
}

/** What a revision had taken back stands again once it is undone itself, and so on down the chain. */
async function setUndone(tx: Tx, sessionId: string, number: number, undoneBy: number | null): Promise<void> {
  const [row] = await tx
    .update(revisions)
    .set({ undoneBy })
    .where(and(eq(revisions.sessionId, sessionId), eq(revisions.number, number)))
    .returning({ undoes: revisions.undoes })
  for (const target of row?.undoes ?? []) {
    await setUndone(tx, sessionId, target, undoneBy === null ? number : null)
  }
}

/** Each row once: what goes first, what comes last, both in few statements however many they are. */
async function writeRows(
  tx: Tx,
  sessionId: string,
  revision: number,
  made: readonly Change[],
): Promise<void> {
  const gone = Map.groupBy(
    made.filter((change) => change.after === null),
    (change) => change.table,
  )
  for (const [name, removed] of gone) {
    const table = stored(name)
    for await (const some of chunks(removed)) {
      const ids = some.map((change) => change.id)
      await tx.delete(table).where(and(eq(table.sessionId, sessionId), inArray(table.id, ids)))
    }
  }
  for (const change of made) {
    if (change.before === null || change.after === null) continue
    const table = stored(change.table)
    const fields = change.after as Partial<RowOf['list']>
    await tx
      .update(table)
      .set({ ...fields, revision })
      .where(and(eq(table.sessionId, sessionId), eq(table.id, change.id)))
  }
  const fresh = made.filter((change) => change.before === null)
  for (const [name, added] of Map.groupBy(fresh, (change) => change.table)) {
    const rows = added.map(({ after }) => ({ ...(after as RowOf[RowTable]), sessionId, revision }))
    await insertAll(tx, name, rows)
  }
}

type StoredRow = RowOf[RowTable] & { sessionId: string; revision: number }

async function insertAll(tx: Tx, name: RowTable, rows: readonly StoredRow[]): Promise<void> {
  const table = stored(name)
  for await (const some of chunks(rows)) {
    const insert = tx.insert(table).values(some as (typeof table.$inferInsert)[])
    if (name !== 'value') {
      await insert
      continue
    }
    // A value that expired may still lie there under its key.
    const { json, expiresAt } = STORED.value.table
    await insert.onConflictDoUpdate({
      target: [table.sessionId, table.id],
      set: {
        json: sql`excluded.${sql.identifier(json.name)}`,
        expiresAt: sql`excluded.${sql.identifier(expiresAt.name)}`,
        revision: sql`excluded.revision`,
      } as Partial<RowOf['list']>,
    })
  }
}

/** Tasks that are gone, as the log last named them. */
export async function removedTasks(
  db: Reader,
  sessionId: string,
  ids: readonly string[],
): Promise<Map<string, { number: number; title: string }>> {
  const gone = new Map<string, { number: number; title: string }>()
  for (const id of ids) {
    const [last] = await db
      .select({ before: changes.before, after: changes.after })
      .from(changes)
      .where(and(eq(changes.sessionId, sessionId), eq(changes.rowId, id), eq(changes.tableName, 'task')))
      .orderBy(desc(changes.revision))
      .limit(1)
    const row = last?.before as Partial<Task> | null | undefined
    if (last?.after == null && row?.number && row.title)
      gone.set(id, { number: row.number, title: row.title })
  }
  return gone
}
