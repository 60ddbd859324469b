/** Calls of a board that wait for approval, for programs that list and decide them. */
import { and, eq, sql } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { approvals, turns } from '#db/schema.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import { isOpenTo } from '#lib/identity/access.ts'
import { BOARD_NOT_FOUND } from '#lib/session/commands/update-session.ts'
import { toApproval } from './approvals.ts'
import type { Question } from './run-event-types.ts'

export type PendingApproval = Question & { id: string; turnId: string; tool: string; createdAt: number }

/** In the order they were asked. */
export async function pendingApprovals(
  userId: string,
  sessionId: string,
): Promise<{ ok: true; approvals: PendingApproval[] } | Refusal> {
  return read(async (db) => {
    if (!(await isOpenTo(db, userId, sessionId))) return BOARD_NOT_FOUND
    const rows = await db
      .select({ approval: approvals })
      .from(approvals)
      .innerJoin(turns, and(eq(turns.id, approvals.turnId), eq(turns.status, 'waiting')))
      .where(and(eq(approvals.sessionId, sessionId), eq(approvals.status, 'pending')))
      .orderBy(sql`${approvals}.rowid`)
    return {
      ok: true,
      approvals: rows.map(({ approval }) => {
        const { ask, rows } = toApproval(approval)
        const { id, turnId, tool, createdAt } = approval
        return { id, turnId, tool, ask, rows, createdAt }
      }),
    }
  })
}
