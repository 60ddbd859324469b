/** Searches the user's library with SQLite's full-text search, best passages first. */
import { and, eq, like, sql } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { matchOf } from '#db/full-text.ts'
import { documents, passages } from '#db/schema.ts'
import { wordsOf } from '#lib/board/text/search-words.ts'
import { fold } from '#lib/board/text/text.ts'
import { LIMITS } from '#lib/limits.ts'
import { escapeLike } from '#lib/session/commands/resolve-references.ts'

export type Found = {
  documentId: string
  name: string
  position: number
  heading: string
  /** The passage, cut around the words that were found. */
  snippet: string
  text: string
}

/** Tokens per snippet. */
const SNIPPET_TOKENS = 48

/** Only documents that have every given tag, and the given text in their name, are searched. */
export async function searchKnowledge(
  userId: string,
  query: string,
  { tags = [], document }: { tags?: readonly string[]; document?: string } = {},
): Promise<Found[]> {
  const match = matchOf('user_id', userId, wordsOf(query))
  if (match === null) return []
  const wanted = tags.map(fold)
  const isTagged = wanted.map(
    (name) => sql`exists (select 1 from json_each(${documents.tags}) where value = ${name})`,
  )
  const isNamed =
    document === undefined
      ? undefined
      : like(documents.nameKey, sql`${`%${escapeLike(fold(document))}%`} escape '\\'`)
  return read((db) =>
    db
      .select({
        documentId: documents.id,
        name: documents.name,
        position: passages.position,
        heading: passages.heading,
        text: passages.text,
        snippet: sql<string>`snippet(passage_search, 2, '', '', '…', ${SNIPPET_TOKENS})`,
      })
      .from(passages)
      .innerJoin(sql`passage_search`, sql`passage_search.rowid = ${passages.id}`)
      .innerJoin(documents, eq(documents.id, passages.documentId))
      .where(and(sql`passage_search match ${match}`, eq(passages.userId, userId), isNamed, ...isTagged))
      .orderBy(sql`bm25(passage_search, 0, 2, 1)`, documents.id, passages.position)
      .limit(LIMITS.passagesFound),
  )
}
