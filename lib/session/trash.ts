/** What was removed and can come back: tasks and lists of a board, from the log; boards, from their own table. */
import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { changes, revisions, sessions } from '#db/schema.ts'
import type { Refusal } from '#lib/board/command.ts'
import type { Trash } from '#lib/board/intents.ts'
import { nameTask } from '#lib/board/text.ts'
import type { List, Task } from '#lib/board/types.ts'
import { findSession } from '#lib/identity/access.ts'
import { LIMITS, RETENTION_DAYS } from '#lib/limits.ts'
import { NO_BOARD } from './change-session.ts'

const DAY_MS = 86_400_000

export async function readTrash(
  userId: string,
  sessionId: string,
  now = Date.now(),
): Promise<Trash | Refusal> {
  return read(async (db) => {
    if (!(await findSession(db, userId, sessionId))) return NO_BOARD
    const gone = sql`not exists (select 1 from tasks where session_id = ${sessionId} and id = ${changes.rowId})
      and not exists (select 1 from lists where session_id = ${sessionId} and id = ${changes.rowId})`
    const rows = await db
      .select({
        id: changes.rowId,
        table: changes.tableName,
        before: changes.before,
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
          gone,
        ),
      )
      .orderBy(desc(changes.revision))
      .limit(LIMITS.trashShown)
    const boards = await db
      .select({ id: sessions.id, name: sessions.name, removedAt: sessions.deletedAt })
      .from(sessions)
      .where(
        and(
          eq(sessions.userId, userId),
          isNotNull(sessions.deletedAt),
          gt(sessions.deletedAt, now - RETENTION_DAYS.deletedSessions * DAY_MS),
        ),
      )
      .orderBy(desc(sessions.deletedAt))
      .limit(LIMITS.trashShown)
    const unique = new Map(rows.toReversed().map((row) => [row.id, row]))
    return {
      ok: true,
      rows: [...unique.values()].reverse().map(({ id, table, before, removedAt }) => ({
        id,
        table: table as 'task' | 'list',
        name: table === 'task' ? nameTask(before as Task) : `${(before as List).name} list`,
        removedAt,
      })),
      boards: boards.map((board) => ({ ...board, removedAt: board.removedAt ?? now })),
    }
  })
}
