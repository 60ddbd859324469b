/** The functions of the session state for programs, several in one call: writes are one revision, reads come after them. */
import { z } from 'zod'
import { everyRow } from '#db/board-store.ts'
import { write } from '#db/client.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import { stateKey } from '#lib/board/model/input-schemas.ts'
import { boardOf } from '#lib/board/model/tables.ts'
import type { Board } from '#lib/board/model/types.ts'
import { isObject, type JsonObject, type JsonValue } from '#lib/board/state/json.ts'
import { stepsOf } from '#lib/board/state/keys.ts'
import { isExpired, lookUp, stateWithoutTasks } from '#lib/board/state/read-state.ts'
import { findSession } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'
import { notify } from '../feed/notify.ts'
import { type CommandContext, executeIn } from './execute.ts'
import { stateCommand } from './session-state.ts'
import { BOARD_NOT_FOUND } from './update-session.ts'

const key = stateKey.describe('A key, or a path like user.preferences.theme.')
const value = z.unknown()

const operation = z.union(
  [
    z.strictObject({ get: key, default: value.optional() }),
    z.strictObject({ get_all: z.literal(true) }),
    z.strictObject({ has: key }),
    z.strictObject({ ttl: key.describe('Seconds until it expires; null if it never does.') }),
    z.strictObject({
      set: key,
      to: value,
      ttl: z.number().positive().max(LIMITS.ttlSeconds).nullable().optional().describe('Seconds.'),
    }),
    z.strictObject({
      update: key,
      with: z
        .custom<Record<string, unknown>>(isObject, 'with is an object of fields.')
        .meta({ type: 'object' }),
    }),
    z.strictObject({ increment: key, by: z.number().optional() }),
    z.strictObject({ delete: key }),
    z.strictObject({ clear: z.literal(true) }),
    z.strictObject({ repair: z.string().max(64).describe('The id of a task in `damagedTasks`.') }),
  ],
  'Each operation is one of get, get_all, has, ttl, set, update, increment, delete, clear and repair, with its fields.',
)
export type StateOperation = z.output<typeof operation>

export const stateOperations = z.strictObject({ do: z.array(operation).min(1).max(LIMITS.commandsPerCall) })

type Ran = { ok: true; revision: number; reply: string; results: unknown[] } | Refusal

/** A result for each operation: what a read found, and for a write the value under its key afterwards. */
export async function runOperations(
  who: { userId: string; sessionId: string },
  operations: readonly StateOperation[],
  now = Date.now(),
): Promise<Ran> {
  const commands = operations.map(commandOf).filter((command) => command !== null)
  const ran = await write<Ran>(async (tx) => {
    const caller: CommandContext = { ...who, actor: 'user', now }
    const outcome =
      commands.length > 0 ? await executeIn(tx, caller, commands) : { ok: true as const, reply: '' }
    if (!outcome.ok) return outcome
    const session = await findSession(tx, who.userId, who.sessionId)
    if (!session) return BOARD_NOT_FOUND
    const board = boardOf(await everyRow(tx, who.sessionId), session.nextNumber)
    const results = operations.map((one) => resultOf(one, board, now))
    return { ok: true, revision: session.revision, reply: outcome.reply, results }
  })
  if (ran.ok && commands.length > 0) notify(who.userId)
  return ran
}

function commandOf(one: StateOperation) {
  if ('set' in one) return stateCommand({ set: one.set, to: one.to as JsonValue, ttlSeconds: one.ttl })
  if ('update' in one) return stateCommand({ update: one.update, with: one.with as JsonObject })
  if ('increment' in one || 'delete' in one) return stateCommand(one)
  if ('repair' in one) return { name: 'repair_task', input: { task: one.repair } }
  return 'clear' in one ? { name: 'clear_values', input: {} } : null
}

function resultOf(one: StateOperation, board: Board, now: number): unknown {
  const at = (path: string): JsonValue | undefined => lookUp(board, path, now)
  if ('get' in one) return at(one.get) ?? one.default ?? null
  if ('has' in one) return at(one.has) !== undefined
  if ('get_all' in one) return stateWithoutTasks(board, now)
  // Before `ttl`, which is a field of it too.
  if ('set' in one) return at(one.set) ?? null
  if ('ttl' in one) return secondsLeft(board, one.ttl, now)
  if ('update' in one) return at(one.update) ?? null
  return 'increment' in one ? (at(one.increment) ?? null) : true
}

/** `null` where a value never expires, or is not there. */
function secondsLeft(board: Board, path: string, now: number): number | null {
  const row = board.values.get(stepsOf(path)[0] ?? '')
  if (!row || row.expiresAt === null || isExpired(row, now)) return null
  return Math.ceil((row.expiresAt - now) / 1000)
}
