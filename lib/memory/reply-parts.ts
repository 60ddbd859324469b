/** Parts of a reply that has ended, read and changed by what the user answers under it. */
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { messages, turns } from '#db/schema.ts'
import type { Part } from '#lib/board/wire.ts'
import { tell } from '#lib/session/feed.ts'
import { toMessage } from '#lib/session/rows.ts'

export type Where = { userId: string; sessionId: string }

const isReply = ({ sessionId }: Where, replyId: string) =>
  and(eq(messages.id, replyId), eq(messages.sessionId, sessionId), eq(messages.role, 'assistant'))

export async function partsOf(tx: Tx, where: Where, replyId: string): Promise<readonly Part[] | null> {
  const [row] = await tx.select().from(messages).where(isReply(where, replyId))
  return row ? toMessage(row).parts : null
}

/** Its turn; while that runs, its run alone writes the reply. */
export async function turnOf(tx: Tx, replyId: string): Promise<{ id: string; isRunning: boolean }> {
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
  await tell(tx, { ...where, now: Date.now() }, { kind: 'message', ref: replyId })
}
