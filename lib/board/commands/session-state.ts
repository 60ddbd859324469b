/** Sets several keys of the session state in one command: the agent's updates, and the state sent with a run. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { LIMIT_REFUSALS } from '../model/capacity.ts'
import { addRow, apply, type Change, removeRow } from '../model/changes.ts'
import {
  type Accepted,
  accept,
  type Decision,
  defineCommand,
  type Env,
  type Refusal,
  refuse,
  type View,
} from '../model/command.ts'
import { idSchema } from '../model/id.ts'
import * as field from '../model/input-schemas.ts'
import type { List } from '../model/types.ts'
import { describePath, describeUpdates } from '../state/describe-values.ts'
import { isObject, type JsonObject, type JsonValue, problemOf } from '../state/json.ts'
import { isRowKey, problemOfNewKey, ROW_KEYS } from '../state/keys.ts'
import { itemsOf, listKey, listName, listsInOrder } from '../state/lists.ts'
import { deepMerge, mergePatch } from '../state/merge.ts'
import { valueAt } from '../state/read-state.ts'
import { emptied, newList, replaceItems } from '../state/write-lists.ts'
import { deletion, hasExpiry, hasKey, writeKey } from '../state/write-values.ts'
import { joinWords } from '../text/text.ts'
import { allGone, shown } from './values.ts'

const reads = () => [{ by: 'lists' }, { by: 'items', listId: 'all' }, { by: 'values' }] as const

export const updateSessionState = defineCommand({
  name: 'update_session_state',
  description:
    'Remember or change facts of this board, like an age or a preference. Give only what changes: objects are merged, lists are replaced, null deletes. Use the keys of the state block. Tasks and categories have their own tools.',
  input: z.object({
    id: idSchema,
    session_state_updates: z
      .record(z.string(), z.unknown(), 'Give the updates as an object of keys and values.')
      .describe('Only what changes, e.g. {"user": {"preferences": {"theme": "dark"}}, "old_key": null}.'),
    ttl_seconds: z
      .number()
      .positive()
      .max(LIMITS.ttlSeconds)
      .optional()
      .describe('Only if the user wants it kept for some time: seconds until these keys expire.'),
  }),
  newIds: ['id'],
  destructive: false,
  reads,
  decide(input, view, env) {
    const updates = input.session_state_updates as JsonObject
    const expiresAt =
      input.ttl_seconds === undefined ? undefined : env.now + Math.ceil(input.ttl_seconds * 1000)
    const how = { join: mergePatch, nulls: 'null deletes', expiresAt } as const
    const done = putAll(view, updates, input.id, env, how)
    if (!('made' in done)) return done
    if (done.made.length === 0) return accept([], 'Already saved.')
    return accept(done.made, `Noted: ${noteOf(updates, view, { ...view, ...apply(view, done.made) }, env)}.`)
  },
})

export const mergeState = defineCommand({
  name: 'merge_state',
  description: 'Merge a state onto the stored one: objects key by key, lists replaced.',
  audience: 'callers',
  input: z.object({ id: idSchema, state: z.unknown(), overwrite: z.boolean().optional() }),
  newIds: ['id'],
  destructive: false,
  reads,
  decide(input, view, env): Decision {
    const { state } = input
    if (state === null || state === undefined) return accept([], 'No state given.')
    if (!isObject(state)) return refuse('invalid', 'The state is an object of keys and values.')
    if (Object.keys(state).length === 0) return accept([], 'No state given.')
    const gone = input.overwrite ? notIn(state, view, env) : []
    const onto = { ...view, ...apply(view, gone) }
    const join = input.overwrite ? (_held: JsonValue | undefined, given: JsonValue) => given : deepMerge
    const done = putAll(onto, state, input.id, env, { join, nulls: 'null stays' })
    if (!('made' in done)) return done
    const changes = [...gone, ...done.made]
    return accept(
      changes,
      changes.length > 0 ? `State updated: ${summaryOf(state, onto, env.now)}.` : 'No new values.',
    )
  },
})

/** Deletes every value and list that has no key in this state. */
function notIn(state: JsonObject, view: View, env: Env): Change[] {
  const kept = new Set(flat(state).map(({ key }) => key))
  const lists = listsInOrder(view).filter(({ name }) => !kept.has(listKey(name)))
  return [
    ...allGone(view, env).filter(({ id }) => !kept.has(id)),
    ...lists.flatMap((list) => [...emptied(view, list), removeRow('list', list)]),
  ]
}

type Join = (held: JsonValue | undefined, given: JsonValue) => JsonValue

/** How a given value is set. */
type How = {
  join: Join
  /** Whether null deletes the key or is a value like others. */
  nulls: 'null deletes' | 'null stays'
  /** When the keys expire; left out, they keep the expiry they have. */
  expiresAt?: number
}

type Entry = { key: string; value: JsonValue; isList: boolean }

const MOST_KEYS = LIMITS.valuesPerSession + LIMITS.listsPerSession

/** Sets the keys in order, each on the result of the previous ones. */
function putAll(
  view: View,
  updates: JsonObject,
  id: string,
  env: Env,
  how: How,
): { made: Change[] } | Refusal {
  const entries = flat(updates)
  if (entries.length > MOST_KEYS) return refuse('limit', `You can set up to ${MOST_KEYS} keys at once.`)
  const made: Change[] = []
  let now = view
  for (const [i, entry] of entries.entries()) {
    const done = put(now, entry, `${id.slice(0, 56)}-${i}`, env, how)
    if (!done.ok) return done
    made.push(...done.changes)
    now = { ...now, ...apply(now, done.changes) }
  }
  return { made }
}

/** `{lists: {shopping: […]}}` means the same as `{shopping_list: […]}`. */
function flat(updates: JsonObject): Entry[] {
  return Object.entries(updates).flatMap(([key, value]): Entry[] =>
    key === 'lists' && isObject(value)
      ? Object.entries(value).map(([name, items]) => ({
          key: listKey(listName(name)),
          value: items,
          isList: true,
        }))
      : [{ key, value, isList: false }],
  )
}

function put(
  view: View,
  { key, value, isList }: Entry,
  id: string,
  env: Env,
  { join, nulls, expiresAt }: How,
): Accepted | Refusal {
  if (isRowKey(key)) return refuse('not_allowed', ROW_KEYS[key])
  const known = listsInOrder(view).find((list) => listKey(list.name) === key)
  if (known || isList || isListLike(view, key, value, env)) {
    return putList(view, known, key, value, id, env)
  }
  if (value === null && nulls === 'null deletes') {
    const there = hasKey(view, key, env.now)
    return accept(there ? [deletion(view, key, env.now)] : [], '')
  }
  const wrong = (hasKey(view, key, env.now) ? null : problemOfNewKey(key)) ?? problemOf(value)
  if (wrong) return refuse('invalid', wrong)
  const written = writeKey(view, key, join(valueAt(view, key, env.now), value), env.now, expiresAt)
  return written.ok ? accept([written.change], '') : written
}

/** An array of texts under a new key that is named like a list becomes a list. */
function isListLike(view: View, key: string, value: JsonValue, env: Env): boolean {
  if (!Array.isArray(value) || !key.endsWith('_list') || listKey(listName(key)) !== key) return false
  if (hasKey(view, key, env.now) || value.length > LIMITS.itemsPerList) return false
  return value.every((entry) => field.itemText.safeParse(entry).success)
}

function putList(
  view: View,
  known: List | undefined,
  key: string,
  value: JsonValue,
  id: string,
  env: Env,
): Accepted | Refusal {
  if (value === null) {
    return accept(known ? [...emptied(view, known), removeRow('list', known)] : [], '')
  }
  if (Array.isArray(value) && value.length > LIMITS.itemsPerList) return LIMIT_REFUSALS.item
  const texts = Array.isArray(value) ? value.map((entry) => field.itemText.safeParse(entry)) : []
  if (!Array.isArray(value) || texts.some((text) => !text.success)) {
    return refuse(
      'invalid',
      `“${key}” is a list. Use an array of strings, up to ${LIMITS.itemChars} characters each.`,
    )
  }
  const made = known ? { list: known } : newList(view, id, key, env.now)
  if (!('list' in made)) return made
  const wanted = texts.map((text) => text.data as string)
  const replaced = replaceItems(view, made.list, wanted, id)
  if ('ok' in replaced) return replaced
  return accept([...(known ? [] : [addRow('list', made.list)]), ...replaced.changes], '')
}

/** What changes, in words; values that expire are named without their contents. */
function noteOf(updates: JsonObject, before: View, after: View, env: Env): string {
  const keys = flat(updates).map(({ key }) => key)
  const expires = (key: string) => hasExpiry(before, key, env.now) || hasExpiry(after, key, env.now)
  const lasting = keys.filter((key) => !expires(key))
  const passing = keys.filter(expires)
  const held = (view: View) =>
    Object.fromEntries(lasting.map((key) => [key, heldAt(view, key, env.now) ?? null]))
  const said = describeUpdates(held(before), held(after))
  return joinWords([...passing.map((key) => `${describePath(key)} (temporary)`), ...(said ? [said] : [])])
}

/** The current value of a key: for a list, its texts. */
function heldAt(view: View, key: string, now: number): JsonValue | undefined {
  const list = listsInOrder(view).find(({ name }) => listKey(name) === key)
  return list ? itemsOf(view, list.id).map(({ text }) => text) : valueAt(view, key, now)
}

/** The updates, in a sentence, without the contents of values that expire. */
function summaryOf(updates: JsonObject, view: View, now: number): string {
  const said = Object.entries(updates).map(([key, value]) =>
    hasExpiry(view, key, now) ? key : `${key} = ${shown(value)}`,
  )
  const first = said.slice(0, 5)
  return joinWords(said.length > 5 ? [...first, `${said.length - 5} more`] : first)
}
