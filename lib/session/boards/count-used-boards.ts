/** Counts boards that were used. */
import { and, count, eq, exists, gt, or } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { messages, sessions } from '#db/schema.ts'
import { canAccess } from '#lib/identity/access.ts'

/** A board's first revision is its creation; a second one, or a message, means that it was used. */
export async function countUsedBoards(userId: string): Promise<number> {
  return read(async (db) => {
    const talk = db.select({ id: messages.id }).from(messages).where(eq(messages.sessionId, sessions.id))
    const [row] = await db
      .select({ n: count() })
      .from(sessions)
      .where(and(canAccess(userId), or(gt(sessions.revision, 1), exists(talk))))
    return row?.n ?? 0
  })
}
