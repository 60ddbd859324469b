import { isObject, type JsonValue } from './json.ts'

/** Objects are merged key by key, anything else is replaced: lists are never joined. */
export function deepMerge(stored: JsonValue | undefined, given: JsonValue): JsonValue {
  if (!isObject(stored) || !isObject(given)) return given
  // Entries and spreads define fields; assigning one called `__proto__` would not.
  const merged = Object.entries(given).map(([key, value]) => [
    key,
    deepMerge(Object.hasOwn(stored, key) ? stored[key] : undefined, value),
  ])
  return { ...stored, ...Object.fromEntries(merged) }
}

/** Objects get the keys that they lack; whatever is there stays as it is. */
export function fillIn(stored: JsonValue, given: JsonValue): JsonValue {
  if (!isObject(stored) || !isObject(given)) return stored
  const filled = Object.entries(given).map(([key, value]) => [
    key,
    Object.hasOwn(stored, key) ? fillIn(stored[key] as JsonValue, value) : value,
  ])
  return { ...stored, ...Object.fromEntries(filled) }
}
