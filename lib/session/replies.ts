/** The reply of a turn: written by its run while it holds the lease, and by whoever closes it after that. */
import { and, eq, sql } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { messages, turns } from '#db/schema.ts'
import type { Part, TurnStatus } from '#lib/board/wire.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { wake } from './bus.ts'
import { tell } from './feed.ts'

export type TurnRow = typeof turns.$inferSelect

export const replyIdOf = (turnId: string) => `${turnId}-reply`

const mine = (turn: TurnRow) => and(eq(turns.id, turn.id), eq(turns.leaseToken, turn.leaseToken))

/**
 * Stores what the reply holds so far and keeps the lease; false once another run took the turn over, or its
 * messages were cleared.
 */
export async function saveReply(turn: TurnRow, parts: readonly Part[], now = Date.now()): Promise<boolean> {
  const saved = await write(async (tx) => {
    if (!(await renewIn(tx, turn, now))) return false
    await putReply(tx, turn, parts, now)
    return true
  })
  if (saved) wake(turn.userId)
  return saved
}

export async function renewLease(turn: TurnRow, now = Date.now()): Promise<void> {
  await write((tx) => renewIn(tx, turn, now))
}

async function renewIn(tx: Tx, turn: TurnRow, now: number): Promise<boolean> {
  const fields = { leaseUntil: now + TURN_LIMITS.leaseMs }
  const held = await tx.update(turns).set(fields).where(mine(turn)).returning({ id: turns.id })
  return held.length > 0
}

/** A new version of the reply, with its feed row. It stands right after its message: that place is its own. */
export async function putReply(
  tx: Tx,
  turn: TurnRow,
  parts: readonly Part[],
  now: number,
  tellTurn = false,
): Promise<void> {
  const { id: turnId, sessionId, userId } = turn
  const id = replyIdOf(turnId)
  const row = { id, sessionId, role: 'assistant' as const, parts, turnId, version: 1, createdAt: now }
  const position = sql`(select position + 1 from messages where turn_id = ${turnId} and role = 'user')`
  await tx
    .insert(messages)
    .values({ ...row, position })
    .onConflictDoUpdate({ target: messages.id, set: { parts, version: sql`${messages.version} + 1` } })
  const ofTurn = tellTurn ? ({ kind: 'turn', ref: turnId } as const) : null
  await tell(tx, { userId, sessionId, now }, { kind: 'message', ref: id }, ofTurn)
}

export type Ending = {
  status: Exclude<TurnStatus, 'running'>
  parts: readonly Part[]
  inputTokens: number
  outputTokens: number
}

/** Reply and status at once; a turn that was stopped meanwhile stays stopped. False where it is another run's by now. */
export async function endReply(tx: Tx, turn: TurnRow, ending: Ending, now: number): Promise<boolean> {
  const ended = await tx
    .update(turns)
    .set({
      status: sql`case when ${turns.status} = 'stopped' then 'stopped' else ${ending.status} end`,
      endedAt: now,
      inputTokens: sql`${turns.inputTokens} + ${ending.inputTokens}`,
      outputTokens: sql`${turns.outputTokens} + ${ending.outputTokens}`,
    })
    .where(mine(turn))
    .returning({ id: turns.id })
  if (ended.length === 0) return false
  await putReply(tx, turn, ending.parts, now, true)
  return true
}
