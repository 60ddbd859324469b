/** Tasks and lists that were removed lately and are not there again: found in the log, by hand or by words. */
import { and, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import { type Reader, read } from '#db/client.ts'
import { toChange } from '#db/rows.ts'
import { changes, revisions } from '#db/schema.ts'
import { refuse } from '#lib/board/model/command.ts'
import type { List, Task } from '#lib/board/model/types.ts'
import { type Candidate, matchTitle, referenceNumber } from '#lib/board/rules/find-task.ts'
import { listKey, listName } from '#lib/board/state/lists.ts'
import { joinWords, nameTask } from '#lib/board/text/text.ts'
import { DAY_MS, LIMITS, RETENTION_DAYS } from '#lib/limits.ts'
import type { Resolved } from './resolve-references.ts'

type Row = { table: 'task'; row: Task } | { table: 'list'; row: List }
export type Removed = Row & { id: string; name: string; removedAt: number }

/** The latest first, each once. */
export async function listTrashRows(db: Reader, sessionId: string, now: number): Promise<Removed[]> {
  const isThere = (table: 'tasks' | 'lists') =>
    sql`exists (select 1 from ${sql.identifier(table)} where session_id = ${sessionId} and id = ${changes.rowId})`
  const found = await db
    .select({
      ...getTableColumns(changes),
      removedAt: revisions.createdAt,
    })
    .from(changes)
    .innerJoin(
      revisions,
      and(eq(revisions.sessionId, changes.sessionId), eq(revisions.number, changes.revision)),
    )
    .where(
      and(
        eq(changes.sessionId, sessionId),
        isNull(changes.after),
        sql`${changes.tableName} in ('task', 'list')`,
        gt(revisions.createdAt, now - RETENTION_DAYS.trash * DAY_MS),
        sql`not ${isThere('tasks')} and not ${isThere('lists')}`,
      ),
    )
    .orderBy(desc(changes.revision))
    .limit(LIMITS.trashShown)
  const unique = new Map<string, Removed>()
  for (const { removedAt, ...logged } of found) {
    const change = toChange(logged)
    if (!change || unique.has(change.id)) continue
    const { table, id, before } = change
    const row = { table, row: before } as Row
    const name = row.table === 'task' ? nameTask(row.row) : `${row.row.name} list`
    unique.set(id, { ...row, id, name, removedAt })
  }
  return [...unique.values()]
}

/** By number, title or the name of a list; ambiguous where several were called alike. */
export async function resolveRemoved(
  sessionId: string,
  reference: string,
  now = Date.now(),
): Promise<Resolved> {
  const removed = await read((db) => listTrashRows(db, sessionId, now))
  const number = referenceNumber(reference)
  const named = removed.find(
    (one) => one.id === reference || (one.table === 'task' && one.row.number === number),
  )
  if (named) return { ok: true, id: named.id }
  if (removed.length === 0) return refuse('not_found', 'The trash is empty.')
  const list = listMeant(reference, removed)
  if (list && /\blist$/i.test(reference.trim())) return { ok: true, id: list.id }
  const tasks = removed.flatMap((one): Candidate[] => (one.table === 'task' ? [one.row] : []))
  const found = number === null ? matchTitle(reference, tasks) : null
  if (found && !('ok' in found)) return { ok: true, id: found.id }
  if (list) return { ok: true, id: list.id }
  if (found?.code === 'ambiguous') return found
  const latest = joinWords(removed.slice(0, 3).map(({ name }) => name))
  return refuse('not_found', `Nothing in the trash matches. Most recent: ${latest}.`)
}

function listMeant(reference: string, removed: readonly Removed[]): Removed | undefined {
  const wanted = listKey(listName(reference))
  return removed.find((one) => one.table === 'list' && listKey(one.row.name) === wanted)
}
