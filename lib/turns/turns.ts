/** Messages and turns: received, queued, begun, stopped, resumed. Each step is one transaction with its feed rows. */

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { messages, sessions, turns, users } from '#db/schema.ts'
import { type AgentName, agentAsked } from '#lib/board/model/agents.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { REPLY_ENDING, replyIdOf } from '#lib/board/model/id.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { cleanText } from '#lib/board/text/text.ts'
import type { Part } from '#lib/board/wire/events.ts'
import { canAccess, type SessionRow } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'
import { nameFrom } from '#lib/session/boards/naming.ts'
import { personColumns, type RunProfile, toPerson } from '#lib/session/boards/run-profile.ts'
import { executeIn } from '#lib/session/commands/execute.ts'
import { mergeCommand } from '#lib/session/commands/session-state.ts'
import { BOARD_NOT_FOUND } from '#lib/session/commands/update-session.ts'
import { appendToFeed } from '#lib/session/feed/feed.ts'
import { notify } from '#lib/session/feed/notify.ts'
import { closeAwaitingTurnsSince } from './close-waiting.ts'
import { type Consent, consentTo } from './consent.ts'
import { newLease } from './lease.ts'
import { type Ending, endReply, type TurnRow } from './replies.ts'

/** A run that can start: it holds the lease, and has the parts that an earlier run kept. */
export type StartedTurn = {
  turn: TurnRow
  replyId: string
  kept: readonly Part[]
  /** Who asks, where it is at hand. */
  person?: RunProfile
  /** The message it answers, where this is its first run. */
  messageId?: string
  /** The approvals that the message answered. */
  consent?: Consent
}
type MessageRow = typeof messages.$inferSelect
export type Received = { ok: true; started: StartedTurn | null } | Refusal

export type GivenMessage = {
  id: string
  text: string
  /** Merged into the stored state before the turn starts. */
  state?: unknown
  /** The given state replaces the stored values; ignored without one. */
  overwrite?: boolean
  /** First undoes what the agent did from this turn on. */
  rollBack?: string
}

/** Stores a user's message and starts its turn, or queues it. The same id again is the same message. */
export async function receiveMessage(
  userId: string,
  sessionId: string,
  message: GivenMessage,
  model: string,
  now = Date.now(),
): Promise<Received> {
  const checked = checkText(message.text)
  if (!checked.ok) return checked
  if (message.id.endsWith(REPLY_ENDING)) return refuse('key_reused', 'Reserved message id.')
  const { text } = checked
  const received = await write((tx) => receiveIn(tx, { userId, sessionId }, { ...message, text }, model, now))
  notify(userId)
  return received
}

/** The text of a message as it is stored. */
export function checkText(given: string): { ok: true; text: string } | Refusal {
  const text = cleanText(given).trim()
  if (!text) return refuse('invalid', 'The message is empty.')
  if ([...text].length <= LIMITS.messageChars) return { ok: true, text }
  return refuse('limit', `Messages can have up to ${LIMITS.messageChars} characters. Shorten it or split it.`)
}

async function receiveIn(
  tx: Tx,
  where: { userId: string; sessionId: string },
  { id, text, state, overwrite = false, rollBack }: GivenMessage,
  model: string,
  now: number,
): Promise<Received> {
  const { sessionId, userId } = where
  const standing = await loadSendContext(tx, where, id)
  if (!standing) return BOARD_NOT_FOUND
  const { known, isBusy, waiting } = standing
  if (known !== null) {
    return known === sessionId ? { ok: true, started: null } : refuse('key_reused', 'Duplicate message id.')
  }
  if (isBusy && waiting >= LIMITS.queuedMessages) {
    return refuse('limit', `${LIMITS.queuedMessages} messages are already queued. Wait for a reply first.`)
  }
  const caller = { userId, sessionId, actor: 'user' as const, now }
  if (rollBack !== undefined) {
    if (isBusy) return refuse('busy', 'A reply is in progress. Stop it first, then resend.')
    await closeAwaitingTurnsSince(tx, where, rollBack, now)
    // If all of it was undone already, the message continues.
    await executeIn(tx, caller, [{ name: 'undo', input: { since_turn: rollBack } }])
  }
  const merged = state == null ? null : await executeIn(tx, caller, [mergeCommand(state, overwrite)])
  if (merged && !merged.ok) return merged
  const consent =
    isBusy || rollBack !== undefined ? null : await consentTo(tx, where, { text, sentAt: now }, now)
  const isFirst = standing.namedBy === 'auto'
  const named = isFirst ? { name: nameFrom(text), namedBy: 'first-message' as const } : {}
  // A new message unarchives the board.
  const fields = { updatedAt: now, archivedAt: null, ...named }
  const position = await takePosition(tx, sessionId, fields)
  const begun = isBusy ? null : newTurn(where, model, consent?.agent ?? agentAsked(text), now)
  const row = { id, sessionId, role: 'user' as const, parts: [{ type: 'text', text }], position }
  await tx.insert(messages).values({ ...row, turnId: begun?.id ?? null, version: 1, createdAt: now })
  const turn = begun && (await insertTurn(tx, begun))
  await appendToFeed(
    tx,
    { ...where, now },
    { kind: 'message', ref: id, isNew: true },
    turn && { kind: 'turn', ref: turn.id, isNew: true },
    isFirst || standing.archivedAt !== null ? { kind: 'session', ref: sessionId } : null,
  )
  return {
    ok: true,
    started: turn && {
      turn,
      replyId: replyIdOf(turn.id),
      kept: [],
      person: toPerson(standing),
      messageId: id,
      ...(consent && { consent }),
    },
  }
}

/** All checks before a message is accepted, in one statement. */
async function loadSendContext(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  messageId: string,
) {
  const [row] = await tx
    .select({
      namedBy: sessions.namedBy,
      archivedAt: sessions.archivedAt,
      ...personColumns,
      known: sql<string | null>`(select session_id from messages where id = ${messageId})`,
      isBusy: sql<number>`exists (select 1 from turns where session_id = ${sessionId} and status = 'running')`,
      waiting: sql<number>`(select count(*) from messages where session_id = ${sessionId} and turn_id is null)`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(canAccess(userId, sessionId))
  return row ?? null
}

/** A message's position in the conversation; the next one is reserved for its reply. */
async function takePosition(tx: Tx, sessionId: string, fields: Partial<SessionRow>): Promise<number> {
  const [row] = await tx
    .update(sessions)
    .set({ ...fields, nextPosition: sql`${sessions.nextPosition} + 2` })
    .where(eq(sessions.id, sessionId))
    .returning({ next: sessions.nextPosition })
  return (row?.next ?? 2) - 2
}

function newTurn(
  { userId, sessionId }: { userId: string; sessionId: string },
  model: string,
  agent: AgentName,
  now: number,
): Omit<TurnRow, 'leaseUntil'> & ReturnType<typeof newLease> {
  return {
    id: newId(),
    sessionId,
    userId,
    status: 'running',
    run: 1,
    agent,
    model,
    ...newLease(),
    inputTokens: 0,
    outputTokens: 0,
    startedAt: now,
    endedAt: null,
  }
}

async function insertTurn(tx: Tx, turn: ReturnType<typeof newTurn>): Promise<TurnRow> {
  const [row] = await tx.insert(turns).values(turn).returning()
  return row as TurnRow
}

/** The text of a stored message; empty if it is corrupted. */
function textOf(parts: unknown): string {
  const all = Array.isArray(parts) ? (parts as readonly Partial<Part>[]) : []
  return all.map((part) => (part?.type === 'text' ? (part.text ?? '') : '')).join('')
}

async function isBusy(tx: Tx, sessionId: string): Promise<boolean> {
  const running = and(eq(turns.sessionId, sessionId), eq(turns.status, 'running'))
  return (await tx.select({ id: turns.id }).from(turns).where(running).limit(1)).length > 0
}

/** Starts the next queued message as a turn at the end of the conversation, unless one is running. */
export async function startNextQueued(
  tx: Tx,
  where: { userId: string; sessionId: string },
  model: string,
  now: number,
): Promise<StartedTurn | null> {
  const waits = and(eq(messages.sessionId, where.sessionId), isNull(messages.turnId))
  const [next] = await tx
    .select({ id: messages.id, parts: messages.parts, createdAt: messages.createdAt })
    .from(messages)
    .where(waits)
    .orderBy(asc(messages.position))
    .limit(1)
  if (!next || (await isBusy(tx, where.sessionId))) return null
  return startQueued(tx, where, next, model, now)
}

/** Starts this message as a turn at the end of the conversation; no other turn may be running. */
export async function startQueued(
  tx: Tx,
  where: { userId: string; sessionId: string },
  { id: messageId, parts, createdAt: sentAt }: Pick<MessageRow, 'id' | 'parts' | 'createdAt'>,
  model: string,
  now: number,
): Promise<StartedTurn> {
  const text = textOf(parts)
  const consent = await consentTo(tx, where, { text, sentAt }, now)
  const begun = newTurn(where, model, consent?.agent ?? agentAsked(text), now)
  const position = await takePosition(tx, where.sessionId, { updatedAt: now })
  await tx
    .update(messages)
    .set({ turnId: begun.id, position, version: sql`${messages.version} + 1` })
    .where(eq(messages.id, messageId))
  const turn = await insertTurn(tx, begun)
  await appendToFeed(
    tx,
    { ...where, now },
    { kind: 'message', ref: messageId },
    { kind: 'turn', ref: turn.id, isNew: true },
  )
  return { turn, replyId: replyIdOf(turn.id), kept: [], messageId, ...(consent && { consent }) }
}

/** The last save of a run, and the turn of the next queued message. */
export async function finishTurn(
  turn: TurnRow,
  ending: Ending,
  now = Date.now(),
): Promise<StartedTurn | null> {
  const { sessionId, userId } = turn
  const next = await write(async (tx) => {
    const ended = await endReply(tx, turn, ending, now)
    // A process that is shutting down starts no turns.
    const goesOn = ended && ending.status !== 'interrupted'
    return goesOn ? startNextQueued(tx, { userId, sessionId }, turn.model, now) : null
  })
  notify(userId)
  return next
}
