/** Facts about a user, used in all of their sessions. Only this file writes them. */
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Reader, read, type Tx, write } from '#db/client.ts'
import { memories } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { memoryText } from '#lib/board/readers/user-tools.ts'
import { findSecret } from '#lib/board/secrets/find-secret.ts'
import { messageOfZodError } from '#lib/board/text/input-error.ts'
import { fold } from '#lib/board/text/text.ts'
import type { Memory } from '#lib/board/wire/memory.ts'
import { LIMITS } from '#lib/limits.ts'
import { closest } from './search.ts'

export type NewMemory = {
  /** The same id again is the same memory. */
  id: string
  text: string
  source: Memory['source']
  said?: { sessionId: string; turnId: string }
  now?: number
}

export type Kept = { ok: true; memory: Memory; isNew: boolean } | Refusal

const UNKNOWN = refuse('not_found', 'This memory no longer exists.')

export async function remember(userId: string, given: NewMemory): Promise<Kept> {
  return write((tx) => rememberIn(tx, userId, given))
}

/** As part of a larger transaction. */
export async function rememberIn(tx: Tx, userId: string, given: NewMemory): Promise<Kept> {
  const { id, source, said, now = Date.now() } = given
  const text = textOfMemory(given.text)
  if (typeof text !== 'string') return text
  const live = await liveMemories(tx, userId)
  const known = live.find((memory) => memory.id === id || fold(memory.text) === fold(text))
  if (known) return { ok: true, memory: known, isNew: false }
  if (live.length >= LIMITS.memoriesPerUser) {
    return refuse('limit', `Memory is full (${LIMITS.memoriesPerUser}). Forget one first.`)
  }
  const row = { id, text, source, sessionId: said?.sessionId ?? null, createdAt: now, updatedAt: now }
  const [stored] = await tx
    .insert(memories)
    .values({ ...row, userId, turnId: said?.turnId ?? null })
    .onConflictDoUpdate({
      target: memories.id,
      set: { deletedAt: null },
      setWhere: eq(memories.userId, userId),
    })
    .returning()
  if (!stored) return refuse('key_reused', 'This id was used before.')
  return { ok: true, memory: toMemory(stored), isNew: true }
}

/** Secrets are refused, as for values. */
export function textOfMemory(given: string): string | Refusal {
  const parsed = memoryText.safeParse(given)
  if (!parsed.success) return refuse('invalid', messageOfZodError(parsed.error))
  const secret = findSecret(parsed.data)
  if (!secret) return parsed.data
  return refuse('not_allowed', `This looks like ${secret.what}, so it wasn’t saved. Use a password manager.`)
}

/** Finds the one memory that matches the words; several matches are refused. */
export async function findMemoryByText(db: Reader, userId: string, words: string): Promise<Memory | Refusal> {
  const [first, second] = closest(await liveMemories(db, userId), words)
  if (!first) return refuse('not_found', `No memory matches “${words}”.`)
  if (!second) return first
  return refuse('ambiguous', `Which one: “${first.text}” or “${second.text}”? Be more specific.`)
}

export async function editMemory(
  userId: string,
  id: string,
  given: string,
  now = Date.now(),
): Promise<{ ok: true; memory: Memory } | Refusal> {
  const text = textOfMemory(given)
  if (typeof text !== 'string') return text
  return write(async (tx) => {
    const live = await liveMemories(tx, userId)
    const twin = live.find((memory) => memory.id !== id && fold(memory.text) === fold(text))
    if (twin) return refuse('exists', 'Already saved.')
    const mine = and(eq(memories.id, id), eq(memories.userId, userId), isNull(memories.deletedAt))
    const [row] = await tx.update(memories).set({ text, updatedAt: now }).where(mine).returning()
    return row ? { ok: true, memory: toMemory(row) } : UNKNOWN
  })
}

/** Deletes one or all; deleted memories can be restored for some days. */
export async function forget(
  userId: string,
  id: string | 'all',
  now = Date.now(),
): Promise<{ ok: true; forgotten: string[] }> {
  return write(async (tx) => ({ ok: true, forgotten: await forgetIn(tx, userId, id, now) }))
}

/** `still`: only if its text is still this. */
export async function forgetIn(
  tx: Tx,
  userId: string,
  id: string | 'all',
  now = Date.now(),
  still?: string,
): Promise<string[]> {
  const mine = and(
    eq(memories.userId, userId),
    isNull(memories.deletedAt),
    id === 'all' ? undefined : eq(memories.id, id),
    still === undefined ? undefined : eq(memories.text, still),
  )
  const rows = await tx.update(memories).set({ deletedAt: now }).where(mine).returning({ id: memories.id })
  return rows.map((row) => row.id)
}

export async function restoreMemories(
  userId: string,
  ids: readonly string[],
): Promise<{ ok: true } | Refusal> {
  return write((tx) => bringBackIn(tx, userId, ids))
}

export async function bringBackIn(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<{ ok: true } | Refusal> {
  const live = await liveMemories(tx, userId)
  if (live.length + ids.length > LIMITS.memoriesPerUser) {
    return refuse('limit', `You can have up to ${LIMITS.memoriesPerUser} memories. Forget one first.`)
  }
  for (const id of ids) {
    const mine = and(eq(memories.id, id), eq(memories.userId, userId), isNotNull(memories.deletedAt))
    await tx.update(memories).set({ deletedAt: null }).where(mine)
  }
  return { ok: true }
}

/** The latest first. */
export async function listMemories(userId: string): Promise<Memory[]> {
  return read((db) => liveMemories(db, userId))
}

export async function liveMemories(db: Reader, userId: string): Promise<Memory[]> {
  const mine = and(eq(memories.userId, userId), isNull(memories.deletedAt))
  const rows = await db
    .select()
    .from(memories)
    .where(mine)
    .orderBy(desc(memories.updatedAt), desc(memories.id))
  return rows.map(toMemory)
}

function toMemory(row: typeof memories.$inferSelect): Memory {
  const { id, text, source, sessionId, turnId, createdAt, updatedAt } = row
  return { id, text, source, sessionId, turnId, createdAt, updatedAt }
}
