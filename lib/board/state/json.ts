/** What may be kept as a value: JSON that comes back equal, of bounded size and depth. */
import { LIMITS } from '#lib/limits.ts'

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
const NUL = '\u0000'

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }
export type JsonObject = { readonly [key: string]: JsonValue }

export function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** What keeps a value from being stored, as a sentence; `null` where nothing does. */
export function problemOf(value: unknown): string | null {
  const problem = walk(value, 1)
  if (problem) return problem
  const { length } = JSON.stringify(value)
  return length > LIMITS.valueChars
    ? `A value has at most ${LIMITS.valueChars} characters as JSON; this one has ${length}. Shorten it.`
    : null
}

function walk(value: unknown, depth: number): string | null {
  if (depth > LIMITS.valueDepth) {
    return `A value is at most ${LIMITS.valueDepth} levels deep. Flatten it, or use several keys.`
  }
  switch (typeof value) {
    case 'boolean':
      return null
    case 'string':
      return problemOfText(value)
    case 'number':
      return problemOfNumber(value)
    case 'object':
      if (value === null) return null
      return Array.isArray(value) ? walkArray(value, depth) : walkObject(value, depth)
    default:
      return `A value is JSON: text, number, true, false, null, list or object. This one holds ${typeof value === 'undefined' ? 'nothing' : `a ${typeof value}`}.`
  }
}

function problemOfText(text: string): string | null {
  return text.includes(NUL) || !text.isWellFormed()
    ? 'The text holds characters that cannot be stored (NUL, or half of a surrogate pair). Take them out.'
    : null
}

function problemOfNumber(value: number): string | null {
  if (!Number.isFinite(value)) return `${value} is no number that can be stored.`
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return `${value} is too large to be kept exactly. Store it as text.`
  }
  return null
}

function walkArray(list: readonly unknown[], depth: number): string | null {
  if (list.length > LIMITS.valueChars) return `A list has at most ${LIMITS.valueChars} entries.`
  for (let i = 0; i < list.length; i += 1) {
    const problem = walk(list[i], depth + 1)
    if (problem) return problem
  }
  return null
}

function walkObject(value: object, depth: number): string | null {
  if (!isObject(value)) return 'A value is JSON: dates, maps, sets and classes are not. Store their text.'
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key !== 'string' || FORBIDDEN_KEYS.has(key)) return `“${String(key)}” cannot be a key.`
    const problem = problemOfText(key) ?? walk(value[key], depth + 1)
    if (problem) return problem
  }
  return null
}
