/** The only writer of board rows and of their log; only `execute` imports it. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Change } from '#lib/board/model/changes.ts'
import type { Actor } from '#lib/board/model/names.ts'
import type { RowOf } from '#lib/board/model/types.ts'
import { stored } from './board-store.ts'
import { breathe, type Tx, write } from './client.ts'
import { type RowTable, STORED } from './rows.ts'
import { changes, revisions, sessions } from './schema.ts'

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

/** Rows, revision, log and the session's counters, in the transaction of `execute`. */
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

/** The log of a session from before it came here, in transactions of their own: the session is not there yet. */
export async function writeHistory(
  { sessionId, userId }: { sessionId: string; userId: string },
  past: readonly PastRevision[],
): Promise<void> {
  for await (const some of chunks(past)) {
    const heads = some.map(({ changes: _changes, undoes, ...head }) => {
      return { ...head, sessionId, userId, key: null, undoes: [...undoes] }
    })
    await write(async (tx) => {
      await tx.insert(revisions).values(heads)
    })
  }
  for await (const some of chunks(logOf(sessionId, past))) {
    await write(async (tx) => {
      await tx.insert(changes).values(some)
    })
  }
}

/** The rows that such a log leads to. The session has none yet. */
export async function writeRowsOf(
  tx: Tx,
  sessionId: string,
  past: readonly PastRevision[],
  rows: readonly { table: RowTable; row: RowOf[RowTable]; revision: number }[],
): Promise<void> {
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
  for await (const some of chunks(logOf(sessionId, made))) await tx.insert(changes).values(some)
}

function logOf(sessionId: string, made: readonly { number: number; changes: readonly Change[] }[]) {
  return made.flatMap(({ number, changes: own }) =>
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

/** Undoing an undo makes the revision active again, and so on down the chain. */
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
  const edits = made.filter(({ before, after }) => before !== null && after !== null)
  for (const [i, change] of edits.entries()) {
    if (i % CHUNK === CHUNK - 1) await breathe()
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
    // An expired value may still be stored under its key.
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
