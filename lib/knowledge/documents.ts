/** The user's library: texts that the agent can search. Only this file writes them. */
import { and, count, desc, eq, isNotNull, isNull, ne, sum } from 'drizzle-orm'
import { read, type Tx, write } from '#db/client.ts'
import { documents, passages } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { documentName, tag } from '#lib/board/readers/user-tools.ts'
import { messageOfZodError } from '#lib/board/text/input-error.ts'
import { cleanText, fold } from '#lib/board/text/text.ts'
import type { DocumentInfo, Passage } from '#lib/board/wire/documents.ts'
import { LIMITS } from '#lib/limits.ts'
import { passagesOf } from './passages.ts'

const UNKNOWN = refuse('not_found', 'Document not found.')
export const TOO_LARGE = refuse(
  'limit',
  `Documents can have up to ${LIMITS.documentBytes / 1_000_000} MB. Split it, or shorten it.`,
)
const ROWS_PER_INSERT = 200

const infoColumns = {
  id: documents.id,
  name: documents.name,
  tags: documents.tags,
  bytes: documents.bytes,
  version: documents.version,
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt,
}

const isOf = (userId: string) => and(eq(documents.userId, userId), isNull(documents.deletedAt))

export type Added = { ok: true; document: DocumentInfo; replaced: boolean } | Refusal

/** The same name again replaces the text and keeps id and tags, unless tags are given. */
export async function putDocument(
  userId: string,
  given: { name: string; text: string; tags?: readonly string[] },
  now = Date.now(),
): Promise<Added> {
  const name = documentName.safeParse(given.name)
  if (!name.success) return refuse('invalid', messageOfZodError(name.error))
  const tags = given.tags && checkTags(given.tags)
  if (tags && 'ok' in tags) return tags
  const text = cleanText(given.text)
  if (!text.trim()) return refuse('invalid', 'The document is empty.')
  const bytes = Buffer.byteLength(text)
  if (bytes > LIMITS.documentBytes) {
    return TOO_LARGE
  }
  // Cut before the transaction starts: it takes a while for a megabyte.
  const pieces = passagesOf(text)
  return write((tx) => put(tx, userId, { name: name.data, text, bytes, tags, pieces }, now))
}

type Checked = { name: string; text: string; bytes: number; tags?: string[]; pieces: readonly Passage[] }

async function put(tx: Tx, userId: string, given: Checked, now: number): Promise<Added> {
  const { name, text, bytes, tags, pieces } = given
  const nameKey = fold(name)
  const mine = and(eq(documents.userId, userId), eq(documents.nameKey, nameKey))
  const [known] = await tx
    .select({ ...infoColumns, deletedAt: documents.deletedAt })
    .from(documents)
    .where(mine)
  const others = and(isOf(userId), ne(documents.nameKey, nameKey))
  const [held] = await tx
    .select({ n: count(), bytes: sum(documents.bytes) })
    .from(documents)
    .where(others)
  if ((held?.n ?? 0) >= LIMITS.documentsPerUser) {
    return refuse('limit', `The library is full (${LIMITS.documentsPerUser} documents). Delete one first.`)
  }
  if (Number(held?.bytes ?? 0) + bytes > LIMITS.libraryBytes) {
    const most = LIMITS.libraryBytes / 1_000_000
    return refuse('limit', `A library can hold up to ${most} MB. Delete documents first.`)
  }
  const document = {
    id: known?.id ?? newId(),
    name,
    tags: tags ?? known?.tags ?? [],
    bytes,
    version: (known?.version ?? 0) + 1,
    createdAt: known?.createdAt ?? now,
    updatedAt: now,
  }
  const row = { ...document, userId, nameKey, text, deletedAt: null }
  await tx.insert(documents).values(row).onConflictDoUpdate({ target: documents.id, set: row })
  await putPassages(tx, userId, document.id, pieces)
  return { ok: true, document, replaced: known?.deletedAt === null }
}

async function putPassages(tx: Tx, userId: string, documentId: string, pieces: readonly Passage[]) {
  await tx.delete(passages).where(eq(passages.documentId, documentId))
  for (let at = 0; at < pieces.length; at += ROWS_PER_INSERT) {
    const some = pieces.slice(at, at + ROWS_PER_INSERT)
    await tx.insert(passages).values(some.map((piece) => ({ ...piece, userId, documentId })))
  }
}

export async function tagDocument(
  userId: string,
  id: string,
  given: readonly string[],
): Promise<{ ok: true; tags: string[] } | Refusal> {
  const tags = checkTags(given)
  if ('ok' in tags) return tags
  return write(async (tx) => {
    const mine = and(eq(documents.id, id), isOf(userId))
    const rows = await tx.update(documents).set({ tags }).where(mine).returning({ id: documents.id })
    return rows.length > 0 ? { ok: true, tags } : UNKNOWN
  })
}

function checkTags(given: readonly string[]): string[] | Refusal {
  const tags = new Set<string>()
  for (const one of given) {
    const parsed = tag.safeParse(one)
    if (!parsed.success) return refuse('invalid', messageOfZodError(parsed.error))
    tags.add(parsed.data)
  }
  if (tags.size <= LIMITS.tagsPerDocument) return [...tags]
  return refuse('limit', `Documents can have up to ${LIMITS.tagsPerDocument} tags.`)
}

/** It can be restored for some days. */
export async function deleteDocument(
  userId: string,
  id: string,
  now = Date.now(),
): Promise<{ ok: true } | Refusal> {
  return write(async (tx) => {
    const mine = and(eq(documents.id, id), isOf(userId))
    const rows = await tx
      .update(documents)
      .set({ deletedAt: now })
      .where(mine)
      .returning({ id: documents.id })
    if (rows.length === 0) return UNKNOWN
    await tx.delete(passages).where(eq(passages.documentId, id))
    return { ok: true }
  })
}

export async function restoreDocument(userId: string, id: string): Promise<{ ok: true } | Refusal> {
  const found = await read(async (db) => {
    const mine = and(eq(documents.id, id), eq(documents.userId, userId), isNotNull(documents.deletedAt))
    const [row] = await db.select({ name: documents.name, text: documents.text }).from(documents).where(mine)
    return row
  })
  if (!found) return UNKNOWN
  const restored = await putDocument(userId, found)
  return restored.ok ? { ok: true } : restored
}

/** The latest first, without their texts. */
export async function listDocuments(userId: string): Promise<DocumentInfo[]> {
  return read((db) =>
    db.select(infoColumns).from(documents).where(isOf(userId)).orderBy(desc(documents.updatedAt)),
  )
}

export async function readDocument(
  userId: string,
  id: string,
): Promise<{ document: DocumentInfo; text: string; passages: Passage[] } | null> {
  return read(async (db) => {
    const mine = and(eq(documents.id, id), isOf(userId))
    const [row] = await db
      .select({ ...infoColumns, text: documents.text })
      .from(documents)
      .where(mine)
    if (!row) return null
    const pieces = await db
      .select({
        position: passages.position,
        heading: passages.heading,
        text: passages.text,
        start: passages.start,
      })
      .from(passages)
      .where(eq(passages.documentId, id))
      .orderBy(passages.position)
    const { text, ...document } = row
    return { document, text, passages: pieces }
  })
}
