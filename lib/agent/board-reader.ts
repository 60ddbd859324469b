/** What the offline model knows of the board it answers for. */
import { and, desc, eq, lt } from 'drizzle-orm'
import { allCategories } from '#db/board-store.ts'
import { read } from '#db/client.ts'
import { messages, tasks, turns } from '#db/schema.ts'
import { toMessage } from '#lib/session/rows.ts'

export type BoardReader = {
  categories(): Promise<string[]>
  /** Numbers of the tasks in the table shown last, in its order: "the second one". */
  shown(): Promise<number[]>
  /** The task touched last: "it", "that one". */
  lastNumber(): Promise<number | null>
}

const TABLE_ROW = /^\| #(\d{1,9}) \|/gm

export function boardReader(sessionId: string, turnId: string): BoardReader {
  return {
    categories: () =>
      read(async (db) => (await allCategories(db, sessionId)).rows.map((category) => category.name)),
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
