/** Sessions, the boards of the screen: made, listed, duplicated, cleared. What becomes of them: lifecycle.ts. */

import { and, asc, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { generateNKeysBetween } from 'fractional-indexing'
import { z } from 'zod'
import { everyRow } from '#db/board-store.ts'
import { type Reader, read, type Tx, write } from '#db/client.ts'
import { approvals, messages, sessions, turns } from '#db/schema.ts'
import type { InputOf } from '#lib/board/commands/registry.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { FIRST_CATEGORIES } from '#lib/board/model/names.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Task } from '#lib/board/model/types.ts'
import { isExpired } from '#lib/board/state/read-state.ts'
import { templateDefaults } from '#lib/board/state/template.ts'
import { cleanLine, shorten } from '#lib/board/text/text.ts'
import type { SessionSummary } from '#lib/board/wire/events.ts'
import { canAccess, findSession, type SessionRow } from '#lib/identity/access.ts'
import { type Browser, makeUser } from '#lib/identity/auth.ts'
import { ownId } from '#lib/identity/own-id.ts'
import { LIMITS } from '#lib/limits.ts'
import { executeIn } from '../commands/execute.ts'
import { BOARD_NOT_FOUND } from '../commands/update-session.ts'
import { appendToFeed } from '../feed/feed.ts'
import { notify } from '../feed/notify.ts'
import { toSummaries } from '../feed/to-summary.ts'
import { problemOfName, UNNAMED } from './naming.ts'

type Made = { ok: true; sessionId: string } | Refusal
type Ended = { ok: true; stopped: string[] } | Refusal

const TAKEN = refuse('exists', 'This board id already exists. Use another, or leave it out.')

/** What a caller may choose of a new session; the rest is the template's. */
export const givenSchema = z.strictObject({ id: idSchema.optional(), name: z.string().optional() })
export type GivenSession = z.output<typeof givenSchema>

export async function createSession(
  userId: string,
  now = Date.now(),
  { id: chosen, name }: GivenSession = {},
): Promise<Made> {
  const made = await write(async (tx) => {
    if (chosen === undefined) return createSessionIn(tx, userId, now, { name })
    const isTaken = (await findChosen(tx, userId, chosen)) !== null
    return isTaken ? TAKEN : createSessionIn(tx, userId, now, { id: ownId(userId, chosen), name })
  })
  notify(userId)
  return made
}

/** The id of the board that a program names: by its id, or by the one chosen when the board was made. */
export async function boardNamed(userId: string, named: string): Promise<string> {
  return (await read((db) => findChosen(db, userId, named))) ?? named
}

async function findChosen(db: Reader, userId: string, named: string): Promise<string | null> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(canAccess(userId), inArray(sessions.id, [named, ownId(userId, named)])))
    .limit(1)
  return row?.id ?? null
}

/** A new user with a first board, at once: there is never one without the other. */
export async function createFirstSession(
  browser: Browser = {},
  now = Date.now(),
): Promise<{ token: string; sessionId: string }> {
  return write(async (tx) => {
    const { userId, token } = await makeUser(tx, now, browser)
    const made = await createSessionIn(tx, userId, now)
    if (!made.ok) throw new Error(made.message)
    return { token, sessionId: made.sessionId }
  })
}

async function createSessionIn(
  tx: Tx,
  userId: string,
  now: number,
  { id = newId(), name = '' }: GivenSession = {},
): Promise<Made> {
  const chosen = cleanLine(name)
  const bad = problemOfName(chosen) ?? (await isFull(tx, userId))
  if (bad) return bad
  const [taken] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, id))
  if (taken) return TAKEN
  const named = chosen ? ({ name: chosen, namedBy: 'user' } as const) : UNNAMED
  await insertSession(tx, userId, { id, ...named }, now)
  const ranks = generateNKeysBetween(null, null, FIRST_CATEGORIES.length)
  const first = FIRST_CATEGORIES.map((name, i) => ({ id: newId(), name, rank: ranks[i] as string }))
  const values = Object.entries(templateDefaults()).map(([key, value]) => ({
    id: key,
    json: JSON.stringify(value),
    expiresAt: null,
  }))
  return fill(tx, { userId, sessionId: id, now }, { categories: first, values })
}

/** The first revision of a new board. */
async function fill(
  tx: Tx,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: number },
  rows: Omit<InputOf<'start_board'>, 'tasks'> & { tasks?: Task[] },
): Promise<Made> {
  const command = { name: 'start_board', input: { tasks: [], ...rows } }
  const outcome = await executeIn(tx, { userId, sessionId, actor: 'system', now }, [command])
  return outcome.ok ? { ok: true, sessionId } : outcome
}

export async function isFull(tx: Tx, userId: string): Promise<Refusal | null> {
  if ((await countSessions(tx, userId)) < LIMITS.sessionsPerUser) return null
  return refuse(
    'limit',
    `You have ${LIMITS.sessionsPerUser} boards, the most there can be. Delete one first.`,
  )
}

export async function countSessions(tx: Tx, userId: string): Promise<number> {
  const [mine] = await tx.select({ n: count() }).from(sessions).where(canAccess(userId))
  return mine?.n ?? 0
}

export async function insertSession(
  tx: Tx,
  userId: string,
  row: Pick<SessionRow, 'id' | 'name' | 'namedBy'> & Partial<SessionRow>,
  now: number,
): Promise<void> {
  await tx.insert(sessions).values({ ...row, userId, createdAt: now, updatedAt: now, openedAt: now })
  await appendToFeed(tx, { userId, sessionId: row.id, now }, { kind: 'session', ref: row.id, isNew: true })
}

export async function listSessions(db: Reader, userId: string): Promise<SessionSummary[]> {
  const rows = await db.select().from(sessions).where(canAccess(userId)).orderBy(desc(sessions.updatedAt))
  return toSummaries(db, rows)
}

/** The boards of a user, and the one opened last. */
export async function readBoards(userId: string) {
  const boards = await read((db) => listSessions(db, userId))
  return { boards, lastOpened: await lastOpened(userId) }
}

/** Where `/` goes: the board opened last, an archived one only where there is no other. */
export async function lastOpened(userId: string): Promise<string | null> {
  return read(async (db) => {
    const [row] = await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(canAccess(userId))
      .orderBy(asc(isNotNull(sessions.archivedAt)), desc(sessions.openedAt), desc(sessions.createdAt))
      .limit(1)
    return row?.id ?? null
  })
}

export async function markOpened(userId: string, sessionId: string, now = Date.now()): Promise<void> {
  await write(async (tx) => {
    await tx
      .update(sessions)
      .set({ openedAt: now, visits: sql`${sessions.visits} + 1` })
      .where(canAccess(userId, sessionId))
  })
}

/** A new board with the same rows and instructions; history and messages stay with the old one. */
export async function duplicateSession(userId: string, sessionId: string, now = Date.now()): Promise<Made> {
  const made = await write<Made>(async (tx) => {
    const from = await findSession(tx, userId, sessionId)
    if (!from) return BOARD_NOT_FOUND
    const full = await isFull(tx, userId)
    if (full) return full
    const id = newId()
    const name = shorten(`${from.name} (copy)`, LIMITS.sessionNameChars)
    await insertSession(tx, userId, { id, name, namedBy: 'user', instructions: from.instructions }, now)
    const { category, task, list, item, value } = await everyRow(tx, sessionId)
    const values = value.filter((row) => !isExpired(row, now))
    const rows = { categories: category, tasks: task, lists: list, items: item, values }
    return fill(tx, { userId, sessionId: id, now }, rows)
  })
  notify(userId)
  return made
}

/** Takes the messages away and keeps the board; turns go with them, revisions stay. */
export async function clearChat(userId: string, sessionId: string, now = Date.now()): Promise<Ended> {
  const done = await write<Ended>(async (tx) => {
    if (!(await findSession(tx, userId, sessionId))) return BOARD_NOT_FOUND
    const rows = await tx.delete(turns).where(eq(turns.sessionId, sessionId)).returning({ id: turns.id })
    await tx.delete(approvals).where(eq(approvals.sessionId, sessionId))
    await tx.delete(messages).where(eq(messages.sessionId, sessionId))
    await tx.update(sessions).set({ summary: '', summaryTo: 0 }).where(eq(sessions.id, sessionId))
    await appendToFeed(
      tx,
      { userId, sessionId, now },
      { kind: 'messages-cleared', ref: `${sessionId}:messages` },
      { kind: 'session', ref: sessionId },
    )
    return { ok: true, stopped: rows.map((row) => row.id) }
  })
  notify(userId)
  return done
}
