/** Messages and turns: received, begun, saved while they run, ended. Each step is one transaction with its feed rows. */
import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { messages, sessions, turns } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/command.ts'
import { newId } from '#lib/board/new-id.ts'
import { cleanText } from '#lib/board/text.ts'
import type { Part, TurnStatus } from '#lib/board/wire.ts'
import { findSession, type SessionRow } from '#lib/identity/access.ts'
import { LIMITS, TURN_LIMITS } from '#lib/limits.ts'
import { wake } from './bus.ts'
import { tell } from './feed.ts'
import { toMessage } from './rows.ts'
import { NO_BOARD, nameByFirstMessage } from './sessions.ts'

export type TurnRow = typeof turns.$inferSelect
/** A run that may begin: its lease is held, and what an earlier run of the turn kept is there. */
export type StartedTurn = {
  turn: TurnRow
  replyId: string
  kept: readonly Part[]
}
export type Received = { ok: true; started: StartedTurn | null } | Refusal

export const replyIdOf = (turnId: string) => `${turnId}-reply`

/** Stores a user's message and begins its turn, or queues it. The same id again is the same message. */
export async function receiveMessage(
  userId: string,
  sessionId: string,
  message: { id: string; text: string },
  model: string,
  now = Date.now(),
): Promise<Received> {
  const text = cleanText(message.text).trim()
  if (!text) return refuse('invalid', 'The message is empty.')
  if ([...text].length > LIMITS.messageChars) {
    return refuse(
      'limit',
      `A message has at most ${LIMITS.messageChars} characters. Shorten it, or send it in parts.`,
    )
  }
  const received = await write<Received>(async (tx) => {
    const session = await findSession(tx, userId, sessionId)
    if (!session) return NO_BOARD
    const [known] = await tx.select().from(messages).where(eq(messages.id, message.id))
    if (known) {
      return known.sessionId === sessionId
        ? { ok: true, started: null }
        : refuse('key_reused', 'This message id was used before.')
    }
    const waiting = await queued(tx, sessionId)
    const running = await runningTurn(tx, sessionId)
    if (running && waiting.length >= LIMITS.queuedMessages) {
      return refuse(
        'limit',
        `${LIMITS.queuedMessages} messages wait already. Let the board answer them first.`,
      )
    }
    const row = { id: message.id, sessionId, role: 'user' as const, parts: [{ type: 'text', text }] }
    const position = await nextPosition(tx, sessionId)
    await tx.insert(messages).values({ ...row, position, version: 1, createdAt: now })
    if (await nameByFirstMessage(tx, session, text)) {
      await tell(tx, { userId, sessionId, kind: 'session', ref: sessionId, now })
    }
    const started = running ? null : await beginTurn(tx, session, message.id, model, now)
    if (!started) await tell(tx, { userId, sessionId, kind: 'message', ref: message.id, now })
    return { ok: true, started }
  })
  wake(userId)
  return received
}

export async function nextPosition(tx: Tx, sessionId: string): Promise<number> {
  const [row] = await tx
    .update(sessions)
    .set({ nextPosition: sql`${sessions.nextPosition} + 1` })
    .where(eq(sessions.id, sessionId))
    .returning({ next: sessions.nextPosition })
  return (row?.next ?? 1) - 1
}

export async function runningTurn(tx: Tx, sessionId: string): Promise<TurnRow | null> {
  const running = and(eq(turns.sessionId, sessionId), eq(turns.status, 'running'))
  const [row] = await tx.select().from(turns).where(running).limit(1)
  return row ?? null
}

async function queued(tx: Tx, sessionId: string) {
  const waits = and(eq(messages.sessionId, sessionId), eq(messages.role, 'user'), isNull(messages.turnId))
  return tx.select({ id: messages.id }).from(messages).where(waits).orderBy(asc(messages.position))
}

const newLease = (now: number) => ({
  leaseToken: randomBytes(16).toString('hex'),
  leaseUntil: now + TURN_LIMITS.leaseMs,
})

async function beginTurn(
  tx: Tx,
  session: Pick<SessionRow, 'id' | 'userId'>,
  messageId: string,
  model: string,
  now: number,
): Promise<StartedTurn> {
  const { id: sessionId, userId } = session
  const values = {
    id: newId(),
    sessionId,
    userId,
    status: 'running',
    run: 1,
    model,
    ...newLease(now),
    startedAt: now,
  }
  const [turn] = await tx.insert(turns).values(values).returning()
  await tx.update(messages).set({ turnId: values.id }).where(eq(messages.id, messageId))
  await tx.update(sessions).set({ updatedAt: now }).where(eq(sessions.id, sessionId))
  await tell(tx, { userId, sessionId, kind: 'message', ref: messageId, now })
  await tell(tx, { userId, sessionId, kind: 'turn', ref: values.id, now })
  return { turn: turn as TurnRow, replyId: replyIdOf(values.id), kept: [] }
}

/** The next message that waits becomes a turn, unless one runs. */
export async function beginNext(
  tx: Tx,
  session: Pick<SessionRow, 'id' | 'userId'>,
  model: string,
  now: number,
): Promise<StartedTurn | null> {
  const [next] = await queued(tx, session.id)
  if (!next || (await runningTurn(tx, session.id))) return null
  const position = await nextPosition(tx, session.id)
  await tx
    .update(messages)
    .set({ position, version: sql`${messages.version} + 1` })
    .where(eq(messages.id, next.id))
  return beginTurn(tx, session, next.id, model, now)
}

/**
 * Stores what the reply holds so far and keeps the lease; false once another run took the turn over, or its
 * messages were cleared.
 */
export async function saveReply(turn: TurnRow, parts: readonly Part[], now = Date.now()): Promise<boolean> {
  const saved = await write((tx) => saveReplyIn(tx, turn, parts, now))
  if (saved) wake(turn.userId)
  return saved
}

async function saveReplyIn(tx: Tx, turn: TurnRow, parts: readonly Part[], now: number): Promise<boolean> {
  const { id: turnId, sessionId, userId } = turn
  const mine = and(eq(turns.id, turnId), eq(turns.leaseToken, turn.leaseToken))
  const kept = await tx
    .update(turns)
    .set({ leaseUntil: now + TURN_LIMITS.leaseMs })
    .where(mine)
    .returning({ id: turns.id })
  if (kept.length === 0) return false
  const id = replyIdOf(turnId)
  const [updated] = await tx
    .update(messages)
    .set({ parts, version: sql`${messages.version} + 1` })
    .where(eq(messages.id, id))
    .returning({ id: messages.id })
  if (!updated) {
    const position = await nextPosition(tx, sessionId)
    const row = {
      id,
      sessionId,
      role: 'assistant' as const,
      parts,
      turnId,
      position,
      version: 1,
      createdAt: now,
    }
    await tx.insert(messages).values(row)
  }
  await tell(tx, { userId, sessionId, kind: 'message', ref: id, now })
  return true
}

export async function renewLease(turn: TurnRow, now = Date.now()): Promise<void> {
  await write(async (tx) => {
    const mine = and(eq(turns.id, turn.id), eq(turns.leaseToken, turn.leaseToken))
    await tx
      .update(turns)
      .set({ leaseUntil: now + TURN_LIMITS.leaseMs })
      .where(mine)
  })
}

export type Ending = {
  status: Exclude<TurnStatus, 'running'>
  parts: readonly Part[]
  inputTokens: number
  outputTokens: number
}

/** The last save of a run: reply, status and the turn of the next message that waits, at once. */
export async function endTurn(turn: TurnRow, ending: Ending, now = Date.now()): Promise<StartedTurn | null> {
  const { id: turnId, sessionId, userId } = turn
  const next = await write(async (tx) => {
    if (!(await saveReplyIn(tx, turn, ending.parts, now))) return null
    const [row] = await tx.select().from(turns).where(eq(turns.id, turnId))
    const stopped = row?.status === 'stopped'
    await tx
      .update(turns)
      .set({
        status: stopped ? 'stopped' : ending.status,
        endedAt: now,
        inputTokens: sql`${turns.inputTokens} + ${ending.inputTokens}`,
        outputTokens: sql`${turns.outputTokens} + ${ending.outputTokens}`,
      })
      .where(eq(turns.id, turnId))
    await tell(tx, { userId, sessionId, kind: 'turn', ref: turnId, now })
    const started = await beginNext(tx, { id: sessionId, userId }, turn.model, now)
    if (!started) await tx.update(sessions).set({ updatedAt: now }).where(eq(sessions.id, sessionId))
    return started
  })
  wake(userId)
  return next
}

/** From any tab, in any phase: from now on nothing of the run is accepted. Its reply is closed by whoever runs it. */
export async function stopTurn(
  userId: string,
  sessionId: string,
  turnId: string,
  now = Date.now(),
): Promise<{ ok: true; turn: TurnRow } | Refusal> {
  const stopped = await write<{ ok: true; turn: TurnRow } | Refusal>(async (tx) => {
    if (!(await findSession(tx, userId, sessionId))) return NO_BOARD
    const running = and(eq(turns.id, turnId), eq(turns.sessionId, sessionId), eq(turns.status, 'running'))
    const [turn] = await tx.update(turns).set({ status: 'stopped', endedAt: now }).where(running).returning()
    if (!turn) return refuse('turn_over', 'This turn has ended already.')
    await tell(tx, { userId, sessionId, kind: 'turn', ref: turnId, now })
    return { ok: true, turn }
  })
  wake(userId)
  return stopped
}

/** A new run of the latest turn once it ended: over what it kept, or from its message. */
export async function resumeTurn(
  tx: Tx,
  who: { userId: string; sessionId: string; turnId: string },
  keep: boolean,
  now: number,
): Promise<{ ok: true; started: StartedTurn } | Refusal> {
  const { userId, sessionId, turnId } = who
  if (!(await findSession(tx, userId, sessionId))) return NO_BOARD
  const latest = tx.select().from(turns).where(eq(turns.sessionId, sessionId))
  const [turn] = await latest.orderBy(desc(turns.startedAt), desc(turns.id)).limit(1)
  if (turn?.id !== turnId) return refuse('turn_over', 'Only the latest message can be answered again.')
  if (turn.status === 'running') return refuse('busy', 'This message is being answered already.')
  const [reply] = await tx
    .select()
    .from(messages)
    .where(eq(messages.id, replyIdOf(turnId)))
  const kept = keep && reply ? toMessage(reply).parts.filter((part) => part.type !== 'notice') : []
  const fields = { status: 'running', run: turn.run + 1, endedAt: null, ...newLease(now) }
  const [resumed] = await tx.update(turns).set(fields).where(eq(turns.id, turnId)).returning()
  await tell(tx, { userId, sessionId, kind: 'turn', ref: turnId, now })
  if (reply) await saveReplyIn(tx, resumed as TurnRow, kept, now)
  return { ok: true, started: { turn: resumed as TurnRow, replyId: replyIdOf(turnId), kept } }
}
