import { isObject, type JsonValue } from './json.ts'

/** Objects are merged key by key, anything else is replaced: lists are never joined. */
export function deepMerge(stored: JsonValue | undefined, given: JsonValue): JsonValue {
  if (!isObject(stored) || !isObject(given)) return given
  const merged: Record<string, JsonValue> = { ...stored }
  for (const [key, value] of Object.entries(given)) {
    merged[key] = deepMerge(Object.hasOwn(stored, key) ? stored[key] : undefined, value)
  }
  return merged
}
