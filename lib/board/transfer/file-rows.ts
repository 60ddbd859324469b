/** The schemas of rows in a file, with every rule that commands keep. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import * as field from '../model/input-schemas.ts'
import { LAST_NUMBER, rank, rowId, time } from '../model/input-schemas.ts'
import { FILE_TASK } from '../model/task-shape.ts'
import type { TableName } from '../model/types.ts'
import { findSecretIn } from '../secrets/find-secret.ts'
import { type JsonValue, problemOf } from '../state/json.ts'
import { problemOfKey } from '../state/keys.ts'
import { listName } from '../state/lists.ts'

export const count = z.int().min(0).max(LAST_NUMBER)

export const key = z.string().superRefine((text, context) => {
  const problem = problemOfKey(text)
  if (problem) context.addIssue({ code: 'custom', message: problem })
})

/** The JSON text of a value; `null` = deleted, or removed because it expired. */
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

/** Keeps secrets out of files as out of values. */
export function problemOfSecret(id: string, value: JsonValue): string | null {
  const secret = findSecretIn({ [id]: value })
  return secret && `That looks like ${secret.what}. Boards can’t store secrets.`
}

/** Every field of every table. */
export const FIELDS = {
  task: z.object(FILE_TASK),
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
