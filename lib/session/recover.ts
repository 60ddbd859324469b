/** Turns whose server went away: ended as `interrupted`, their dangling tool calls closed by what was stored. */
import { and, eq, lt } from 'drizzle-orm'
import { read, type Tx, write } from '#db/client.ts'
import { messages, receipts, turns } from '#db/schema.ts'
import type { Outcome } from '#lib/board/command.ts'
import type { NoticePart, Part, ToolPart } from '#lib/board/wire.ts'
import { wake } from './bus.ts'
import { tell } from './feed.ts'
import { putReply, replyIdOf, type TurnRow } from './replies.ts'
import { toMessage } from './rows.ts'
import { beginNext, type StartedTurn } from './turns.ts'

export const INTERRUPTED: NoticePart = {
  type: 'notice',
  tone: 'error',
  text: 'The server stopped in the middle of this. What was done is kept: Continue goes on from here, Retry takes it back and starts again.',
}

/** What a tool call is known by at the door. */
export function toolKey(turnId: string, run: number, step: number, callId: string): string {
  return `${turnId}:${run}:${step}:${callId}`
}

/** Ends dead turns; `all` where this process is the only one and has just begun. Returns what may run next. */
export async function recoverTurns(all: boolean, now = Date.now()): Promise<StartedTurn[]> {
  const running = eq(turns.status, 'running')
  const dead = await read((db) =>
    db
      .select()
      .from(turns)
      .where(all ? running : and(running, lt(turns.leaseUntil, now))),
  )
  const next: StartedTurn[] = []
  for (const turn of dead) {
    const started = await write((tx) => interrupt(tx, turn, now))
    wake(turn.userId)
    if (started) next.push(started)
  }
  return next
}

async function interrupt(tx: Tx, turn: TurnRow, now: number): Promise<StartedTurn | null> {
  const { id: turnId, sessionId, userId } = turn
  const still = and(eq(turns.id, turnId), eq(turns.status, 'running'), eq(turns.leaseToken, turn.leaseToken))
  const fields = { status: 'interrupted', endedAt: now, leaseToken: '' }
  const ended = await tx.update(turns).set(fields).where(still).returning({ id: turns.id })
  if (ended.length === 0) return null
  await closeReply(tx, turn, INTERRUPTED, now)
  await tell(tx, { userId, sessionId, now }, { kind: 'turn', ref: turnId })
  return beginNext(tx, { userId, sessionId }, turn.model, now)
}

/** Gives a reply that nobody writes any more its last words. */
export async function closeReply(tx: Tx, turn: TurnRow, notice: NoticePart, now: number): Promise<void> {
  const [row] = await tx
    .select()
    .from(messages)
    .where(eq(messages.id, replyIdOf(turn.id)))
  const kept = row ? toMessage(row).parts : []
  const parts = [...(await Promise.all(kept.map((part) => closePart(tx, turn, part, now)))), notice]
  await putReply(tx, turn, parts, now)
}

async function closePart(tx: Tx, turn: TurnRow, part: Part, now: number): Promise<Part> {
  if (part.type !== 'tool' || part.state !== 'running') return part
  const key = `agent:${toolKey(turn.id, turn.run, part.step, part.callId)}`
  const mine = and(eq(receipts.sessionId, turn.sessionId), eq(receipts.key, key))
  const [receipt] = await tx.select().from(receipts).where(mine)
  return closeTool(part, (receipt?.outcome as Outcome | undefined) ?? null, now)
}

/** A call that committed takes its stored outcome, another one was not done. */
export function closeTool(part: ToolPart, outcome: Outcome | null, endedAt: number): ToolPart {
  if (!outcome) return { ...part, state: 'failed', output: 'Not done.', endedAt }
  return outcome.ok
    ? { ...part, state: 'done', output: outcome.reply, revision: outcome.revision, endedAt }
    : { ...part, state: 'refused', output: outcome.message, endedAt }
}
