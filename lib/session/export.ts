/** A whole session as data: state, messages, turns, revisions. */
import { asc, eq } from 'drizzle-orm'
import { everyRow } from '#db/board-store.ts'
import { read } from '#db/client.ts'
import { changesOf } from '#db/revision-store.ts'
import { messages, revisions, turns } from '#db/schema.ts'
import type { Change } from '#lib/board/changes.ts'
import { itemsOf, listsInOrder } from '#lib/board/state/lists.ts'
import { valuesOf } from '#lib/board/state/state.ts'
import { boardOf } from '#lib/board/tables.ts'
import type { Category, Item, List, Task } from '#lib/board/types.ts'
import type { Message, Turn } from '#lib/board/wire.ts'
import { findSession } from '#lib/identity/access.ts'
import { toMessage, toTurn } from './rows.ts'

export type ExportedRevision = {
  number: number
  actor: string
  turnId: string | null
  kind: string
  reply: string
  undoes: readonly number[]
  undoneBy: number | null
  commands: unknown
  changes: readonly Change[]
  createdAt: number
}

export type SessionExport = {
  format: 'taskboard/1'
  session: { id: string; name: string; revision: number; nextNumber: number; createdAt: number }
  /** Tasks name their category, as everywhere that people read them. */
  state: {
    tasks: (Task & { category: string })[]
    categories: Category[]
    lists: (List & { items: Item[] })[]
    [value: string]: unknown
  }
  messages: Message[]
  turns: Turn[]
  revisions: ExportedRevision[]
}

/** `null` where this user has no such session. */
export async function exportSession(
  userId: string,
  sessionId: string,
  now = Date.now(),
): Promise<SessionExport | null> {
  return read(async (db) => {
    const session = await findSession(db, userId, sessionId)
    if (!session) return null
    const rows = await everyRow(db, sessionId)
    const { task: tasks, category: categories } = rows
    const board = boardOf(rows, session.nextNumber)
    const names = new Map(categories.map((category) => [category.id, category.name]))
    const said = await db
      .select()
      .from(messages)
      .where(eq(messages.sessionId, sessionId))
      .orderBy(asc(messages.position))
    const done = await db
      .select()
      .from(turns)
      .where(eq(turns.sessionId, sessionId))
      .orderBy(asc(turns.startedAt))
    const log = await db
      .select()
      .from(revisions)
      .where(eq(revisions.sessionId, sessionId))
      .orderBy(asc(revisions.number))
    const made = await changesOf(db, sessionId, null)
    const { id, name, revision, nextNumber, createdAt } = session
    return {
      format: 'taskboard/1',
      session: { id, name, revision, nextNumber, createdAt },
      state: {
        tasks: tasks.map((task) => ({ ...task, category: names.get(task.categoryId) ?? '' })),
        categories,
        lists: listsInOrder(board).map((list) => ({ ...list, items: itemsOf(board, list.id) })),
        ...valuesOf(board, now),
      },
      messages: said.map(toMessage),
      turns: done.map(toTurn),
      revisions: log.map((row) => ({
        number: row.number,
        actor: row.actor,
        turnId: row.turnId,
        kind: row.kind,
        reply: row.reply,
        undoes: row.undoes,
        undoneBy: row.undoneBy,
        commands: row.commands,
        changes: made.get(row.number) ?? [],
        createdAt: row.createdAt,
      })),
    }
  })
}
