/** What the offline model knows of the board it answers for. */
import { and, desc, eq, lt } from 'drizzle-orm'
import { allCategories, allRows } from '#db/board-store.ts'
import { type Reader, read } from '#db/client.ts'
import { messages, tasks, turns } from '#db/schema.ts'
import { itemsOf, listsInOrder } from '#lib/board/state/lists.ts'
import { valuesOf } from '#lib/board/state/state.ts'
import { toMessage } from '#lib/session/rows.ts'
import type { Context } from '#lib/understand/types.ts'

export type Vocabulary = Required<Pick<Context, 'categories' | 'titles' | 'lists' | 'values' | 'checkpoints'>>

export type BoardReader = {
  /** What the board's things are called. */
  vocabulary(): Promise<Vocabulary>
  /** Numbers of the tasks in the table shown last, in its order: "the second one". */
  shown(): Promise<number[]>
  /** The task touched last: "it", "that one". */
  lastNumber(): Promise<number | null>
}

/** So much of a board can be spoken of by name alone. */
const KNOWN_TITLES = 300
const KNOWN_ITEMS = 2_000
/** The rows of a table, and the lines of a plan or a summary. */
const TABLE_ROW = /^[|-] #(\d{1,9})\b/gm

export function boardReader(sessionId: string, turnId: string, now = Date.now): BoardReader {
  return {
    vocabulary: () => read((db) => vocabularyOf(db, sessionId, now())),
    shown: () =>
      read(async (db) => {
        const [turn] = await db.select().from(turns).where(eq(turns.id, turnId))
        const replies = await db
          .select()
          .from(messages)
          .where(
            and(
              eq(messages.sessionId, sessionId),
              eq(messages.role, 'assistant'),
              lt(messages.createdAt, turn?.startedAt ?? 0),
            ),
          )
          .orderBy(desc(messages.position))
          .limit(10)
        for (const row of replies) {
          const tables = toMessage(row).parts.map((part) => (part.type === 'tool' ? (part.output ?? '') : ''))
          const numbers = [...tables.join('\n').matchAll(TABLE_ROW)].map((match) => Number(match[1]))
          if (numbers.length > 0) return numbers
        }
        return []
      }),
    lastNumber: () =>
      read(async (db) => {
        const here = eq(tasks.sessionId, sessionId)
        const [row] = await db.select().from(tasks).where(here).orderBy(desc(tasks.revision)).limit(1)
        return row && row.revision > 1 ? row.number : null
      }),
  }
}

async function vocabularyOf(db: Reader, sessionId: string, now: number): Promise<Vocabulary> {
  const categories = (await allCategories(db, sessionId)).rows
  const titles = await db
    .select({ title: tasks.title })
    .from(tasks)
    .where(eq(tasks.sessionId, sessionId))
    .orderBy(desc(tasks.revision))
    .limit(KNOWN_TITLES)
  const lists = byId((await allRows(db, 'list', sessionId)).rows)
  const items = byId((await allRows(db, 'item', sessionId)).rows.slice(0, KNOWN_ITEMS))
  const values = byId((await allRows(db, 'value', sessionId)).rows)
  const checkpoints = (await allRows(db, 'checkpoint', sessionId)).rows
  return {
    categories: categories.map(({ name }) => name),
    titles: titles.map(({ title }) => title),
    lists: listsInOrder({ lists }).map(({ id, name }) => ({
      name,
      items: itemsOf({ items }, id).map(({ text }) => text),
    })),
    values: valuesOf({ values }, now),
    checkpoints: checkpoints.toSorted((a, b) => b.createdAt - a.createdAt).map(({ name }) => name),
  }
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
