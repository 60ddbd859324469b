/** Stop: the turn ends at once, whatever it is doing. */
import { and, eq } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { turns } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { findSession } from '#lib/identity/access.ts'
import { BOARD_NOT_FOUND } from '#lib/session/commands/update-session.ts'
import { appendToFeed } from '#lib/session/feed/feed.ts'
import { notify } from '#lib/session/feed/notify.ts'
import { closeApprovals } from './approvals.ts'
import { closeAwaitingTurn } from './close-waiting.ts'
import type { TurnRow } from './replies.ts'

/** From any tab, in any phase: nothing more of the turn is accepted, and pending approvals expire. */
export async function stopTurn(
  userId: string,
  sessionId: string,
  turnId: string,
  now = Date.now(),
): Promise<{ ok: true; turn: TurnRow } | Refusal> {
  const stopped = await write<{ ok: true; turn: TurnRow } | Refusal>(async (tx) => {
    if (!(await findSession(tx, userId, sessionId))) return BOARD_NOT_FOUND
    const [turn] = await tx
      .select()
      .from(turns)
      .where(and(eq(turns.id, turnId), eq(turns.sessionId, sessionId)))
    const isOpen = turn?.status === 'running' || turn?.status === 'waiting'
    if (!isOpen) return refuse('turn_over', 'This turn has already ended.')
    const denied = { status: 'denied', by: userId } as const
    if (turn.status === 'waiting') await closeAwaitingTurn(tx, turn, denied, now)
    else await stopRunning(tx, turn, userId, now)
    return { ok: true, turn }
  })
  notify(userId)
  return stopped
}

/** Its run closes the reply. */
export async function stopRunning(tx: Tx, turn: TurnRow, by: string, now: number): Promise<void> {
  const { id, sessionId, userId } = turn
  await tx.update(turns).set({ status: 'stopped', endedAt: now }).where(eq(turns.id, id))
  await closeApprovals(tx, [id], { status: 'denied', by }, now)
  await appendToFeed(tx, { userId, sessionId, now }, { kind: 'turn', ref: id })
}
