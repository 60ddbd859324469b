/** What was said on a board, however long ago: by SQLite's full-text search, the best messages first. */
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { matchOf } from '#db/full-text.ts'
import { messages, messageTexts } from '#db/schema.ts'
import { wordsOf } from '#lib/board/text/search-words.ts'
import { LIMITS } from '#lib/limits.ts'

export type MessageHit = {
  messageId: string
  role: 'user' | 'assistant'
  /** It came with a file. */
  isImported: boolean
  createdAt: number
  snippet: string
}

/** Tokens that one snippet shows. */
const SNIPPET_TOKENS = 40

/** `exceptTurn`: the turn that asks, whose own words would be found first. */
export async function searchHistory(
  sessionId: string,
  query: string,
  exceptTurn?: string,
): Promise<MessageHit[]> {
  const match = matchOf('session_id', sessionId, wordsOf(query))
  if (match === null) return []
  const isOther = exceptTurn ? or(isNull(messages.turnId), ne(messages.turnId, exceptTurn)) : undefined
  return read((db) =>
    db
      .select({
        messageId: messages.id,
        role: messages.role,
        isImported: sql<boolean>`json_extract(${messages.parts}, '$[#-1].type') is 'imported'`.mapWith(
          Boolean,
        ),
        createdAt: messages.createdAt,
        snippet: sql<string>`snippet(message_search, 1, '', '', '…', ${SNIPPET_TOKENS})`,
      })
      .from(messageTexts)
      .innerJoin(sql`message_search`, sql`message_search.rowid = ${messageTexts.id}`)
      .innerJoin(messages, eq(messages.id, messageTexts.messageId))
      .where(and(sql`message_search match ${match}`, eq(messages.sessionId, sessionId), isOther))
      // What people said themselves is what a search for a fact is about; a user's message wins a tie.
      .orderBy(sql`bm25(message_search, 0, 1) - (${messages.role} = 'user')`, sql`${messages.position} desc`)
      .limit(LIMITS.saidFound),
  )
}
