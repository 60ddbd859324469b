/** Follows a message through its turn: the feed signals changes, the rows have the content. */

import { and, asc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { read } from '#db/client.ts'
import { changesOf } from '#db/revision-store.ts'
import { messages, revisions, sessions, turns } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { REPLY_ENDING } from '#lib/board/model/id.ts'
import type { FeedEvent, Message, Turn } from '#lib/board/wire/events.ts'
import { canAccess } from '#lib/identity/access.ts'
import { readApiState } from '#lib/session/commands/api-state.ts'
import { messageFromRow, turnFromRow } from '#lib/session/feed/to-wire.ts'
import { follow } from '#lib/session/stream/follow-feed.ts'
import { questionsIn } from './consent.ts'
import { createReplyDiffer } from './diff-reply.ts'
import type { TurnRow } from './replies.ts'
import type { Made, RunEnd, RunEvent } from './run-event-types.ts'

export type Where = { userId: string; sessionId: string; messageId: string }

const GONE = refuse('removed', 'Message deleted: the chat was cleared or the board was deleted.')

/** Ends after its `end`, or with the signal. `after` is a cursor from before the message was sent. */
export async function* runEvents(where: Where, after: number, signal: AbortSignal): AsyncGenerator<RunEvent> {
  let message: Message | null = null
  let turn: Turn | null = null
  let fold = createReplyDiffer('')
  for await (const event of follow(where.userId, after, signal)) {
    if (event !== null) {
      yield* passedOn(event, where.sessionId, fold.whispered)
      continue
    }
    const found = await readStanding(where)
    if (!found) return yield { kind: 'end', ...GONE }
    if (found.message.version !== message?.version) yield { kind: 'message', message: found.message }
    message = found.message
    if (!found.turn) continue
    const next = turnFromRow(found.turn)
    if (next.run !== turn?.run) fold = createReplyDiffer(`${next.id}${REPLY_ENDING}`)
    const isNew = next.run !== turn?.run || next.status !== turn?.status
    turn = next
    if (isNew && turn.status === 'running') yield { kind: 'turn', turn }
    yield* fold.stored(found.reply?.parts ?? [])
    if (isNew && turn.status !== 'running') yield { kind: 'turn', turn }
    if (isClosed(found.turn)) return yield { kind: 'end', ...(await readEnd(where, turn, found.reply)) }
  }
}

function* passedOn(
  event: FeedEvent,
  sessionId: string,
  whispered: ReturnType<typeof createReplyDiffer>['whispered'],
): Generator<RunEvent> {
  if (event.kind === 'text') yield* whispered(event)
  if (event.kind === 'revision' && event.sessionId === sessionId) {
    yield { kind: 'revision', revision: event.revision }
  }
}

/** A stopped turn has only ended once its run closed the reply. */
function isClosed({ status, leaseToken }: TurnRow): boolean {
  return status === 'waiting' || (status !== 'running' && leaseToken === '')
}

async function readStanding({ userId, sessionId, messageId }: Where) {
  const replies = alias(messages, 'replies')
  const [row] = await read((db) =>
    db
      .select({ message: messages, turn: turns, reply: replies })
      .from(messages)
      .innerJoin(sessions, and(eq(sessions.id, messages.sessionId), canAccess(userId, sessionId)))
      .leftJoin(turns, eq(turns.id, messages.turnId))
      .leftJoin(replies, and(eq(replies.turnId, messages.turnId), eq(replies.role, 'assistant')))
      .where(eq(messages.id, messageId)),
  )
  return row
    ? { message: messageFromRow(row.message), turn: row.turn, reply: row.reply && messageFromRow(row.reply) }
    : null
}

async function readEnd(where: Where, turn: Turn, reply: Message | null): Promise<RunEnd | Refusal> {
  const { userId, sessionId, messageId } = where
  const changed = await madeBy(sessionId, turn.id)
  const asks = await read((db) => questionsIn(db, sessionId))
  const stands = await readApiState(userId, sessionId)
  if (!stands) return GONE
  const parts = reply?.parts ?? []
  const said = parts.flatMap((part) => (part.type === 'text' ? part.text : []))
  const choices = parts.flatMap((part) => (part.type === 'choices' ? part.options : []))
  const notices = parts.flatMap((part) => (part.type === 'notice' ? part.text : []))
  return {
    ok: true,
    status: turn.status as RunEnd['status'],
    messageId,
    turnId: turn.id,
    boardId: sessionId,
    model: turn.model,
    reply: said.join('\n\n'),
    notice: notices.join(' ') || null,
    changed,
    asks,
    choices,
    ...stands,
  }
}

async function madeBy(sessionId: string, turnId: string): Promise<Made[]> {
  return read(async (db) => {
    const standing = and(
      eq(revisions.sessionId, sessionId),
      eq(revisions.turnId, turnId),
      isNull(revisions.undoneBy),
    )
    const rows = await db
      .select({ revision: revisions.number, reply: revisions.reply })
      .from(revisions)
      .where(standing)
      .orderBy(asc(revisions.number))
    const numbers = rows.map((row) => row.revision)
    const changes = await changesOf(db, sessionId, numbers)
    return rows.map((row) => ({ ...row, changes: changes.get(row.revision) ?? [] }))
  })
}
