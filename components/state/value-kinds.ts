/** Converts what people type for a value to JSON, and back. */
import { isObject, type JsonValue } from '#lib/board/state/json.ts'

export const KINDS = ['text', 'number', 'truth', 'structure', 'nothing'] as const
export type Kind = (typeof KINDS)[number]

export const KIND_NAMES = {
  text: 'Text',
  number: 'Number',
  truth: 'True or false',
  structure: 'List or object',
  nothing: 'Null',
} as const satisfies Record<Kind, string>

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i
const TRUTHS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
}

export type Typed = { ok: true; value: JsonValue } | { ok: false; message: string }

export function kindOf(value: JsonValue): Kind {
  if (value === null) return 'nothing'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'truth' : 'structure'
}

/** The kind of a typed text. `007` and a number too long to be exact are text. */
export function kindTyped(text: string): Kind {
  const typed = text.trim()
  if (typed === 'null') return 'nothing'
  if (typed === 'true' || typed === 'false') return 'truth'
  if (NUMBER.test(typed) && isExact(Number(typed))) return 'number'
  return /^(?:\{[\s\S]*\}|\[[\s\S]*\])$/.test(typed) ? 'structure' : 'text'
}

/** The value as text in the field. */
export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value, null, 2) : String(value)
}

export function readTyped(text: string, kind: Kind): Typed {
  const typed = text.trim()
  switch (kind) {
    case 'text':
      return { ok: true, value: text }
    case 'nothing':
      return { ok: true, value: null }
    case 'number': {
      const value = Number(typed)
      if (typed !== '' && Number.isFinite(value)) return { ok: true, value }
      return { ok: false, message: 'Enter a number, e.g. 42 or 1.5, or choose Text.' }
    }
    case 'truth': {
      const value = TRUTHS[typed.toLowerCase()]
      if (value !== undefined) return { ok: true, value }
      return { ok: false, message: 'Enter true or false.' }
    }
    case 'structure':
      return readStructure(typed)
    default:
      return kind satisfies never
  }
}

function readStructure(typed: string): Typed {
  try {
    const value: unknown = JSON.parse(typed)
    if (Array.isArray(value) || isObject(value)) return { ok: true, value: value as JsonValue }
  } catch (error) {
    const why = error instanceof Error ? ` (${error.message.replace(/\.$/, '')})` : ''
    return { ok: false, message: `Invalid JSON${why}. Fix it, or choose Text.` }
  }
  return { ok: false, message: 'Use [ ] for a list or { } for an object.' }
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
}
