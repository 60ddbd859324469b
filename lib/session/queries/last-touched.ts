/** What was last changed or removed on a board. */
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Reader } from '#db/client.ts'
import { toChanges } from '#db/rows.ts'
import { changes, revisions, tasks } from '#db/schema.ts'

/** How far back “it” can have been removed; limits how much of the log is read. */
const MOST_REVISIONS = 50
/** The most that are restored one by one. */
const MOST_REMOVED = 10

export type Touched = {
  /** The last changed task, also a removed one. */
  number: number | undefined
  at: number
  /** The tasks that were last removed, if no other was changed since. */
  removed: { numbers: number[]; isLatest: boolean } | undefined
}

export async function lastTouched(db: Reader, sessionId: string): Promise<Touched> {
  const [live] = await db
    .select({ number: tasks.number, revision: tasks.revision })
    .from(tasks)
    .where(eq(tasks.sessionId, sessionId))
    .orderBy(desc(tasks.revision))
    .limit(1)
  const gone = await goneLast(db, sessionId)
  const revision = Math.max(live?.revision ?? 0, gone?.revision ?? 0)
  // The first revision doesn’t count as a change.
  if (revision <= 1) return { number: undefined, at: 0, removed: undefined }
  const number = live && live.revision === revision ? live.number : gone?.numbers.at(-1)
  return { number, at: await timeOf(db, sessionId, revision), removed: await standing(db, sessionId, gone) }
}

type Gone = { numbers: number[]; revision: number }

/** The tasks that one of the latest revisions removed and none restored. */
async function goneLast(db: Reader, sessionId: string): Promise<Gone | undefined> {
  const isThere = sql`exists (select 1 from tasks where session_id = ${sessionId} and id = ${changes.rowId})`
  const rows = await db
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.sessionId, sessionId),
        gt(
          changes.revision,
          sql`(select max(revision) from changes where session_id = ${sessionId}) - ${MOST_REVISIONS}`,
        ),
        eq(changes.tableName, 'task'),
        isNull(changes.after),
        sql`not ${isThere}`,
      ),
    )
    .orderBy(desc(changes.revision), changes.position)
    .limit(MOST_REMOVED + 1)
  const revision = rows[0]?.revision
  if (revision === undefined) return undefined
  const removed = toChanges(rows.filter((row) => row.revision === revision))
  return {
    revision,
    numbers: removed.flatMap((change) => (change.table === 'task' && change.before?.number) || []),
  }
}

async function standing(db: Reader, sessionId: string, gone: Gone | undefined): Promise<Touched['removed']> {
  if (!gone) return undefined
  const since = and(eq(changes.sessionId, sessionId), gt(changes.revision, gone.revision))
  const isChanged = and(eq(changes.tableName, 'task'), isNotNull(changes.before), isNotNull(changes.after))
  const [changed] = await db.select({ id: changes.rowId }).from(changes).where(and(since, isChanged)).limit(1)
  const [later] = await db.select({ id: changes.rowId }).from(changes).where(since).limit(1)
  const isTooMany = later !== undefined && gone.numbers.length > MOST_REMOVED
  return changed || isTooMany ? undefined : { numbers: gone.numbers, isLatest: !later }
}

async function timeOf(db: Reader, sessionId: string, revision: number): Promise<number> {
  const [row] = await db
    .select({ at: revisions.createdAt })
    .from(revisions)
    .where(and(eq(revisions.sessionId, sessionId), eq(revisions.number, revision)))
  return row?.at ?? 0
}
