/** Valid values: JSON that is read back equal, of bounded size and depth. */
import { LIMITS } from '#lib/limits.ts'
import { forbiddenKey, isForbiddenKey, plainCopy, TOO_DEEP } from './plain-copy.ts'

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

/** Why a value can’t be stored, as a sentence; `null` if it can. */
export function problemOf(value: unknown): string | null {
  const copied = plainCopy(value, LIMITS.valueDepth)
  if (!copied.ok) return copied.problem
  const problem = walk(copied.value, LIMITS.valueDepth)
  if (problem) return problem
  const { length } = JSON.stringify(copied.value)
  return length > LIMITS.valueChars
    ? `Values can have up to ${LIMITS.valueChars} characters of JSON; this one has ${length}.`
    : null
}

/** Parses a stored text; `undefined` if it isn’t a value that could have been stored. */
export function readJson(text: string): JsonValue | undefined {
  if (text.length > LIMITS.valueChars) return undefined
  try {
    const value = JSON.parse(text)
    return walk(value, LIMITS.valueDepth) === null ? value : undefined
  } catch {
    return undefined
  }
}

/** Finds what JSON can’t represent exactly or isn’t safe to read. */
function walk(value: unknown, depth: number): string | null {
  switch (typeof value) {
    case 'boolean':
      return null
    case 'string':
      return problemOfText(value)
    case 'number':
      return problemOfNumber(value)
    case 'object':
      if (value === null) return null
      if (depth === 0) return TOO_DEEP
      return Array.isArray(value) ? walkList(value, depth) : walkObject(value, depth)
    default:
      return 'Values must be JSON. This one contains undefined.'
  }
}

function problemOfText(text: string): string | null {
  return text.includes(NUL) || !text.isWellFormed()
    ? 'The text contains characters that can’t be stored (NUL or a lone surrogate). Remove them.'
    : null
}

function problemOfNumber(value: number): string | null {
  if (!Number.isFinite(value)) return `${value} can’t be stored as a number.`
  if (Object.is(value, -0)) return '-0 is not kept apart from 0. Store 0.'
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return `${value} is too large to store exactly. Use text.`
  }
  return null
}

function walkList(list: readonly unknown[], depth: number): string | null {
  if (list.length > LIMITS.valueChars) return `Lists can have up to ${LIMITS.valueChars} entries.`
  for (const entry of list) {
    const problem = walk(entry, depth - 1)
    if (problem) return problem
  }
  return null
}

function walkObject(value: object, depth: number): string | null {
  for (const [key, field] of Object.entries(value)) {
    const problem = isForbiddenKey(key) ? forbiddenKey(key) : (problemOfText(key) ?? walk(field, depth - 1))
    if (problem) return problem
  }
  return null
}
