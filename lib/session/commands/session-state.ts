/** Reads and writes the session state by key, always through `execute`. */
import { count, eq, sum } from 'drizzle-orm'
import { rowsUnder, wholeSession } from '#db/board-store.ts'
import { type Reader, read } from '#db/client.ts'
import type { RowTable } from '#db/rows.ts'
import { tasks, turns } from '#db/schema.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import type { Status } from '#lib/board/model/names.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { boardOf } from '#lib/board/model/tables.ts'
import type { Board } from '#lib/board/model/types.ts'
import type { SessionFacts } from '#lib/board/readers/session-state.ts'
import { timeKeyOf } from '#lib/board/readers/value-times.ts'
import type { JsonObject, JsonValue } from '#lib/board/state/json.ts'
import { stepsOf } from '#lib/board/state/keys.ts'
import { lookUp, stateWithoutTasks } from '#lib/board/state/read-state.ts'
import { canAccess, findSession, isOpenTo } from '#lib/identity/access.ts'
import { type CommandContext, execute } from './execute.ts'
import { readValueTimes } from './value-times.ts'

/** Seconds until a value expires; `null` = never. */
type Lasting = { ttlSeconds?: number | null }

export type StateCommand =
  | { set: string; to: JsonValue; ttlSeconds?: number | null }
  | { update: string; with: JsonObject }
  | { increment: string; by?: number }
  | { delete: string }

/** The state of one session for one caller. Paths like `user.preferences.theme` lead into values. */
export function sessionState(caller: Omit<CommandContext, 'key'>) {
  const { userId, sessionId } = caller
  const now = () => caller.now ?? Date.now()
  const found = (path: string) =>
    read(async (db) => {
      if (!(await isOpenTo(db, userId, sessionId))) return undefined
      const [key = ''] = stepsOf(path)
      return lookUp(await rowsUnder(db, sessionId, [key]), path, now())
    })

  return {
    /** `fallback` if the value or the session doesn’t exist. */
    async get(path: string, fallback?: JsonValue): Promise<JsonValue | undefined> {
      const value = await found(path)
      return value === undefined ? fallback : value
    },
    async has(path: string): Promise<boolean> {
      return (await found(path)) !== undefined
    },
    /** Values and lists, never tasks. */
    async getAll(): Promise<JsonObject> {
      const whole = await stateOf(userId, sessionId)
      return whole ? stateWithoutTasks(whole.rows, now()) : {}
    },
    set: (path: string, to: JsonValue, { ttlSeconds }: Lasting = {}) =>
      execute(caller, stateCommand({ set: path, to, ttlSeconds })),
    update: (path: string, fields: JsonObject) =>
      execute(caller, stateCommand({ update: path, with: fields })),
    increment: (path: string, by = 1) => execute(caller, stateCommand({ increment: path, by })),
    delete: (path: string) => execute(caller, stateCommand({ delete: path })),
    clear: () => execute(caller, { name: 'clear_values', input: {} }),
    /** Sets several values atomically, as one revision. */
    apply: (commands: readonly StateCommand[]): Promise<Outcome> =>
      execute(caller, commands.map(stateCommand)),
    /** Objects key by key, lists replaced; nothing given changes nothing. */
    merge: (state: unknown, overwrite = false) => execute(caller, mergeCommand(state, overwrite)),
  }
}

export function mergeCommand(state: unknown, overwrite: boolean) {
  return { name: 'merge_state', input: { id: newId(), state, overwrite } }
}

/** The command that writes to the state. */
export function stateCommand(command: StateCommand) {
  if ('set' in command) {
    const { set: key, to: value, ttlSeconds } = command
    return { name: 'set_value', input: { key, value, ttl_seconds: ttlSeconds } }
  }
  if ('update' in command) {
    return { name: 'update_value', input: { key: command.update, fields: command.with } }
  }
  if ('increment' in command) {
    return { name: 'increment_value', input: { key: command.increment, by: command.by ?? 1 } }
  }
  return { name: 'delete_value', input: { key: command.delete } }
}

/** A consistent read of every row of a session and its revision; `null` if this user has no such session. */
export async function readBoard(
  userId: string,
  sessionId: string,
): Promise<{ board: Board; revision: number } | null> {
  const whole = await read((db) => wholeSession(db, sessionId, canAccess(userId, sessionId)))
  if (!whole) return null
  const { session, rows } = whole
  return { board: boardOf(rows, session.nextNumber), revision: session.revision }
}

export async function readFacts(
  db: Reader,
  session: { id: string; createdAt: number; updatedAt: number; visits: number },
): Promise<SessionFacts> {
  const rows = await db
    .select({
      model: turns.model,
      n: count(),
      input: sum(turns.inputTokens),
      output: sum(turns.outputTokens),
    })
    .from(turns)
    .where(eq(turns.sessionId, session.id))
    .groupBy(turns.model)
  return {
    createdAt: session.createdAt,
    lastUsedAt: session.updatedAt,
    visits: session.visits,
    tasks: await countByStatus(db, session.id),
    turns: rows.reduce((total, row) => total + row.n, 0),
    tokens: rows.map(({ model, input, output }) => ({
      model,
      input: Number(input ?? 0),
      output: Number(output ?? 0),
    })),
  }
}

async function countByStatus(db: Reader, sessionId: string): Promise<SessionFacts['tasks']> {
  const rows = await db
    .select({ status: tasks.status, n: count() })
    .from(tasks)
    .where(eq(tasks.sessionId, sessionId))
    .groupBy(tasks.status)
  const of = (status: Status) => rows.find((row) => row.status === status)?.n ?? 0
  return { open: of('open'), in_progress: of('in_progress'), done: of('done') }
}

/** `null` if this user has no such session. */
export async function factsOf(userId: string, sessionId: string): Promise<SessionFacts | null> {
  return read(async (db) => {
    const session = await findSession(db, userId, sessionId)
    return session && readFacts(db, session)
  })
}

/** The input of the state's readers; `key` is the one they are asked for. */
export async function readState(userId: string, sessionId: string, key?: unknown) {
  const whole = await stateOf(userId, sessionId, key === 'corrupted' ? ['task', 'value'] : undefined)
  if (!whole) return null
  const asked = typeof key === 'string' ? timeKeyOf(key) : null
  return read(async (db) => ({
    rows: whole.rows,
    facts: await readFacts(db, whole.session),
    times: asked ? await readValueTimes(db, sessionId, asked.key) : null,
  }))
}

/** A consistent read, by default of lists, items and values, without tasks. */
async function stateOf(
  userId: string,
  sessionId: string,
  names: readonly RowTable[] = ['list', 'item', 'value'],
) {
  const mayOpen = canAccess(userId, sessionId)
  const whole = await read((db) => wholeSession(db, sessionId, mayOpen, names))
  return whole && { session: whole.session, rows: boardOf(whole.rows, whole.session.nextNumber) }
}
