/** A message that only says yes or no answers all pending approvals, as their buttons do. */

import { and, desc, eq, gt } from 'drizzle-orm'
import type { Reader, Tx } from '#db/client.ts'
import { approvals, turns } from '#db/schema.ts'
import { consentIn } from '#lib/board/consent.ts'
import { type AgentName, speakerOf } from '#lib/board/model/agents.ts'
import { replyIdOf } from '#lib/board/model/id.ts'
import type { Part } from '#lib/board/wire/events.ts'
import { toApproval } from './approvals.ts'
import { decideAll, pendingOf } from './decide-approval.ts'
import type { TurnRow } from './replies.ts'
import type { Question } from './run-event-types.ts'

export type Consent = {
  /** Who goes on. */
  agent: AgentName
  /** The turn that asked and its reply, answers included; the message's own turn goes on from there. */
  asked: { turnId: string; replyId: string; parts: readonly Part[] }
  /** Why something is asked again, where it is; nothing goes on then. */
  again: string | null
}

/**
 * Only what was asked last is answered this way, and only if it was there when the message was sent: another “yes” may
 * mean something else.
 */
export async function consentTo(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  { text, sentAt }: { text: string; sentAt: number },
  now: number,
): Promise<Consent | null> {
  const verdict = consentIn(text)
  if (verdict === null) return null
  const turn = await askedLast(tx, sessionId)
  if (!turn) return null
  const decided = await decideAll(tx, turn, { verdict, by: userId, sentAt }, now)
  if (!decided) return null
  const { parts, again } = decided
  const asked = { turnId: turn.id, replyId: replyIdOf(turn.id), parts }
  return { agent: speakerOf(turn.agent, parts), asked, again }
}

/** The approvals that a yes or no would answer now. */
export async function questionsIn(db: Reader, sessionId: string): Promise<Question[]> {
  const turn = await askedLast(db, sessionId)
  const asked = turn ? await pendingOf(db, turn.id) : []
  return asked.map((row) => {
    const { ask, rows } = toApproval(row)
    return { ask, rows }
  })
}

/** The turn awaiting approval, unless a message was answered since. */
async function askedLast(db: Reader, sessionId: string): Promise<TurnRow | null> {
  const [asked] = await db
    .select({ turn: turns, at: approvals.createdAt })
    .from(approvals)
    .innerJoin(turns, and(eq(turns.id, approvals.turnId), eq(turns.status, 'waiting')))
    .where(and(eq(approvals.sessionId, sessionId), eq(approvals.status, 'pending')))
    .orderBy(desc(approvals.createdAt))
    .limit(1)
  if (!asked) return null
  const since = and(eq(turns.sessionId, sessionId), gt(turns.startedAt, asked.at))
  const [later] = await db.select({ id: turns.id }).from(turns).where(since).limit(1)
  return later ? null : asked.turn
}
