/** Queued messages: edit, remove, or send now. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { messages, turns } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { findSession } from '#lib/identity/access.ts'
import { BOARD_NOT_FOUND } from '#lib/session/commands/update-session.ts'
import { appendToFeed } from '#lib/session/feed/feed.ts'
import { notify } from '#lib/session/feed/notify.ts'
import { stopRunning } from './stop.ts'
import { checkText, type StartedTurn, startQueued } from './turns.ts'

export type Queued = { userId: string; sessionId: string; messageId: string }

type Done = { ok: true } | Refusal
/** `stopped`: the turns whose runs must be notified. */
type Begun = { ok: true; started: StartedTurn; stopped: string[] } | Refusal

export async function editQueued(who: Queued, given: string, now = Date.now()): Promise<Done> {
  const checked = checkText(given)
  if (!checked.ok) return checked
  return changeQueued(who, async (tx) => {
    const fields = { parts: [{ type: 'text', text: checked.text }], version: sql`${messages.version} + 1` }
    await tx.update(messages).set(fields).where(eq(messages.id, who.messageId))
    await appendToFeed(tx, { ...who, now }, { kind: 'message', ref: who.messageId })
    return { ok: true }
  })
}

export async function removeQueued(who: Queued, now = Date.now()): Promise<Done> {
  return changeQueued(who, async (tx) => {
    await tx.delete(messages).where(eq(messages.id, who.messageId))
    await appendToFeed(tx, { ...who, now }, { kind: 'message-removed', ref: who.messageId, isNew: true })
    return { ok: true }
  })
}

/** Stops the running turn and starts this message in one transaction, so that no other message comes first. */
export async function startNow(who: Queued, model: string, now = Date.now()): Promise<Begun> {
  const { userId, sessionId } = who
  return changeQueued<Begun>(who, async (tx, queued) => {
    const running = and(eq(turns.sessionId, sessionId), eq(turns.status, 'running'))
    const stopped = await tx.select().from(turns).where(running)
    for (const turn of stopped) await stopRunning(tx, turn, userId, now)
    const started = await startQueued(tx, { userId, sessionId }, queued, model, now)
    return { ok: true, started, stopped: stopped.map(({ id }) => id) }
  })
}

async function changeQueued<Result extends { ok: true } | Refusal>(
  { userId, sessionId, messageId }: Queued,
  work: (tx: Tx, queued: typeof messages.$inferSelect) => Promise<Result>,
): Promise<Result | Refusal> {
  const done = await write<Result | Refusal>(async (tx) => {
    if (!(await findSession(tx, userId, sessionId))) return BOARD_NOT_FOUND
    const waits = and(
      eq(messages.id, messageId),
      eq(messages.sessionId, sessionId),
      eq(messages.role, 'user'),
      isNull(messages.turnId),
    )
    const [queued] = await tx.select().from(messages).where(waits)
    if (!queued) return refuse('turn_over', 'This message is no longer queued.')
    return work(tx, queued)
  })
  notify(userId)
  return done
}
