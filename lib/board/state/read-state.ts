/** The session state as it is read: stored values over the template's, lists as arrays. */
import type { Rows, Value } from '../model/types.ts'
import { type JsonObject, type JsonValue, readJson } from './json.ts'
import { follow, problemOfKey, stepsOf } from './keys.ts'
import { itemsOf, listKey, listsInOrder } from './lists.ts'
import { templateDefaults } from './template.ts'

export type ReadValue =
  | { key: string; state: 'ok'; value: JsonValue; expiresAt: number | null }
  /** Corrupted text: shown as it is, can be replaced or deleted. */
  | { key: string; state: 'damaged'; text: string; expiresAt: number | null }

/** `null` if the key was deleted or has expired. `now` in epoch milliseconds. */
export function readValue(row: Value, now: number): ReadValue | null {
  const { id: key, json, expiresAt } = row
  if (json === null || isExpired(row, now)) return null
  const value = problemOfKey(key) === null ? readJson(json) : undefined
  if (value === undefined) return { key, state: 'damaged', text: json, expiresAt }
  return { key, state: 'ok', value, expiresAt }
}

export function isExpired(row: Pick<Value, 'expiresAt'>, now: number): boolean {
  return row.expiresAt !== null && row.expiresAt <= now
}

/** Every key in alphabetical order, including the template's where nothing is stored. */
export function readValues(rows: Pick<Rows, 'values'>, now: number): ReadValue[] {
  const found = [...rows.values.values()].map((row) => readValue(row, now)).filter((value) => value !== null)
  for (const [key, value] of Object.entries(templateDefaults())) {
    const row = rows.values.get(key)
    if (!row || isExpired(row, now)) found.push({ key, state: 'ok', value, expiresAt: null })
  }
  return found.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The value of a key: the stored one, else the template's. A corrupted one counts as missing. */
export function valueAt(rows: Pick<Rows, 'values'>, key: string, now: number): JsonValue | undefined {
  const row = rows.values.get(key)
  if (row && !isExpired(row, now)) {
    const read = readValue(row, now)
    return read?.state === 'ok' ? read.value : undefined
  }
  return Object.hasOwn(templateDefaults(), key) ? templateDefaults()[key] : undefined
}

/** Readable values, by key. */
export function valuesOf(rows: Pick<Rows, 'values'>, now: number): JsonObject {
  const found: Record<string, JsonValue> = {}
  for (const read of readValues(rows, now)) if (read.state === 'ok') found[read.key] = read.value
  return found
}

/** Lists by their key, `shopping_list`, each an array of texts. */
export function listsOf(
  rows: Pick<Rows, 'lists' | 'items'>,
  keyOf: (name: string) => string = listKey,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    listsInOrder(rows).map((list) => [keyOf(list.name), itemsOf(rows, list.id).map((item) => item.text)]),
  )
}

/** Values and lists by the key that they are written under, e.g. `shopping_list`. */
export function stateWithoutTasks(rows: Pick<Rows, 'values' | 'lists' | 'items'>, now: number): JsonObject {
  return { ...valuesOf(rows, now), ...listsOf(rows) }
}

/** Looks up a path: `user.name`, `shopping_list`, `lists.shopping`; `undefined` if there is nothing. */
export function lookUp(rows: Rows, path: string, now: number): JsonValue | undefined {
  const [key = '', ...steps] = stepsOf(path)
  const value = key === 'lists' ? listsOf(rows, (name) => name) : valueAt(rows, key, now)
  const held = value === undefined ? textsUnder(rows, key) : value
  return held === undefined ? undefined : follow(held, steps)
}

function textsUnder(rows: Rows, key: string): JsonValue | undefined {
  const list = listsInOrder(rows).find((other) => listKey(other.name) === key)
  return list && itemsOf(rows, list.id).map((item) => item.text)
}
