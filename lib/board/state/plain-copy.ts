/** Copies a caller’s data once as plain data: none of its getters, proxies or `toJSON` run afterwards. */
import { LIMITS } from '#lib/limits.ts'

export const TOO_DEEP = `Values can be up to ${LIMITS.valueDepth} levels deep. Flatten it, or use several keys.`
const NO_JSON = 'A value is JSON: dates, maps, sets and classes are not. Store their text.'
/** Keys that reach an object’s prototype. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

export type Copied = { ok: true; value: unknown } | { ok: false; problem: string }

export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.has(key)
}

export function forbiddenKey(key: PropertyKey): string {
  return `“${String(key)}” cannot be a key.`
}

/** Text and numbers are copied as they are; `undefined` is kept. */
export function plainCopy(value: unknown, depth: number): Copied {
  try {
    return { ok: true, value: copy(value, depth) }
  } catch (error) {
    // Other errors come from the data itself: a proxy, or nesting deeper than the stack allows.
    return { ok: false, problem: error instanceof NotPlain ? error.message : 'This cannot be read as data.' }
  }
}

class NotPlain extends Error {}

function copy(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'bigint':
    case 'function':
    case 'symbol':
      throw new NotPlain(
        `A value is JSON: text, number, true, false, null, list or object. This one holds a ${typeof value}.`,
      )
    case 'object':
      if (value === null) return null
      if (depth === 0) throw new NotPlain(TOO_DEEP)
      return Array.isArray(value) ? copyList(value, depth) : copyObject(value, depth)
    default:
      return value
  }
}

function copyList(list: readonly unknown[], depth: number): unknown[] {
  const copied: unknown[] = []
  for (let i = 0; i < list.length; i += 1) copied.push(copy(fieldOf(list, String(i)), depth - 1))
  if (Reflect.ownKeys(list).length !== copied.length + 1) {
    throw new NotPlain('A list has entries, and no fields besides. Use an object.')
  }
  return copied
}

function copyObject(value: object, depth: number): Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw new NotPlain(NO_JSON)
  const copied: Record<string, unknown> = {}
  for (const key of Reflect.ownKeys(value)) {
    // `constructor` may be the name of a field; only assigning `__proto__` has an effect.
    if (typeof key !== 'string' || key === '__proto__') throw new NotPlain(forbiddenKey(key))
    copied[key] = copy(fieldOf(value, key), depth - 1)
  }
  return copied
}

function fieldOf(holder: object, key: string): unknown {
  const field = Object.getOwnPropertyDescriptor(holder, key)
  if (!field) throw new NotPlain(`A list has no gaps; entry ${key} of this one is not there.`)
  if (!('value' in field) || !field.enumerable) {
    throw new NotPlain(`“${key}” is computed or hidden. Give its value itself.`)
  }
  return field.value
}
