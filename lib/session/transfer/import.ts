/** Imports files: as new boards with messages and history, or as additions to an existing board. */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { breathe, type Tx, write } from '#db/client.ts'
import { DatabaseError } from '#db/errors.ts'
import { messages, sessions, turns } from '#db/schema.ts'
import { type Outcome, type Refusal, refuse } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { isExpired } from '#lib/board/state/read-state.ts'
import { type FileRows, withDefaultCategory } from '#lib/board/transfer/file-board.ts'
import type { ReadBoard } from '#lib/board/transfer/read-file.ts'
import type { History } from '#lib/board/transfer/replay.ts'
import { findSession } from '#lib/identity/access.ts'
import { ownId } from '#lib/identity/own-id.ts'
import { LIMITS } from '#lib/limits.ts'
import { countSessions, insertSession } from '../boards/create-board.ts'
import { execute, executeIn, importHistory, stageHistory } from '../commands/execute.ts'
import { orRefusal, RefusedError } from '../commands/refused.ts'
import { notify } from '../feed/notify.ts'
import { removeSessions } from '../maintenance/retention.ts'
import { messagesFromFile } from './import-messages.ts'

export type ImportedBoard = {
  sessionId: string
  name: string
  reply: string
  /** What was skipped, in sentences. */
  leftOut: readonly string[]
  /** The file's instructions, used only after the user has seen and accepted them. */
  instructions: string | null
}
export type Imported = { ok: true; boards: ImportedBoard[] } | Refusal

type Where = { userId: string; sessionId: string }

/** The owner of a board that is being imported. */
const NOBODY = ''
const IN_TRASH = refuse(
  'exists',
  'This file was imported with the same key before, and the board was deleted. Restore it, or use another key.',
)

/** `key`: an idempotency key; the same key creates no second board. */
type Sent = { key?: string; now?: number }

/** Creates a new board for each in the file; each is imported whole or not at all. */
export async function importNew(
  userId: string,
  boards: readonly ReadBoard[],
  { key = newId(), now = Date.now() }: Sent = {},
): Promise<Imported> {
  const made: ImportedBoard[] = []
  for (const [i, read] of boards.entries()) {
    const id = ownId(userId, `${key} ${i}`)
    const done = await attempt(() => importOne({ userId, sessionId: id }, read, boards.length - i, now))
    notify(userId)
    if ('ok' in done) {
      const before = made.length > 0 ? `${made.length} of ${boards.length} boards were imported. ` : ''
      return { ...done, message: `${before}${done.message}` }
    }
    made.push(done)
  }
  return { ok: true, boards: made }
}

/**
 * Conversation and log come first, in steps that others write between. They have no owner until the last step creates
 * the board; leftovers of a server that died before are purged with the deleted boards.
 */
async function importOne(
  where: Where,
  read: ReadBoard,
  needed: number,
  now: number,
): Promise<ImportedBoard | Refusal> {
  const { sessionId } = where
  const known = await write((tx) => begin(tx, where, needed, now))
  if (known) return known
  const rows = withDefaultCategory(read.rows, newId())
  const history = rows === read.rows ? read.history : null
  const talk = messagesFromFile(read.board, where, history !== null)
  const log = history && {
    ...history,
    rows: live(rows, now),
    revisions: history.revisions.map((entry) => ({ ...entry, turnId: talk.turnOf(entry.turnId) })),
  }
  try {
    for await (const some of chunks(talk.messages)) await write((tx) => tx.insert(messages).values(some))
    for await (const some of chunks(talk.turns)) await write((tx) => tx.insert(turns).values(some))
    if (log) await stageHistory(where, log.revisions)
    return await write((tx) => finish(tx, where, { ...read, rows }, log, talk.nextPosition, now))
  } catch (error) {
    await write((tx) => removeSessions(tx, [sessionId]))
    throw error
  }
}

/** A refusal, or the board that the same call created before. */
async function begin(
  tx: Tx,
  { userId, sessionId }: Where,
  needed: number,
  now: number,
): Promise<ImportedBoard | Refusal | null> {
  const known = await findSession(tx, userId, sessionId)
  if (known)
    return { sessionId, name: known.name, reply: 'Already imported.', leftOut: [], instructions: null }
  const held = await countSessions(tx, userId)
  if (held + needed > LIMITS.sessionsPerUser) {
    return refuse(
      'limit',
      `You can have up to ${LIMITS.sessionsPerUser} boards. You have ${held} and the file has ${needed}. Delete some first.`,
    )
  }
  const [left] = await tx.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.id, sessionId))
  if (left && left.userId !== NOBODY) return IN_TRASH
  await removeSessions(tx, [sessionId])
  const times = { createdAt: now, updatedAt: now, openedAt: now, deletedAt: now }
  await tx.insert(sessions).values({ id: sessionId, userId: NOBODY, name: '', namedBy: 'user', ...times })
  return null
}

async function finish(
  tx: Tx,
  where: Where,
  { board, rows, hasLog }: ReadBoard,
  log: History | null,
  nextPosition: number,
  now: number,
): Promise<ImportedBoard> {
  const { userId, sessionId } = where
  const { session, checkpoints, damaged } = board
  const { name, namedBy, createdAt, visits, instructions } = session
  const numbers = [...rows.task.map((task) => task.number + 1), log?.nextNumber ?? 1]
  const nextNumber = numbers.reduce((most, number) => Math.max(most, number), session.nextNumber)
  await tx.delete(sessions).where(eq(sessions.id, sessionId))
  await insertSession(tx, userId, { id: sessionId, name, namedBy, visits, nextNumber, nextPosition }, now)
  if (log) await importHistory(tx, where, log)
  const input = inputOf(log ? null : live(rows, now), name, log?.revisions.length)
  const outcome = await executeIn(tx, { ...where, actor: 'import', now }, [{ name: 'import_rows', input }])
  if (!outcome.ok) throw new RefusedError(outcome)
  // Keeps the time of its last change, so that boards keep their order; opened now, so that it doesn't count as unused.
  const updatedAt = Math.min(session.updatedAt ?? now, now)
  const fields = { createdAt: Math.min(createdAt, now), updatedAt, archivedAt: session.archivedAt }
  await tx.update(sessions).set(fields).where(eq(sessions.id, sessionId))
  const leftOut = [
    damaged.length > 0 ? 'Unreadable values were skipped.' : '',
    !log && hasLog ? 'The history was skipped because it doesn’t match the board.' : '',
    !log && checkpoints.length > 0 ? 'Checkpoints were skipped with it.' : '',
  ]
  return { sessionId, name, reply: outcome.reply, leftOut: leftOut.filter(Boolean), instructions }
}

/** Adds only the state, as one revision; messages, instructions, checkpoints and history are not imported. */
export async function importInto(
  userId: string,
  sessionId: string,
  boards: readonly ReadBoard[],
  { key, now = Date.now() }: Sent = {},
): Promise<Outcome> {
  const [read, ...more] = boards
  if (!read || more.length > 0) {
    return refuse('invalid', 'This file has several boards. Import them as new boards.')
  }
  const command = {
    name: 'import_rows',
    input: { ...inputOf(live(read.rows, now), read.board.session.name), id: idFrom(key) },
  }
  return execute({ userId, sessionId, actor: 'import', key, now }, command)
}

/** The same id for the same key, so that a repeated call finds its result. */
function idFrom(key: string | undefined): string {
  return key === undefined ? newId() : createHash('sha256').update(key).digest('hex').slice(0, 32)
}

const NOTHING: FileRows = { task: [], category: [], list: [], item: [], value: [], checkpoint: [] }

function inputOf(rows: FileRows | null, from: string, history = 0) {
  const { task: tasks, category: categories, list: lists, item: items, value: values } = rows ?? NOTHING
  return { id: newId(), from, history, tasks, categories, lists, items, values }
}

/** Leaves out values that have expired. */
function live(rows: FileRows, now: number): FileRows {
  return { ...rows, value: rows.value.filter((row) => !isExpired(row, now)) }
}

async function attempt<T>(work: () => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await orRefusal(work)
  } catch (error) {
    if (error instanceof DatabaseError) return refuse('failed', error.message)
    throw error
  }
}

const CHUNK = 500

async function* chunks<T>(rows: Iterable<T>): AsyncGenerator<T[]> {
  let some: T[] = []
  for (const row of rows) {
    some.push(row)
    if (some.length < CHUNK) continue
    yield some
    some = []
    await breathe()
  }
  if (some.length > 0) yield some
}
