/** Ends turns that await approval without an answer. */
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { turns } from '#db/schema.ts'
import { appendToFeed } from '#lib/session/feed/feed.ts'
import { closeApprovals } from './approvals.ts'
import { finalizeReply, type TurnRow } from './replies.ts'

/** Also writes the end of the reply, since no run does. */
export async function closeAwaitingTurn(
  tx: Tx,
  turn: TurnRow,
  closed: { status: 'denied' | 'expired'; by: string },
  now: number,
): Promise<void> {
  const { id: turnId, sessionId, userId } = turn
  await closeApprovals(tx, [turnId], closed, now)
  await tx.update(turns).set({ status: 'stopped', endedAt: now }).where(eq(turns.id, turnId))
  await finalizeReply(tx, turn, 'stopped', now)
  await appendToFeed(tx, { userId, sessionId, now }, { kind: 'turn', ref: turnId })
}

/** Pending calls from this turn on are about a board that is being rolled back. */
export async function closeAwaitingTurnsSince(
  tx: Tx,
  where: { userId: string; sessionId: string },
  turnId: string,
  now: number,
): Promise<void> {
  const { sessionId, userId } = where
  const from = sql`(select started_at from turns where id = ${turnId})`
  const since = and(eq(turns.sessionId, sessionId), eq(turns.status, 'waiting'), gte(turns.startedAt, from))
  for (const turn of await tx.select().from(turns).where(since))
    await closeAwaitingTurn(tx, turn, { status: 'expired', by: userId }, now)
}
