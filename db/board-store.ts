/** Reads and writes of board rows. `writeRevision` is the single writer; only the door imports it. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Change } from '#lib/board/changes.ts'
import type { Actor } from '#lib/board/names.ts'
import type { Category, Task } from '#lib/board/types.ts'
import type { Reader, Tx } from './client.ts'
import { type Checked, toCategories, toTasks } from './rows.ts'
import { categories, changes, revisions, sessions, tasks } from './schema.ts'

export async function allTasks(db: Reader, sessionId: string): Promise<Checked<Task>> {
  const rows = await db
    .select()
    .from(tasks)
    .where(eq(tasks.sessionId, sessionId))
    .orderBy(asc(tasks.rank), asc(tasks.id))
  return toTasks(rows)
}

export async function allCategories(db: Reader, sessionId: string): Promise<Checked<Category>> {
  const rows = await db
    .select()
    .from(categories)
    .where(eq(categories.sessionId, sessionId))
    .orderBy(asc(categories.rank), asc(categories.id))
  return toCategories(rows)
}

export async function tasksByIds(db: Reader, sessionId: string, ids: readonly string[]): Promise<Task[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.sessionId, sessionId), inArray(tasks.id, [...ids])))
  return toTasks(rows).rows
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
  for (const change of revision.changes) await writeRow(tx, sessionId, number, change)
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
  const log = revision.changes.map((change, position) => ({
    sessionId,
    revision: number,
    position,
    tableName: change.table,
    rowId: change.id,
    before: change.before,
    after: change.after,
  }))
  for (let start = 0; start < log.length; start += 500) {
    await tx.insert(changes).values(log.slice(start, start + 500))
  }
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

async function writeRow(tx: Tx, sessionId: string, revision: number, change: Change): Promise<void> {
  if (change.table === 'task') {
    const row = and(eq(tasks.sessionId, sessionId), eq(tasks.id, change.id))
    if (change.after === null) await tx.delete(tasks).where(row)
    else if (change.before === null) await tx.insert(tasks).values({ ...change.after, sessionId, revision })
    else
      await tx
        .update(tasks)
        .set({ ...change.after, revision })
        .where(row)
    return
  }
  const row = and(eq(categories.sessionId, sessionId), eq(categories.id, change.id))
  if (change.after === null) await tx.delete(categories).where(row)
  else if (change.before === null)
    await tx.insert(categories).values({ ...change.after, sessionId, revision })
  else
    await tx
      .update(categories)
      .set({ ...change.after, revision })
      .where(row)
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
