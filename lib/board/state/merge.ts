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
  const held = isObject(stored) ? stored : {}
  const changed = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [key, mergePatch(Object.hasOwn(held, key) ? held[key] : undefined, value)])
  const kept = Object.entries(held).filter(([key]) => !Object.hasOwn(given, key))
  const inPlace = Object.fromEntries([...kept, ...changed])
  // Keys keep their order.
  const order = [...Object.keys(held), ...Object.keys(given)].filter((key) => Object.hasOwn(inPlace, key))
  return Object.fromEntries(order.map((key) => [key, inPlace[key] as JsonValue]))
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
