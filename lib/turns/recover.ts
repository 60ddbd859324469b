/** Ends turns of dead servers with what was stored, and continues their queues. */
import { and, eq, exists, isNull, ne, or } from 'drizzle-orm'
import { read, type Tx, write } from '#db/client.ts'
import { messages, sessions, turns } from '#db/schema.ts'
import type { NoticePart } from '#lib/board/wire/events.ts'
import { appendToFeed } from '#lib/session/feed/feed.ts'
import { notify } from '#lib/session/feed/notify.ts'
import { leaseHasEnded } from './lease.ts'
import { finalizeReply, type TurnRow } from './replies.ts'
import { isWaiting } from './tool-calls.ts'
import { type StartedTurn, startNextQueued } from './turns.ts'

export const INTERRUPTED: NoticePart = {
  type: 'notice',
  tone: 'error',
  text: 'The server stopped before finishing. Changes so far are saved. Continue to resume, or Retry to undo them and start over.',
}

/**
 * Ends the turns of dead runs and begins what waited behind them; `all` where this process is the only one and has
 * just begun, so that every run is dead. Returns what may run.
 */
export async function recoverExpiredTurns(
  all: boolean,
  model: string,
  now = Date.now(),
): Promise<StartedTurn[]> {
  const expired = all ? undefined : leaseHasEnded
  // A stopped turn that still has its token wasn’t closed by its run.
  const isOpen = or(eq(turns.status, 'running'), and(eq(turns.status, 'stopped'), ne(turns.leaseToken, '')))
  const dead = await read((db) => db.select().from(turns).where(and(isOpen, expired)))
  for (const turn of dead) {
    await write((tx) => closeDead(tx, turn, all, now))
    notify(turn.userId)
  }
  return beginWaiting(model, now)
}

async function closeDead(tx: Tx, turn: TurnRow, all: boolean, now: number): Promise<void> {
  const { id: turnId, sessionId, userId } = turn
  const isStopped = turn.status === 'stopped'
  const still = and(
    eq(turns.id, turnId),
    eq(turns.status, turn.status),
    eq(turns.leaseToken, turn.leaseToken),
    // It may have been renewed since the query.
    all ? undefined : leaseHasEnded,
  )
  const fields = isStopped ? { leaseToken: '' } : { status: 'interrupted', endedAt: now, leaseToken: '' }
  const ended = await tx.update(turns).set(fields).where(still).returning({ id: turns.id })
  if (ended.length === 0) return
  const parts = await finalizeReply(tx, turn, isStopped ? 'stopped' : INTERRUPTED, now)
  // Its user can still answer: the run had only to say that it waits.
  if (parts.some(isWaiting))
    await tx.update(turns).set({ status: 'waiting', endedAt: null }).where(eq(turns.id, turnId))
  await appendToFeed(tx, { userId, sessionId, now }, { kind: 'turn', ref: turnId })
}

/** Queued messages without a running turn: nothing else would start them. */
async function beginWaiting(model: string, now: number): Promise<StartedTurn[]> {
  const waiting = await read((db) =>
    db
      .selectDistinct({ sessionId: sessions.id, userId: sessions.userId })
      .from(sessions)
      .where(
        and(
          isNull(sessions.deletedAt),
          exists(
            db
              .select({ id: messages.id })
              .from(messages)
              .where(and(eq(messages.sessionId, sessions.id), isNull(messages.turnId))),
          ),
        ),
      ),
  )
  const begun: StartedTurn[] = []
  for (const where of waiting) {
    const started = await write((tx) => startNextQueued(tx, where, model, now))
    notify(where.userId)
    if (started) begun.push(started)
  }
  return begun
}
