/** Reads and changes parts of a finished reply when the user answers under it. */
import { and, eq, sql } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { messages, turns } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import type { Part } from '#lib/board/wire/events.ts'
import { findSession } from '#lib/identity/access.ts'
import { BOARD_NOT_FOUND } from '#lib/session/commands/update-session.ts'
import { appendToFeed } from '#lib/session/feed/feed.ts'
import { notify } from '#lib/session/feed/notify.ts'
import { messageFromRow } from '#lib/session/feed/to-wire.ts'

export type Where = { userId: string; sessionId: string }

export const NOT_THERE = refuse('not_found', 'This is no longer part of the reply.')

const isReply = ({ sessionId }: Where, replyId: string) =>
  and(eq(messages.id, replyId), eq(messages.sessionId, sessionId), eq(messages.role, 'assistant'))

export async function partsOf(tx: Tx, where: Where, replyId: string): Promise<readonly Part[] | null> {
  const [row] = await tx.select().from(messages).where(isReply(where, replyId))
  return row ? messageFromRow(row).parts : null
}

/** Its turn; while it runs, only its run writes the reply. */
async function turnOf(tx: Tx, replyId: string): Promise<{ id: string; isRunning: boolean }> {
  const [row] = await tx
    .select({ id: turns.id, status: turns.status })
    .from(messages)
    .innerJoin(turns, eq(turns.id, messages.turnId))
    .where(eq(messages.id, replyId))
  return { id: row?.id ?? '', isRunning: row?.status === 'running' }
}

export async function putParts(tx: Tx, where: Where, replyId: string, parts: readonly Part[]): Promise<void> {
  const set = { parts, version: sql`${messages.version} + 1` }
  await tx.update(messages).set(set).where(isReply(where, replyId))
  await appendToFeed(tx, { ...where, now: Date.now() }, { kind: 'message', ref: replyId })
}

/** Stores an answer of the user: the parts that `answer` returns replace those it got. */
export async function updateReplyParts(
  where: Where,
  replyId: string,
  answer: (tx: Tx, parts: readonly Part[], turnId: string) => Promise<readonly Part[] | Refusal>,
): Promise<{ ok: true } | Refusal> {
  const done = await write<{ ok: true } | Refusal>(async (tx) => {
    if (!(await findSession(tx, where.userId, where.sessionId))) return BOARD_NOT_FOUND
    const parts = await partsOf(tx, where, replyId)
    if (!parts) return NOT_THERE
    const turn = await turnOf(tx, replyId)
    if (turn.isRunning) return refuse('busy', 'Still answering. Stop it, or wait until it finishes.')
    const answered = await answer(tx, parts, turn.id)
    if ('ok' in answered) return answered
    if (answered !== parts) await putParts(tx, where, replyId, answered)
    return { ok: true }
  })
  notify(where.userId)
  return done
}
