/** Pages of a conversation, newest last. Old messages are read, never patched. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { type Reader, read } from '#db/client.ts'
import { changesOf } from '#db/revision-store.ts'
import { messages, revisions, turns } from '#db/schema.ts'
import { changeBytes, octets } from '#db/sizes.ts'
import { visibleRows } from '#lib/board/model/changes.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import type { OlderMessages } from '#lib/board/wire/board-actions.ts'
import type { ActiveRevision, Message, Turn } from '#lib/board/wire/events.ts'
import { findSession } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'
import { BOARD_NOT_FOUND } from '../commands/update-session.ts'
import { messageFromRow, turnFromRow } from '../feed/to-wire.ts'

export type MessagePage = { messages: Message[]; turns: Turn[]; hasOlder: boolean }

export async function readMessages(db: Reader, sessionId: string, before?: number): Promise<MessagePage> {
  const here = eq(messages.sessionId, sessionId)
  const earlier = before === undefined ? undefined : lt(messages.position, before)
  const mine = and(here, isNotNull(messages.turnId), earlier)
  const sizes = await db
    .select({ bytes: octets(messages.parts) })
    .from(messages)
    .where(mine)
    .orderBy(desc(messages.position))
    .limit(LIMITS.messagesPerPage + 1)
  const count = Math.max(1, Math.min(fitting(sizes), LIMITS.messagesPerPage))
  const rows = await db.select().from(messages).where(mine).orderBy(desc(messages.position)).limit(count)
  const queued = before === undefined ? await queuedIn(db, sessionId) : []
  const page = [...rows.reverse(), ...queued].map(messageFromRow)
  const turnIds = [...new Set(page.flatMap((message) => message.turnId ?? []))]
  const found = await db.select().from(turns).where(inArray(turns.id, turnIds)).orderBy(asc(turns.startedAt))
  return { messages: page, turns: found.map(turnFromRow), hasOlder: sizes.length > count }
}

/** How many of them fit on a page, from the first. */
function fitting(sizes: readonly { bytes: number }[]): number {
  let room: number = LIMITS.pageBytes
  const at = sizes.findIndex(({ bytes }) => {
    room -= bytes
    return room < 0
  })
  return at < 0 ? sizes.length : at
}

/** Queued messages come last, no matter when they were sent. */
async function queuedIn(db: Reader, sessionId: string) {
  const waits = and(eq(messages.sessionId, sessionId), isNull(messages.turnId))
  return db.select().from(messages).where(waits).orderBy(asc(messages.position))
}

export async function olderThan(
  userId: string,
  sessionId: string,
  position: number,
): Promise<OlderMessages | Refusal> {
  return read(async (db) => {
    if (!(await findSession(db, userId, sessionId))) return BOARD_NOT_FOUND
    const page = await readMessages(db, sessionId, position)
    return { ok: true, ...page, activeRevisions: await activeRevisionsOf(db, sessionId, page.turns) }
  })
}

/** The changes of these turns that can still be undone, for the Undo under their messages. */
export async function activeRevisionsOf(
  db: Reader,
  sessionId: string,
  of: readonly Turn[],
): Promise<ActiveRevision[]> {
  const turnIds = of.map((turn) => turn.id)
  const rows = await db
    .select({ number: revisions.number, turnId: revisions.turnId, reply: revisions.reply })
    .from(revisions)
    .where(
      and(eq(revisions.sessionId, sessionId), inArray(revisions.turnId, turnIds), isNull(revisions.undoneBy)),
    )
    .orderBy(asc(revisions.number))
  // The latest first; of what has no room, it is known that it stands, not where.
  const numbers = rows.map(({ number }) => number).reverse()
  const sizes = await changeBytes(db, sessionId, numbers)
  const shown = numbers.slice(0, fitting(numbers.map((number) => ({ bytes: sizes.get(number) ?? 0 }))))
  const made = await changesOf(db, sessionId, shown)
  return rows.flatMap(({ turnId, ...row }) =>
    turnId === null ? [] : [{ ...row, turnId, rows: visibleRows(made.get(row.number) ?? []) }],
  )
}
