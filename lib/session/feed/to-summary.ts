/** Sessions as the list of boards shows them. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Reader } from '#db/client.ts'
import { type sessions, turns } from '#db/schema.ts'
import type { SessionSummary } from '#lib/board/wire/events.ts'
import type { SessionRow } from '#lib/identity/access.ts'

export async function toSummary(db: Reader, row: typeof sessions.$inferSelect): Promise<SessionSummary> {
  const [summary] = await toSummaries(db, [row])
  return summary as SessionSummary
}

export async function toSummaries(db: Reader, rows: readonly SessionRow[]): Promise<SessionSummary[]> {
  const ids = rows.map((row) => row.id)
  const running = await db
    .select({ sessionId: turns.sessionId })
    .from(turns)
    .where(and(inArray(turns.sessionId, ids), eq(turns.status, 'running')))
  const busy = new Set(running.map((row) => row.sessionId))
  return rows.map(({ id, name, updatedAt, archivedAt }) => {
    return { id, name, updatedAt, busy: busy.has(id), archived: archivedAt !== null }
  })
}
