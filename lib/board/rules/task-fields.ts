/** The schemas of what people and models put into tasks; each error is a sentence that says what to do. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { EFFORTS, PRIORITIES, STATUSES } from '../model/names.ts'
import { clampPercent } from '../model/progress.ts'
import { cleanLine, cleanText, joinWords } from '../text/text.ts'

/** One line of text. `way`: what to do where it is too long. */
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

function block(what: string, max: number) {
  return z
    .string({ error: `${what} must be text.` })
    .transform((text) => cleanText(text).trim())
    .pipe(z.string().max(max, `${what}s can have up to ${max} characters.`))
}

/** Words of a closed set, written as people write them: "In progress" is `in_progress`. */
function word<const Words extends readonly [string, ...string[]]>(what: string, words: Words) {
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

export const title = line('Title', LIMITS.titleChars)
export const notes = block('Note', LIMITS.notesChars)
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
export const blockedReason = line('Blocked reason', LIMITS.blockedReasonChars).or(z.literal(''))
export const status = word('status', STATUSES)
export const priority = word('priority', PRIORITIES)
export const effort = word('effort', EFFORTS)

export const completion = z.preprocess(
  (value) => {
    const percent =
      typeof value === 'string' && /^\d{1,9}\s*%?$/.test(value) ? Number.parseInt(value, 10) : value
    return typeof percent === 'number' && Number.isFinite(percent) ? clampPercent(percent) : percent
  },
  z.int({ error: 'Use a percentage from 0 to 100.' }),
)

/** `YYYY-MM-DD`, a day that exists; `none` takes the date away. */
export const dueDate = z
  .string({ error: 'Use a date like 2026-11-27, or none.' })
  .refine((text) => text === 'none' || isDay(text), 'Use a date like 2026-11-27, or none.')

/** A day that exists, as rows keep it. */
export const day = z.string().refine((text) => isDay(text), 'Use a date like 2026-11-27, or null.')

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
