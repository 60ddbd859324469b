/** Schemas of what people and models send; each error is a sentence that says what to do. Fields of tasks: `task-fields.ts`. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { cleanLine, cleanText, joinWords } from '../text/text.ts'
import { isRank } from './rank.ts'

/** One line of text. `way`: what to do if it is too long. */
export function line(what: string, max: number, way = '') {
  return z
    .string({ error: `${what} must be text.` })
    .transform(cleanLine)
    .pipe(
      z
        .string()
        .min(1, `${what} can’t be empty.`)
        .max(max, {
          error: (issue) =>
            `${what}s can have up to ${max} characters; this one has ${String(issue.input).length}. ${way}`.trimEnd(),
        }),
    )
}

export function block(what: string, max: number) {
  return z
    .string({ error: `${what} must be text.` })
    .transform((text) => cleanText(text).trim())
    .pipe(z.string().max(max, `${what}s can have up to ${max} characters.`))
}

/** One of a fixed set of words, as people write them: "In progress" is `in_progress`. */
export function word<const Words extends readonly [string, ...string[]]>(what: string, words: Words) {
  return z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .trim()
            .toLowerCase()
            .replace(/[\s-]+/g, '_')
        : value,
    z.enum(words, {
      error: (issue) =>
        `Unknown ${what} "${String(issue.input).slice(0, 40)}". Use ${joinWords([...words], 'or')}.`,
    }),
  )
}

export const categoryName = line('Category name', LIMITS.categoryNameChars)
export const listName = line('List name', LIMITS.listNameChars + 10)
export const itemText = line('Item', LIMITS.itemChars)
export const items = z
  .array(itemText, { error: 'Items are a list of texts.' })
  .min(1, 'Name at least one item.')
  .max(LIMITS.itemsPerCall, `You can send up to ${LIMITS.itemsPerCall} items at once. Send the rest next.`)
export const stateKey = z
  .string({ error: 'A key must be text.' })
  .max(LIMITS.keyChars * 6, 'This path is too long.')
export const checkpointName = line('Name', LIMITS.checkpointNameChars)

/** A valid date, as stored in rows. */
export const day = z.string().refine((text) => isDay(text), 'Use a date like 2026-11-27, or null.')

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const LAST_TIME = 8_640_000_000_000_000
export const LAST_NUMBER = 1_000_000_000
export const time = z.int('A time is a number of milliseconds since 1970.').min(0).max(LAST_TIME)
export const rowId = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'An id is up to 80 letters, digits, - or _.')
export const rank = z.string().max(200).refine(isRank, 'Not a valid rank.')
