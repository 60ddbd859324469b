/** The reply of a turn: written by its run while it holds the lease, then by the code that closes the turn. */

import { and, eq, sql } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { messages, turns } from '#db/schema.ts'
import { replyIdOf } from '#lib/board/model/id.ts'
import { countOf } from '#lib/board/text/text.ts'
import type { NoticePart, Part, ToolPart, TurnStatus } from '#lib/board/wire/events.ts'
import { appendToFeed } from '#lib/session/feed/feed.ts'
import { notify } from '#lib/session/feed/notify.ts'
import { messageFromRow } from '#lib/session/feed/to-wire.ts'
import { leaseEnd } from './lease.ts'
import { redactConversation, redactReply, refusedSecrets } from './redact.ts'
import { isWaiting, settleToolCalls } from './tool-calls.ts'

export type TurnRow = typeof turns.$inferSelect

const mine = (turn: TurnRow) => and(eq(turns.id, turn.id), eq(turns.leaseToken, turn.leaseToken))

/** Whether a run still holds the lease of its turn. */
export async function holdsLease(tx: Tx, run: { id: string; leaseToken: string }): Promise<boolean> {
  const held = and(eq(turns.id, run.id), eq(turns.leaseToken, run.leaseToken), eq(turns.status, 'running'))
  return (await tx.select({ id: turns.id }).from(turns).where(held)).length > 0
}

/** Returned when a run saves: whether it still holds the lease. */
export type LeaseStatus = 'held' | 'stopped' | 'lost'

/** Stores the reply so far and renews the lease, as long as the turn runs and this run holds it. */
export async function saveReply(
  turn: TurnRow,
  parts: readonly Part[],
  now = Date.now(),
): Promise<LeaseStatus> {
  const hold = await write(async (tx) => {
    const found = await renewIn(tx, turn)
    if (found === 'held') await upsertReply(tx, turn, parts, now)
    return found
  })
  if (hold === 'held') notify(turn.userId)
  return hold
}

export async function renewLease(turn: TurnRow): Promise<LeaseStatus> {
  return write((tx) => renewIn(tx, turn))
}

/** The turn may have been stopped in another process. */
async function renewIn(tx: Tx, turn: TurnRow): Promise<LeaseStatus> {
  const [held] = await tx
    .update(turns)
    .set({ leaseUntil: leaseEnd })
    .where(mine(turn))
    .returning({ status: turns.status })
  if (!held) return 'lost'
  return held.status === 'running' ? 'held' : 'stopped'
}

/** A new version of the reply, with its feed row. Its position is reserved right after its message. */
export async function upsertReply(
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
  await appendToFeed(tx, { userId, sessionId, now }, { kind: 'message', ref: id }, ofTurn)
}

const isChange = ({ revision, fact }: ToolPart) => revision !== null || fact?.state === 'done'

/** Counted after every call has its outcome: one may have committed during Stop. */
function stopped(parts: readonly Part[]): NoticePart {
  const changes = parts.filter((part) => part.type === 'tool' && isChange(part)).length
  const made = changes === 0 ? 'No changes made.' : `${countOf(changes, 'change')} made.`
  return { type: 'notice', tone: 'info', text: `Stopped. ${made}` }
}

/** Ends a reply that no run writes, unless one of its calls awaits approval. */
export async function finalizeReply(
  tx: Tx,
  turn: TurnRow,
  last: NoticePart | 'stopped',
  now: number,
): Promise<Part[]> {
  const parts = await settleToolCalls(tx, turn, await replyParts(tx, turn.id), now)
  const closed = parts.some(isWaiting) ? parts : [...parts, last === 'stopped' ? stopped(parts) : last]
  return storeClosed(tx, turn, closed, now)
}

/** A reply that is over. Secrets that its tools refused go, from here and from the conversation before. */
async function storeClosed(
  tx: Tx,
  turn: TurnRow,
  parts: readonly Part[],
  now: number,
  tellTurn = false,
): Promise<Part[]> {
  const secrets = refusedSecrets(parts)
  const stored = secrets.length > 0 ? redactReply(parts, secrets) : [...parts]
  if (secrets.length > 0) await redactConversation(tx, turn, secrets, now)
  await upsertReply(tx, turn, stored, now, tellTurn)
  return stored
}

export async function replyParts(tx: Tx, turnId: string): Promise<readonly Part[]> {
  const [row] = await tx
    .select()
    .from(messages)
    .where(eq(messages.id, replyIdOf(turnId)))
  return row ? messageFromRow(row).parts : []
}

export type Ending = {
  status: Exclude<TurnStatus, 'running'>
  /** Calls that still run are closed by their idempotency records. */
  parts: readonly Part[]
  /** Its last words; a turn that was stopped has its own. */
  notice: NoticePart | null
  inputTokens: number
  outputTokens: number
}

/**
 * Reply and status at once; a turn that was stopped meanwhile stays stopped, and one with a call that waits for its user
 * waits. False where it is another run's by now.
 */
export async function endReply(tx: Tx, turn: TurnRow, ending: Ending, now: number): Promise<boolean> {
  const parts = await settleToolCalls(tx, turn, ending.parts, now)
  const status = parts.some(isWaiting) ? 'waiting' : ending.status
  const [ended] = await tx
    .update(turns)
    .set({
      status: sql`case when ${turns.status} = 'stopped' then 'stopped' else ${status} end`,
      endedAt: status === 'waiting' ? null : now,
      // Without a token there is nothing left to close.
      leaseToken: '',
      inputTokens: sql`${turns.inputTokens} + ${ending.inputTokens}`,
      outputTokens: sql`${turns.outputTokens} + ${ending.outputTokens}`,
    })
    .where(mine(turn))
    .returning({ status: turns.status })
  if (!ended) return false
  const last = ended.status === 'stopped' ? stopped(parts) : ending.notice
  await storeClosed(tx, turn, last && status !== 'waiting' ? [...parts, last] : parts, now, true)
  return true
}
