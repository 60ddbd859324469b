/** Several keys of the session state in one command: the agent's updates, and the state given with a run. */
import { z } from 'zod'
import { addRow, apply, type Change, removeRow } from '../changes.ts'
import {
  type Accepted,
  accept,
  type Decision,
  defineCommand,
  type Env,
  type Refusal,
  refuse,
  type View,
} from '../command.ts'
import * as field from '../fields.ts'
import { idSchema } from '../id.ts'
import { isObject, type JsonObject, type JsonValue } from '../state/json.ts'
import { isRowKey, ROW_KEYS } from '../state/keys.ts'
import { findList, itemsOf, listKey, listName, listsInOrder } from '../state/lists.ts'
import { deepMerge } from '../state/merge.ts'
import { emptied, fill, newList } from '../state/write-lists.ts'
import { deletion, hasKey, valueAt, writeKey } from '../state/write-values.ts'
import { fold, joinWords } from '../text.ts'
import { allGone, shown } from './values.ts'

const reads = () => [{ by: 'lists' }, { by: 'items', listId: 'all' }, { by: 'values' }] as const

export const updateSessionState = defineCommand({
  name: 'update_session_state',
  description:
    'Remember or change facts of this conversation, like a name, an age, a preference. Sets each top-level key given, or deletes it where the value is null. Tasks, categories and lists have tools of their own.',
  input: z.object({
    id: idSchema,
    session_state_updates: z
      .record(z.string(), z.unknown(), 'Give the updates as an object of keys and values.')
      .describe('Keys and their new values, for example {"user": {"name": "Ana"}}.'),
  }),
  newIds: ['id'],
  destructive: false,
  reads,
  decide(input, view, env) {
    const updates = input.session_state_updates as JsonObject
    const replace = (_held: JsonValue | undefined, given: JsonValue) => given
    const done = putAll(view, updates, input.id, env, replace)
    if (!('made' in done)) return done
    if (done.made.length === 0) return accept([], 'The session state says that already.')
    return accept(done.made, `Updated the session state: ${summaryOf(updates)}.`)
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
    if (state === null || state === undefined) return accept([], 'No state was given.')
    if (!isObject(state)) return refuse('invalid', 'The state is an object of keys and values.')
    if (Object.keys(state).length === 0) return accept([], 'No state was given.')
    const gone = input.overwrite
      ? allGone(view, env).filter((change) => !Object.hasOwn(state, change.id))
      : []
    const onto = { ...view, ...apply(view, gone) }
    const join = input.overwrite ? (_held: JsonValue | undefined, given: JsonValue) => given : deepMerge
    const done = putAll(onto, state, input.id, env, join, 'null stays')
    if (!('made' in done)) return done
    const changes = [...gone, ...done.made]
    return accept(
      changes,
      changes.length > 0 ? `Merged the state given: ${summaryOf(state)}.` : 'Nothing was new.',
    )
  },
})

type Join = (held: JsonValue | undefined, given: JsonValue) => JsonValue

/** Each key in turn over what the ones before it made. */
function putAll(
  view: View,
  updates: JsonObject,
  id: string,
  env: Env,
  join: Join,
  nulls: 'null deletes' | 'null stays' = 'null deletes',
): { made: Change[] } | Refusal {
  const made: Change[] = []
  let now = view
  for (const [i, [key, value]] of flat(updates).entries()) {
    const done = put(now, key, value, `${id.slice(0, 56)}-${i}`, env, join, nulls)
    if (!done.ok) return done
    made.push(...done.changes)
    now = { ...now, ...apply(now, done.changes) }
  }
  return { made }
}

/** `{lists: {shopping: […]}}` is as good as `{shopping_list: […]}`. */
function flat(updates: JsonObject): [string, JsonValue][] {
  return Object.entries(updates).flatMap(([key, value]): [string, JsonValue][] =>
    key === 'lists' && isObject(value)
      ? Object.entries(value).map(([name, items]) => [listKey(listName(name)), items])
      : [[key, value]],
  )
}

function put(
  view: View,
  key: string,
  value: JsonValue,
  id: string,
  env: Env,
  join: Join,
  nulls: 'null deletes' | 'null stays',
): Accepted | Refusal {
  if (isRowKey(key)) return refuse('not_allowed', ROW_KEYS[key])
  const known = listsInOrder(view).find((list) => listKey(list.name) === key)
  if (known || isListLike(view, key, value, env)) return putList(view, key, value, id, env)
  if (value === null && nulls === 'null deletes') {
    const there = hasKey(view, key, env.now)
    return accept(there ? [deletion(view, key, env.now)] : [], '')
  }
  const written = writeKey(view, key, join(valueAt(view, key, env.now), value), env.now)
  return written.ok ? accept([written.change], '') : written
}

/** Texts under a new key that is called a list are one. */
function isListLike(view: View, key: string, value: JsonValue, env: Env): boolean {
  if (!/_list$/.test(key) || hasKey(view, key, env.now) || !Array.isArray(value)) return false
  return value.every((entry) => field.itemText.safeParse(entry).success)
}

/** The list comes to hold these items: those that stay keep their ticks and places. */
function putList(view: View, key: string, value: JsonValue, id: string, env: Env): Accepted | Refusal {
  const known = findList(view, key)
  if (value === null) {
    return accept(known ? [...emptied(view, known), removeRow('list', known)] : [], '')
  }
  const texts = Array.isArray(value) ? value.map((entry) => field.itemText.safeParse(entry)) : []
  if (!Array.isArray(value) || texts.some((text) => !text.success)) {
    return refuse('invalid', `“${key}” is a list: give it an array of texts, each of at most 200 characters.`)
  }
  const wanted = texts.map((text) => text.data as string)
  const made = known ? { list: known } : newList(view, id, key, env.now)
  if (!('list' in made)) return made
  const { list } = made
  const gone = itemsOf(view, list.id).filter((item) => !wanted.some((text) => fold(text) === fold(item.text)))
  const removed = gone.map((item) => removeRow('item', item))
  const filled = fill({ ...view, ...apply(view, removed) }, list, wanted, id)
  if ('ok' in filled) return filled
  return accept([...(known ? [] : [addRow('list', list)]), ...removed, ...filled.changes], '')
}

function summaryOf(updates: JsonObject): string {
  const said = Object.entries(updates).map(([key, value]) =>
    value === null ? `${key} deleted` : `${key} = ${shown(value)}`,
  )
  const first = said.slice(0, 5)
  return joinWords(said.length > 5 ? [...first, `${said.length - 5} more`] : first)
}
