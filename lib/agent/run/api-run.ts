/** A run started over the API: the message is stored before the first event, and the caller may leave early. */
import { z } from 'zod'
import { read } from '#db/client.ts'
import { DatabaseError } from '#db/errors.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { ownId } from '#lib/identity/own-id.ts'
import { LIMITS } from '#lib/limits.ts'
import { describeError, log } from '#lib/log.ts'
import { newestCursor } from '#lib/session/feed/feed.ts'
import { subscriberCount } from '#lib/session/feed/notify.ts'
import type { RunEnd, RunEvent } from '#lib/turns/run-event-types.ts'
import { runEvents, type Where } from '#lib/turns/run-events.ts'
import { sendMessage } from './control.ts'

export const runSchema = z.strictObject({
  /** The same id again is the same message: it is answered once, and its run is streamed again. */
  id: idSchema.optional(),
  // The exact limit is checked later; this only bounds the input.
  text: z.string().max(LIMITS.messageChars * 4, `Messages can have up to ${LIMITS.messageChars} characters.`),
  state: z.unknown().optional(),
  overwrite: z.boolean().optional(),
  dependencies: z.unknown().optional(),
})

export type AskedRun = z.output<typeof runSchema>
export type BegunRun = { ok: true; events(signal: AbortSignal): AsyncGenerator<RunEvent> } | Refusal

export async function startApiRun(userId: string, sessionId: string, asked: AskedRun): Promise<BegunRun> {
  if (subscriberCount(userId) >= LIMITS.feedsPerUser) {
    return refuse('rate', `You already have ${LIMITS.feedsPerUser} open streams. Close one first.`)
  }
  const messageId = asked.id === undefined ? newId() : ownId(userId, asked.id)
  const after = await read((db) => newestCursor(db, userId))
  const sent = await sendMessage(userId, sessionId, { ...asked, id: messageId })
  if (!sent.ok) return sent
  const where = { userId, sessionId, messageId }
  return { ok: true, events: (signal) => told(where, after, signal) }
}

/** A stream can’t change its status after it began, so a failure is an `end` event too. */
async function* told(where: Where, after: number, signal: AbortSignal): AsyncGenerator<RunEvent> {
  try {
    yield* runEvents(where, after, signal)
  } catch (error) {
    log().warn({ event: 'run_events_failed', error: describeError(error) })
    const message = error instanceof DatabaseError ? error.message : 'The event stream failed.'
    yield { kind: 'end', ...refuse('failed', message) }
  }
}

/** Only the end; `null` if the caller left before it. */
export async function endOf(events: AsyncGenerator<RunEvent>): Promise<RunEnd | Refusal | null> {
  for await (const event of events) {
    if (event.kind !== 'end') continue
    const { kind: _kind, ...end } = event
    return end
  }
  return null
}
