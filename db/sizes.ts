/** What rows take, as SQLite knows it without reading them. */
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Reader } from './client.ts'
import { changes } from './schema.ts'

/** Of a text, in bytes; `null` is nothing. */
export function octets(text: SQLWrapper): SQL<number> {
  return sql<number>`coalesce(octet_length(${text}), 0)`
}

/** The stored size of the changes of revisions, by number. */
export async function changeBytes(
  db: Reader,
  sessionId: string,
  numbers: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .select({
      revision: changes.revision,
      bytes: sql<number>`sum(${octets(changes.before)} + ${octets(changes.after)})`,
    })
    .from(changes)
    .where(and(eq(changes.sessionId, sessionId), inArray(changes.revision, [...numbers])))
    .groupBy(changes.revision)
  return new Map(rows.map(({ revision, bytes }) => [revision, bytes]))
}
