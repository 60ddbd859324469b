/** Exports and imports a user's library, as part of a file of everything. */
import { fold } from '#lib/board/text/text.ts'
import type { FileUserData } from '#lib/board/transfer/file-user-data.ts'
import type { ExportedDocument } from '#lib/board/transfer/format.ts'
import { listDocuments, putDocument, readDocument } from './documents.ts'

/** One at a time: a library can be too large to hold in memory. */
export async function* documentsToFile(userId: string): AsyncGenerator<ExportedDocument> {
  for (const { id } of (await listDocuments(userId)).toReversed()) {
    const found = await readDocument(userId, id)
    // Deleted since.
    if (found) yield { name: found.document.name, tags: found.document.tags, text: found.text }
  }
}

/** A document whose name exists isn’t changed. `leftOut`: how many didn’t fit. */
export async function bringDocuments(
  userId: string,
  documents: FileUserData['documents'],
): Promise<{ added: number; leftOut: number }> {
  const there = new Set((await listDocuments(userId)).map(({ name }) => fold(name)))
  let [added, leftOut] = [0, 0]
  for (const document of documents) {
    if (there.has(fold(document.name))) continue
    const put = await putDocument(userId, document)
    if (put.ok) added += 1
    else leftOut += 1
  }
  return { added, leftOut }
}
