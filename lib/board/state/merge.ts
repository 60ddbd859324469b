import { isObject, type JsonValue } from './json.ts'

/** Merges objects key by key and replaces everything else, arrays included. */
export function deepMerge(stored: JsonValue | undefined, given: JsonValue): JsonValue {
  if (!isObject(stored) || !isObject(given)) return given
  // Entries and spreads define fields; assigning one called `__proto__` would not.
  const merged = Object.entries(given).map(([key, value]) => [
    key,
    deepMerge(Object.hasOwn(stored, key) ? stored[key] : undefined, value),
  ])
  return { ...stored, ...Object.fromEntries(merged) }
}

/** JSON merge patch (RFC 7396): objects are merged, arrays replaced, and `null` deletes its key. */
export function mergePatch(stored: JsonValue | undefined, given: JsonValue): JsonValue {
  if (!isObject(given)) return given
  // A map keeps the order of the keys, and takes one called `__proto__` like any other.
  const merged = new Map(Object.entries(isObject(stored) ? stored : {}))
  for (const [key, value] of Object.entries(given)) {
    if (value === null) merged.delete(key)
    else merged.set(key, mergePatch(merged.get(key), value))
  }
  return Object.fromEntries(merged)
}

/** Adds missing keys to objects; existing ones stay unchanged. */
export function fillIn(stored: JsonValue, given: JsonValue): JsonValue {
  if (!isObject(stored) || !isObject(given)) return stored
  const filled = Object.entries(given).map(([key, value]) => [
    key,
    Object.hasOwn(stored, key) ? fillIn(stored[key] as JsonValue, value) : value,
  ])
  return { ...stored, ...Object.fromEntries(filled) }
}
