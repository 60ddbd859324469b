/** Files brought in: boards of their own with talk and history, or additions to a board that is there. */
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { breathe, type Tx, write } from '#db/client.ts'
import { DatabaseError } from '#db/errors.ts'
import { messages, sessions, turns } from '#db/schema.ts'
import { type Outcome, type Refusal, refuse } from '#lib/board/command.ts'
import { newId } from '#lib/board/new-id.ts'
import { isExpired } from '#lib/board/state/state.ts'
import { type FileRows, withDefaultCategory } from '#lib/board/transfer/file-board.ts'
import type { ReadBoard } from '#lib/board/transfer/read-file.ts'
import { findSession } from '#lib/identity/access.ts'
import { ownId } from '#lib/identity/own-id.ts'
import { LIMITS } from '#lib/limits.ts'
import { wake } from './bus.ts'
import { execute, executeIn, takeOver } from './execute.ts'
import { talkOf } from './import-talk.ts'
import { countSessions, insertSession } from './sessions.ts'

export type ImportedBoard = {
  sessionId: string
  name: string
  reply: string
  /** What of the file could not come along, in sentences. */
  leftOut: readonly string[]
  /** What the file would tell the agent: taken by nobody but the user, who is shown it. */
  instructions: string | null
}
export type Imported = { ok: true; boards: ImportedBoard[] } | Refusal

/** `key`: made once per intent; the same key again makes no second board. */
type Sent = { key?: string; now?: number }

/** A board of its own for each in the file; each is there whole or not at all. */
export async function importNew(
  userId: string,
  boards: readonly ReadBoard[],
  { key = newId(), now = Date.now() }: Sent = {},
): Promise<Imported> {
  const made: ImportedBoard[] = []
  for (const [i, read] of boards.entries()) {
    const id = ownId(userId, `${key} ${i}`)
    const done = await attempt(() =>
      write((tx) => importOne(tx, { userId, sessionId: id }, read, boards.length - i, now)),
    )
    wake(userId)
    if ('ok' in done) {
      const before = made.length > 0 ? `${made.length} of ${boards.length} boards were imported. ` : ''
      return { ...done, message: `${before}${done.message}` }
    }
    made.push(done)
  }
  return { ok: true, boards: made }
}

async function importOne(
  tx: Tx,
  where: { userId: string; sessionId: string },
  read: ReadBoard,
  needed: number,
  now: number,
): Promise<ImportedBoard | Refusal> {
  const { userId, sessionId } = where
  const { session, checkpoints, damaged } = read.board
  const known = await findSession(tx, userId, sessionId)
  if (known)
    return { sessionId, name: known.name, reply: 'It was imported already.', leftOut: [], instructions: null }
  const held = await countSessions(tx, userId)
  if (held + needed > LIMITS.sessionsPerUser) {
    return refuse(
      'limit',
      `You have ${held} boards, and the file ${needed} more; ${LIMITS.sessionsPerUser} are the most there can be. Delete some first.`,
    )
  }
  const rows = withDefaultCategory(read.rows, newId())
  const history = rows === read.rows ? read.history : null
  const talk = talkOf(read.board, where, history !== null)
  const { name, namedBy, createdAt, visits } = session
  const numbers = [...rows.task.map((task) => task.number + 1), history?.nextNumber ?? 1]
  const nextNumber = numbers.reduce((most, number) => Math.max(most, number), session.nextNumber)
  const own = { id: sessionId, name, namedBy, visits, nextNumber }
  await insertSession(tx, userId, { ...own, nextPosition: talk.nextPosition }, now)
  if (history) {
    const revisions = history.revisions.map((entry) => ({ ...entry, turnId: talk.turnOf(entry.turnId) }))
    await takeOver(tx, where, { ...history, revisions, rows: live(rows, now) })
  }
  const outcome = await executeIn(tx, { ...where, actor: 'import', now }, [
    {
      name: 'import_rows',
      input: inputOf(history ? null : live(rows, now), name, history?.revisions.length),
    },
  ])
  if (!outcome.ok) throw new Refused(outcome)
  for await (const some of chunks(talk.messages)) await tx.insert(messages).values(some)
  for await (const some of chunks(talk.turns)) await tx.insert(turns).values(some)
  // As it was, so that boards keep their order; opened now, so that none is cleared away as unused.
  const updatedAt = Math.min(session.updatedAt ?? now, now)
  const fields = { createdAt: Math.min(createdAt, now), updatedAt, archivedAt: session.archivedAt }
  await tx.update(sessions).set(fields).where(eq(sessions.id, sessionId))
  const leftOut = [
    damaged.length > 0 ? 'Values that could not be read were left out.' : '',
    !history && read.hasLog ? 'Its history was left out: it does not lead to what the file holds.' : '',
    !history && checkpoints.length > 0 ? 'Checkpoints need the history, and were left out with it.' : '',
  ]
  const { instructions } = session
  return { sessionId, name, reply: outcome.reply, leftOut: leftOut.filter(Boolean), instructions }
}

/** State alone is added; talk, instructions, checkpoints and history stay in the file. One revision. */
export async function importInto(
  userId: string,
  sessionId: string,
  boards: readonly ReadBoard[],
  { key, now = Date.now() }: Sent = {},
): Promise<Outcome> {
  const [read, ...more] = boards
  if (!read || more.length > 0) {
    return refuse('invalid', 'The file holds several boards. Import it as new boards.')
  }
  const command = {
    name: 'import_rows',
    input: { ...inputOf(live(read.rows, now), read.board.session.name), id: idFrom(key) },
  }
  return execute({ userId, sessionId, actor: 'import', key, now }, command)
}

/** The same for the same key, so that the same call is the same call. */
function idFrom(key: string | undefined): string {
  return key === undefined ? newId() : createHash('sha256').update(key).digest('hex').slice(0, 32)
}

const NOTHING: FileRows = { task: [], category: [], list: [], item: [], value: [], checkpoint: [] }

function inputOf(rows: FileRows | null, from: string, history = 0) {
  const { task: tasks, category: categories, list: lists, item: items, value: values } = rows ?? NOTHING
  return { id: newId(), from, history, tasks, categories, lists, items, values }
}

/** What is past its time when it arrives stays away. */
function live(rows: FileRows, now: number): FileRows {
  return { ...rows, value: rows.value.filter((row) => !isExpired(row, now)) }
}

async function attempt<T>(work: () => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    if (error instanceof DatabaseError) return refuse('failed', error.message)
    throw error
  }
}

/** Thrown, so that what was written of the board by then is taken back with the transaction. */
class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
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
