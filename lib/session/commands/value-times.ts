/** When a value was last changed, and last set to 0: read from the log. */
import { type AnyColumn, and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Reader } from '#db/client.ts'
import { changes, revisions } from '#db/schema.ts'
import type { ValueTimes } from '#lib/board/readers/value-times.ts'

/** `null` if the log has no change of this value. */
export async function readValueTimes(db: Reader, sessionId: string, key: string): Promise<ValueTimes | null> {
  const newest = () =>
    db
      .select({ at: revisions.createdAt })
      .from(changes)
      .innerJoin(
        revisions,
        and(eq(revisions.sessionId, changes.sessionId), eq(revisions.number, changes.revision)),
      )
      .orderBy(desc(changes.revision), desc(changes.position))
      .limit(1)
  const ofValue = and(
    eq(changes.sessionId, sessionId),
    eq(changes.tableName, 'value'),
    eq(changes.rowId, key),
  )
  const json = (side: AnyColumn) => sql`json_extract(${side}, '$.json')`
  const isReset = sql`${json(changes.after)} = '0' and coalesce(${json(changes.before)}, '0') <> '0'`
  const [changed] = await newest().where(ofValue)
  if (!changed) return null
  const [reset] = await newest().where(
    and(ofValue, isReset, eq(revisions.kind, 'edit'), isNull(revisions.undoneBy)),
  )
  return { changedAt: changed.at, resetAt: reset?.at ?? null }
}
