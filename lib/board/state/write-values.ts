/** Writing one key of the state: the change it comes to, or why it cannot be. Every writer goes through here. */
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

/** `expiresAt`: when what was written will be gone. */
export type Written = { ok: true; change: Change | null; expiresAt: number | null } | Refusal

/** Whether something is there to be deleted: a damaged value is. */
export function hasKey(view: View, key: string, now: number): boolean {
  const row = rowAt(view, key, now)
  return row ? row.json !== null : Object.hasOwn(templateDefaults(), key)
}

/** Sets what a path leads to; `expiresAt` left out keeps the expiry there is. */
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

/** A key of the template stays as “deleted”, so that its default does not come back. */
export function deletion(view: View, key: string, now: number): Change | null {
  const row = rowAt(view, key, now)
  if (Object.hasOwn(templateDefaults(), key)) {
    return row
      ? edit('value', row, { json: null, expiresAt: null })
      : addRow('value', { id: key, json: null, expiresAt: null })
  }
  return row ? removeRow('value', row) : null
}

/** Whether the value under a key will be gone at some time: sentences, which stay, do not repeat it. */
export function hasExpiry(view: View, key: string, now: number): boolean {
  return rowAt(view, key, now)?.expiresAt != null
}

function rowAt(view: View, key: string, now: number): Value | undefined {
  const row = view.values.get(key)
  return row && !isExpired(row, now) ? row : undefined
}

/** What keeps a row from coming back as it was, as a sentence; `null` where nothing does. */
export function problemOfRow(view: View, row: Value, now: number): string | null {
  return row.json === null ? null : (problemOfShapeIn(row) ?? problemOfSize(view, row.id, row.json, now))
}

/** Of a text that stands for no value there is nothing to say: it was damaged before. */
export function problemOfShapeIn({ id, json }: Value): string | null {
  const value = json === null ? undefined : readJson(json)
  return value === undefined ? null : problemOfShape(id, value)
}

/** Why there is no room for this text under this key. What is past its time takes none. */
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

/** Whether a name of a list would hide a value, or be hidden by it. */
export function isKeyTaken(view: View, name: string, now: number): boolean {
  return hasKey(view, listKey(name), now) && !findList(view, name)
}
