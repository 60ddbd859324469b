/** Search over a user's boards: names, task titles, messages. */
import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { messages, sessions, tasks } from '#db/schema.ts'
import { cleanLine } from '#lib/board/text/text.ts'
import type { SearchHit } from '#lib/board/wire/board-actions.ts'
import { canAccess } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'

const AROUND = 40

export async function search(userId: string, query: string): Promise<{ ok: true; hits: SearchHit[] }> {
  const words = cleanLine(query)
  if (!words) return { ok: true, hits: [] }
  return read(async (db) => {
    const mine = (condition: SQL) => and(canAccess(userId), condition)
    const each = Math.floor(LIMITS.searchHits / 3)
    const names = await db
      .select({ sessionId: sessions.id, name: sessions.name })
      .from(sessions)
      .where(mine(holds(sessions.name, words)))
      .orderBy(desc(sessions.updatedAt))
      .limit(each)
    const titles = await db
      .select({ sessionId: sessions.id, name: sessions.name, text: tasks.title })
      .from(tasks)
      .innerJoin(sessions, eq(sessions.id, tasks.sessionId))
      .where(mine(holds(tasks.title, words)))
      .orderBy(desc(sessions.updatedAt))
      .limit(each)
    const said = sql<string>`case when json_valid(${messages.parts}) then json_extract(${messages.parts}, '$[0].text') end`
    const texts = await db
      .select({ sessionId: sessions.id, name: sessions.name, text: said })
      .from(messages)
      .innerJoin(sessions, eq(sessions.id, messages.sessionId))
      .where(mine(holds(said, words)))
      .orderBy(desc(messages.createdAt))
      .limit(each)
    const hit = (where: SearchHit['where']) => (row: { sessionId: string; name: string; text: string }) => ({
      sessionId: row.sessionId,
      name: row.name,
      where,
      excerpt: excerpt(row.text, words),
    })
    return {
      ok: true,
      hits: [
        ...names.map((row) => ({ ...row, where: 'name' as const, excerpt: row.name })),
        ...titles.map(hit('task')),
        ...texts.map(hit('message')),
      ],
    }
  })
}

/** Like `like`, which takes seconds for words that a long text nearly holds everywhere. */
function holds(text: SQLWrapper, words: string): SQL {
  return sql`instr(lower(${text}), lower(${words})) > 0`
}

function excerpt(text: string, words: string): string {
  const line = cleanLine(text)
  const at = Math.max(0, line.toLowerCase().indexOf(words.toLowerCase()))
  const start = Math.max(0, at - AROUND)
  const end = Math.min(line.length, at + words.length + AROUND)
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`
}
