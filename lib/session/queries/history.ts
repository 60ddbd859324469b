/** The history: every revision in plain words, newest first, in pages; and previews of a restore. */
import { and, desc, eq, exists, lt } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { changes, revisions } from '#db/schema.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import type { Actor } from '#lib/board/model/names.ts'
import type { HistoryPage } from '#lib/board/wire/board-actions.ts'
import { findSession } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'
import { BOARD_NOT_FOUND } from '../commands/update-session.ts'

export type HistoryFilter = {
  /** Revisions below this number. */
  before?: number
  actor?: Actor
  /** The id of a row, for its timeline. */
  row?: string
}

export async function readHistory(
  userId: string,
  sessionId: string,
  { before, actor, row }: HistoryFilter,
): Promise<HistoryPage | Refusal> {
  return read(async (db) => {
    if (!(await findSession(db, userId, sessionId))) return BOARD_NOT_FOUND
    const touches = db
      .select({ one: changes.revision })
      .from(changes)
      .where(
        and(
          eq(changes.sessionId, sessionId),
          eq(changes.revision, revisions.number),
          eq(changes.rowId, row ?? ''),
        ),
      )
    const found = await db
      .select({
        number: revisions.number,
        actor: revisions.actor,
        turnId: revisions.turnId,
        kind: revisions.kind,
        reply: revisions.reply,
        undoneBy: revisions.undoneBy,
        createdAt: revisions.createdAt,
      })
      .from(revisions)
      .where(
        and(
          eq(revisions.sessionId, sessionId),
          before === undefined ? undefined : lt(revisions.number, before),
          actor === undefined ? undefined : eq(revisions.actor, actor),
          row === undefined ? undefined : exists(touches),
        ),
      )
      .orderBy(desc(revisions.number))
      .limit(LIMITS.revisionsPerPage + 1)
    const page = found.slice(0, LIMITS.revisionsPerPage)
    return {
      ok: true,
      hasOlder: found.length > page.length,
      entries: page.map(({ number, turnId, kind, reply, undoneBy, createdAt, ...entry }) => ({
        number,
        actor: entry.actor as Actor,
        turnId,
        kind,
        reply,
        undoneBy,
        createdAt,
      })),
    }
  })
}
