/** Starts another run of a turn that ended or waited: from what it kept, or from its message. */

import { desc, eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { messages, turns } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { replyIdOf } from '#lib/board/model/id.ts'
import { isImported, type Part } from '#lib/board/wire/events.ts'
import { findSession } from '#lib/identity/access.ts'
import { BOARD_NOT_FOUND } from '#lib/session/commands/update-session.ts'
import { appendToFeed } from '#lib/session/feed/feed.ts'
import { closeApprovals } from './approvals.ts'
import { newLease } from './lease.ts'
import { replyParts, type TurnRow, upsertReply } from './replies.ts'
import { settleToolCalls } from './tool-calls.ts'
import type { StartedTurn } from './turns.ts'

/** A new run of the latest turn once it ended: over what it kept, or from its message. `before`: what the last one left. */
export async function restartTurn(
  tx: Tx,
  who: { userId: string; sessionId: string; turnId: string },
  { keep, model }: { keep: boolean; model: string },
  now: number,
): Promise<{ ok: true; started: StartedTurn; before: readonly Part[] } | Refusal> {
  const { userId, sessionId, turnId } = who
  if (!(await findSession(tx, userId, sessionId))) return BOARD_NOT_FOUND
  const latest = tx.select().from(turns).where(eq(turns.sessionId, sessionId))
  const [turn] = await latest.orderBy(desc(turns.startedAt), desc(turns.id)).limit(1)
  if (turn?.id !== turnId) return refuse('turn_over', 'Only the latest message can be answered again.')
  if (turn.status === 'running') return refuse('busy', 'This message is already being answered.')
  if (turn.status === 'waiting' && keep) return refuse('busy', 'Allow or deny the pending request first.')
  const parts = await replyParts(tx, turnId)
  if (keep && isImported({ parts })) {
    return refuse('not_allowed', 'This reply came with a file. Retry it instead.')
  }
  await closeApprovals(tx, [turnId], { status: 'expired', by: userId }, now)
  // The previous run may not have closed its calls yet; unfinished ones are left out, so that they run now.
  const before = await settleToolCalls(tx, turn, parts, now)
  return { ok: true, started: await startRun(tx, turn, keep ? before : [], model, now), before }
}

/** Starts a run of a turn without one, from these parts. */
export async function startRun(
  tx: Tx,
  turn: TurnRow,
  parts: readonly Part[],
  model: string,
  now: number,
): Promise<StartedTurn> {
  const { id: turnId, sessionId, userId } = turn
  const replyId = replyIdOf(turnId)
  const kept = parts.filter(
    (part) => part.type === 'text' || (part.type === 'tool' && part.state !== 'failed'),
  )
  const fields = { status: 'running', run: turn.run + 1, model, endedAt: null, ...newLease() }
  const [resumed] = await tx.update(turns).set(fields).where(eq(turns.id, turnId)).returning()
  await appendToFeed(tx, { userId, sessionId, now }, { kind: 'turn', ref: turnId })
  const [reply] = await tx.select({ id: messages.id }).from(messages).where(eq(messages.id, replyId))
  if (reply) await upsertReply(tx, resumed as TurnRow, kept, now)
  return { turn: resumed as TurnRow, replyId, kept }
}
