/** Patches the state for an API call: one revision, refused if the state changed since the given revision. */
import { z } from 'zod'
import { everyRow } from '#db/board-store.ts'
import { type Tx, write } from '#db/client.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { boardOf } from '#lib/board/model/tables.ts'
import { isObject } from '#lib/board/state/json.ts'
import { isRowKey, ROW_KEYS } from '#lib/board/state/keys.ts'
import { findSession } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'
import { notify } from '../feed/notify.ts'
import { readApiState, type StateAtRevision, stateAt } from './api-state.ts'
import { executeIn } from './execute.ts'
import { mergeCommand } from './session-state.ts'
import { BOARD_NOT_FOUND } from './update-session.ts'

export const patchSchema = z.strictObject({
  /** The revision that the state was read at. */
  revision: z.int().min(0).optional(),
  /** Merged like the state of a run: objects key by key, anything else is replaced. */
  state: z.unknown().optional(),
  /** New values by path. */
  set: z.custom<Record<string, unknown>>(isObject, '“set” is an object of paths and values.').optional(),
  delete: z.array(z.string(), '“delete” is an array of paths.').optional(),
})
export type Patch = z.output<typeof patchSchema>

export type Patched =
  | ({ ok: true; reply: string } & StateAtRevision)
  /** `now`: the current state, for a caller with a stale revision. */
  | (Refusal & { status?: number; now?: StateAtRevision })

const UNSAID =
  'Send “revision” in the body or an If-Match header with the revision you read. Use `If-Match: *` to overwrite.'
const LIST_PATH = /^lists\.(.+)$/
const LIST_KEY = /^[^.[\]]+_list$/

type Who = { userId: string; sessionId: string }

/** `ifMatch`: the header of that name. */
export async function patchState(
  who: Who,
  patch: Patch,
  ifMatch: string | null = null,
  now = Date.now(),
): Promise<Patched> {
  const { userId, sessionId } = who
  const commands = commandsOf(patch)
  if (commands.length === 0) {
    const state = await readApiState(userId, sessionId, now)
    return state ? { ok: true, reply: 'Nothing to change.', ...state } : BOARD_NOT_FOUND
  }
  if (commands.length > LIMITS.commandsPerCall) {
    const most = `A patch can set and delete up to ${LIMITS.commandsPerCall - 1} paths.`
    return refuse('limit', `${most} Send more as one “state”.`)
  }
  const rows = patch.delete?.find(isRowKey)
  if (rows) return refuse('not_allowed', ROW_KEYS[rows])
  const expected = expectedRevision(patch.revision, ifMatch)
  if (typeof expected === 'object') return expected
  const patched = await write<Patched>(async (tx) => {
    const caller = {
      ...who,
      actor: 'user' as const,
      now,
      expected: expected === 'any' ? undefined : expected,
    }
    const outcome = await executeIn(tx, caller, commands)
    if (!outcome.ok && outcome.code !== 'stale') return outcome
    const state = await stateIn(tx, who, now)
    if (!state) return BOARD_NOT_FOUND
    return outcome.ok ? { ok: true, reply: outcome.reply, ...state } : { ...outcome, now: state }
  })
  if (patched.ok) notify(userId)
  return patched
}

/** The state is merged first, then paths are set, then deleted; a list is `shopping_list` or `lists.shopping`. */
function commandsOf({ state, set = {}, delete: gone = [] }: Patch) {
  const isNothing =
    state === undefined || state === null || (isObject(state) && Object.keys(state).length === 0)
  return [
    ...(isNothing ? [] : [mergeCommand(state, false)]),
    ...Object.entries(set).map(([path, value]) => {
      const list = LIST_PATH.exec(path)?.[1]
      if (list) return mergeCommand({ lists: { [list]: value } }, false)
      // Merged, an array replaces what is there, and texts under a key like this are a list.
      return Array.isArray(value) && LIST_KEY.test(path)
        ? mergeCommand({ [path]: value }, false)
        : { name: 'set_value', input: { key: path, value } }
    }),
    ...gone.map((path) => {
      const list = LIST_PATH.exec(path)?.[1]
      return list ? { name: 'delete_list', input: { list } } : { name: 'delete_value', input: { key: path } }
    }),
  ]
}

function expectedRevision(
  given: number | undefined,
  ifMatch: string | null,
): number | 'any' | (Refusal & { status?: number }) {
  const tag = ifMatch?.trim() || null
  if (tag === null) return given ?? { ...refuse('invalid', UNSAID), status: 428 }
  if (tag === '*') return given ?? 'any'
  const matched = /^(?:W\/)?"?(\d{1,15})"?$/.exec(tag)?.[1]
  if (matched === undefined) return refuse('invalid', 'If-Match is the ETag of the state, like "12", or *.')
  const revision = Number(matched)
  if (given === undefined || given === revision) return revision
  return refuse('invalid', 'If-Match and “revision” name different revisions. Give one of them.')
}

async function stateIn(tx: Tx, { userId, sessionId }: Who, now: number): Promise<StateAtRevision | null> {
  const session = await findSession(tx, userId, sessionId)
  if (!session) return null
  const board = boardOf(await everyRow(tx, sessionId), session.nextNumber)
  return stateAt(board, session.revision, now)
}
