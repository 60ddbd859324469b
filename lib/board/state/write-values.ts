/** Writes one key of the state: the resulting change, or a refusal. Every write of a value goes through here. */
import { LIMITS } from '#lib/limits.ts'
import { LIMIT_REFUSALS } from '../model/capacity.ts'
import { addRow, type Change, edit, removeRow } from '../model/changes.ts'
import { type Refusal, refuse, type View } from '../model/command.ts'
import type { Value } from '../model/types.ts'
import { findSecretIn } from '../secrets/find-secret.ts'
import { type JsonValue, problemOf, readJson } from './json.ts'
import { problemOfKey, problemOfNewKey, replaceAt, stepsOf } from './keys.ts'
import { findList, listKey, listsInOrder } from './lists.ts'
import { isExpired, valueAt } from './read-state.ts'
import { problemOfShape } from './schemas.ts'
import { templateDefaults } from './template.ts'

/** `expiresAt`: when the written value expires. */
export type Written = { ok: true; change: Change | null; expiresAt: number | null } | Refusal

/** Whether there is something to delete, corrupted values included. */
export function hasKey(view: View, key: string, now: number): boolean {
  const row = rowAt(view, key, now)
  return row ? row.json !== null : Object.hasOwn(templateDefaults(), key)
}

/** Sets the value at a path; without `expiresAt`, the expiry stays. */
export function writePath(
  view: View,
  path: string,
  next: JsonValue | undefined,
  now: number,
  expiresAt?: number | null,
): Written {
  const [key = '', ...steps] = stepsOf(path)
  const bad = problemOfKey(key)
  if (bad) return refuse('invalid', bad)
  const replaced = replaceAt(valueAt(view, key, now), steps, next)
  if ('problem' in replaced) return refuse('invalid', replaced.problem)
  return replaced.value === undefined
    ? { ok: true, change: deletion(view, key, now), expiresAt: null }
    : writeKey(view, key, replaced.value, now, expiresAt)
}

export function writeKey(
  view: View,
  key: string,
  value: JsonValue,
  now: number,
  expiresAt?: number | null,
): Written {
  const bad = hasKey(view, key, now) ? problemOfKey(key) : problemOfNewKey(key)
  if (bad) return refuse('invalid', bad)
  const list = listsInOrder(view).find((other) => listKey(other.name) === key) ?? null
  if (list) return refuse('exists', `“${key}” is a list. Use add_items and remove_items.`)
  const wrong = problemOf(value) ?? problemOfShape(key, value)
  if (wrong) return refuse('invalid', wrong)
  const secret = findSecretIn({ [key]: value })
  if (secret) {
    return refuse('not_allowed', `That looks like ${secret.what}. Boards can’t store secrets.`)
  }
  const json = JSON.stringify(value)
  const row = rowAt(view, key, now)
  const full = problemOfSize(view, key, json, now)
  if (full) return refuse('limit', full)
  const until = expiresAt === undefined ? (row?.expiresAt ?? null) : expiresAt
  const change = row
    ? edit('value', row, { json, expiresAt: until })
    : addRow('value', { id: key, json, expiresAt: until })
  return { ok: true, change, expiresAt: until }
}

/** A key of the template is kept as “deleted”, so that its default doesn’t reappear. */
export function deletion(view: View, key: string, now: number): Change | null {
  const row = rowAt(view, key, now)
  if (Object.hasOwn(templateDefaults(), key)) {
    return row
      ? edit('value', row, { json: null, expiresAt: null })
      : addRow('value', { id: key, json: null, expiresAt: null })
  }
  return row ? removeRow('value', row) : null
}

/** Whether the value of a key expires: replies, which stay, don’t repeat it. */
export function hasExpiry(view: View, key: string, now: number): boolean {
  return rowAt(view, key, now)?.expiresAt != null
}

function rowAt(view: View, key: string, now: number): Value | undefined {
  const row = view.values.get(key)
  return row && !isExpired(row, now) ? row : undefined
}

/** Why a row can’t be restored as it was, as a sentence; `null` if it can. */
export function problemOfRow(view: View, row: Value, now: number): string | null {
  return row.json === null ? null : (problemOfShapeIn(row) ?? problemOfSize(view, row.id, row.json, now))
}

/** A text that isn’t a value is passed: it was already corrupted. */
export function problemOfShapeIn({ id, json }: Value): string | null {
  const value = json === null ? undefined : readJson(json)
  return value === undefined ? null : problemOfShape(id, value)
}

/** Why there is no room for this text under this key. Expired values take none. */
function problemOfSize(view: View, key: string, json: string, now: number): string | null {
  const held = rowAt(view, key, now)?.json ?? null
  const others = [...view.values.values()].filter(
    (other) => other.id !== key && other.json !== null && !isExpired(other, now),
  )
  if (held === null && others.length >= LIMITS.valuesPerSession) {
    return LIMIT_REFUSALS.value.message
  }
  const chars = others.reduce((sum, other) => sum + (other.json?.length ?? 0), json.length)
  return chars > LIMITS.valuesChars && json.length > (held?.length ?? 0)
    ? `The values of a board can have up to ${LIMITS.valuesChars} characters in total. Delete some first.`
    : null
}

/** Whether a list name conflicts with a value’s key. */
export function isKeyTaken(view: View, name: string, now: number): boolean {
  return hasKey(view, listKey(name), now) && !findList(view, name)
}
