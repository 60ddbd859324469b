/** The commands on single values of the session state. A path like `user.preferences.theme` leads into one. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { type Change, removeRow } from '../model/changes.ts'
import { accept, defineCommand, type Env, refuse, type View } from '../model/command.ts'
import * as field from '../model/input-schemas.ts'
import { isObject, type JsonValue } from '../state/json.ts'
import { follow, stepsOf } from '../state/keys.ts'
import { listKey, listsInOrder } from '../state/lists.ts'
import { valueAt } from '../state/read-state.ts'
import { templateDefaults } from '../state/template.ts'
import { emptied } from '../state/write-lists.ts'
import { deletion, hasKey, type Written, writePath } from '../state/write-values.ts'
import { countOf, shorten } from '../text/text.ts'

const reads = () => [{ by: 'values' }, { by: 'lists' }] as const
const readsItems = () => [...reads(), { by: 'items', listId: 'all' }] as const

export const setValue = defineCommand({
  name: 'set_value',
  description: 'Set a value of the session state.',
  audience: 'callers',
  input: z.object({
    key: field.stateKey,
    value: z.unknown(),
    /** Expires after this many seconds; `null` = never; left out = unchanged. */
    ttl_seconds: z.number().positive().max(LIMITS.ttlSeconds).nullable().optional(),
  }),
  destructive: false,
  reads,
  decide(input, view, env) {
    const { key, ttl_seconds: ttl } = input
    if (input.value === undefined) return refuse('invalid', 'Give a value. Use delete_value to delete a key.')
    const expiresAt = ttl === undefined || ttl === null ? ttl : env.now + Math.ceil(ttl * 1000)
    const value = input.value as JsonValue
    const written = writePath(view, key, value, env.now, expiresAt)
    // Values that expire are not repeated: replies stay, and are part of later prompts.
    const changed = () =>
      written.ok && written.expiresAt !== null ? `Set ${key} temporarily.` : `Set ${key} to ${shown(value)}.`
    return said(written, changed, `${key} is unchanged.`)
  },
})

export const updateValue = defineCommand({
  name: 'update_value',
  description: 'Set some fields of a value that is an object; its other fields stay.',
  audience: 'callers',
  input: z.object({ key: field.stateKey, fields: z.unknown() }),
  destructive: false,
  reads,
  decide(input, view, env) {
    const { key } = input
    if (!isObject(input.fields)) return refuse('invalid', 'The fields to update are an object.')
    const held = at(view, key, env)
    if (held !== undefined && !isObject(held)) {
      return refuse('invalid', `${key} isn’t an object. Set it instead.`)
    }
    const written = writePath(view, key, { ...held, ...input.fields }, env.now)
    return said(written, () => `Updated ${key}.`, `${key} is unchanged.`)
  },
})

export const incrementValue = defineCommand({
  name: 'increment_value',
  description: 'Add to a number of the session state, e.g. a counter. Missing keys start at 0.',
  input: z.object({
    key: field.stateKey.describe('Its key, e.g. counter.'),
    by: z.number().optional().describe('How much. Default: 1. May be negative.'),
  }),
  destructive: false,
  reads,
  decide(input, view, env) {
    const { key } = input
    const held = at(view, key, env) ?? 0
    if (typeof held !== 'number') return refuse('invalid', `${key} isn’t a number: it’s ${shown(held)}.`)
    const sum = held + (input.by ?? 1)
    return said(writePath(view, key, sum, env.now), () => `${key} is now ${sum}.`, `${key} stays ${sum}.`)
  },
})

export const deleteValue = defineCommand({
  name: 'delete_value',
  description: 'Delete a key of the session state.',
  audience: 'callers',
  input: z.object({ key: field.stateKey }),
  destructive: false,
  reads: readsItems,
  decide(input, view, env) {
    const { key } = input
    const list = listsInOrder(view).find(({ name }) => listKey(name) === key)
    if (list) return accept([...emptied(view, list), removeRow('list', list)], `Deleted ${key}.`)
    // A stored row may have an invalid key: anything that is shown can be deleted.
    if (view.values.has(key) && hasKey(view, key, env.now)) {
      return accept([deletion(view, key, env.now)], `Deleted ${key}.`)
    }
    const isTop = stepsOf(key).length === 1
    const there = isTop ? hasKey(view, key, env.now) : at(view, key, env) !== undefined
    if (!there) return refuse('not_found', `${key} isn’t set.`)
    return said(
      writePath(view, key, undefined, env.now),
      () => `Deleted ${key}.`,
      `${key} is already deleted.`,
    )
  },
})

export const clearValues = defineCommand({
  name: 'clear_values',
  description: 'Delete every value of the session state. Tasks, categories and lists stay.',
  audience: 'callers',
  input: z.object({}),
  destructive: true,
  reads,
  decide(_input, view, env) {
    const changes = allGone(view, env)
    return accept(
      changes,
      changes.length > 0 ? `Deleted ${countOf(changes.length, 'value')}.` : 'No values to delete.',
    )
  },
})

/** Deletes every key, including the template's. */
export function allGone(view: View, env: Env): Change[] {
  const keys = new Set([...view.values.keys(), ...Object.keys(templateDefaults())])
  return [...keys]
    .filter((key) => hasKey(view, key, env.now))
    .map((key) => deletion(view, key, env.now))
    .filter((change) => change !== null)
}

function at(view: View, path: string, env: Env): JsonValue | undefined {
  const [key = '', ...steps] = stepsOf(path)
  const value = valueAt(view, key, env.now)
  return value === undefined ? undefined : follow(value, steps)
}

function said(written: Written, changed: () => string, same: string) {
  return written.ok ? accept([written.change], written.change ? changed() : same) : written
}

/** A value shortened for a sentence. */
export function shown(value: JsonValue): string {
  return shorten(JSON.stringify(value), 80)
}
