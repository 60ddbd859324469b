/** Rows as a file may hold them: everything that a writer of the board keeps to, held again. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { EFFORTS, PRIORITIES, STATUSES } from '../model/names.ts'
import { isRank } from '../model/rank.ts'
import type { TableName } from '../model/types.ts'
import * as field from '../rules/task-fields.ts'
import { findSecretIn } from '../secrets/find-secret.ts'
import { type JsonValue, problemOf } from '../state/json.ts'
import { problemOfKey } from '../state/keys.ts'
import { listName } from '../state/lists.ts'

const LAST_TIME = 8_640_000_000_000_000
const LAST_NUMBER = 1_000_000_000

export const time = z.int('A time is a number of milliseconds since 1970.').min(0).max(LAST_TIME)
export const count = z.int().min(0).max(LAST_NUMBER)
export const rowId = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'An id is up to 80 letters, digits, - or _.')
const percent = z.int().min(0).max(100)
const rank = z.string().max(200).refine(isRank, 'Not a valid rank.')

export const key = z.string().superRefine((text, context) => {
  const problem = problemOfKey(text)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

/** The text of a value, as rows keep it; `null` = deleted, or taken out because its time was over. */
const json = z
  .string()
  .max(LIMITS.valueChars, `Values can have up to ${LIMITS.valueChars} characters of JSON.`)
  .superRefine((text, context) => {
    const message = problemOfText(text)
    if (message) context.addIssue({ code: 'custom', message })
  })

function problemOfText(text: string): string | null {
  let value: JsonValue
  try {
    value = JSON.parse(text)
  } catch {
    return 'Not valid JSON.'
  }
  return problemOf(value)
}

/** What keeps secrets out of values keeps them out of files too. */
export function problemOfSecret(id: string, value: JsonValue): string | null {
  const secret = findSecretIn({ [id]: value })
  return secret && `That looks like ${secret.what}. Boards can’t store secrets.`
}

/** Every field of every table. */
export const FIELDS = {
  task: z.object({
    id: rowId,
    number: z.int().min(1, 'Numbers of tasks begin at 1.').max(LAST_NUMBER),
    title: field.title,
    notes: field.notes,
    status: z.enum(STATUSES),
    completion: percent,
    completionBefore: percent.nullable(),
    categoryId: rowId,
    priority: z.enum(PRIORITIES),
    effort: z.enum(EFFORTS),
    dueDate: field.day.nullable(),
    blockedReason: field.blockedReason,
    rank,
    createdAt: time,
    doneAt: time.nullable(),
  }),
  category: z.object({ id: rowId, name: field.categoryName, rank }),
  list: z.object({
    id: rowId,
    name: field.listName
      .transform(listName)
      .pipe(
        z.string().max(LIMITS.listNameChars, `List names can have up to ${LIMITS.listNameChars} characters.`),
      ),
    rank,
  }),
  item: z.object({ id: rowId, listId: rowId, text: field.itemText, checked: z.boolean(), rank }),
  value: z.object({ id: key, json: json.nullable(), expiresAt: time.nullable() }),
  checkpoint: z.object({
    id: rowId,
    name: field.checkpointName,
    at: count,
    createdAt: time,
  }),
} as const satisfies Record<TableName, z.ZodObject>

export const fileTask = FIELDS.task.refine((task) => (task.status === 'done') === (task.completion === 100), {
  error: 'A task at 100 % is done, and a done task is at 100 %.',
  path: ['completion'],
})
