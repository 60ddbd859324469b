/** What was removed and can come back: tasks and lists of a board, from the log; boards, from their own table. */
import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { sessions } from '#db/schema.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import type { Trash } from '#lib/board/wire/board-actions.ts'
import { findSession } from '#lib/identity/access.ts'
import { DAY_MS, LIMITS, RETENTION_DAYS } from '#lib/limits.ts'
import { listTrashRows } from '../commands/resolve-removed.ts'
import { BOARD_NOT_FOUND } from '../commands/update-session.ts'

export async function readTrash(
  userId: string,
  sessionId: string,
  now = Date.now(),
): Promise<Trash | Refusal> {
  return read(async (db) => {
    if (!(await findSession(db, userId, sessionId))) return BOARD_NOT_FOUND
    const rows = await listTrashRows(db, sessionId, now)
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
    return {
      ok: true,
      rows: rows.map(({ id, table, name, removedAt }) => ({ id, table, name, removedAt })),
      boards: boards.map((board) => ({ ...board, removedAt: board.removedAt ?? now })),
    }
  })
}
