/** Texts and lists of what people and models send: whole at the limit, refused one above it by the limit's own number. */
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { COMMANDS } from './commands/registry.ts'
import * as field from './model/input-schemas.ts'
import * as taskField from './model/task-fields.ts'
import { documentName, memoryText, tag } from './readers/user-tools.ts'
import { messageOfZodError } from './text/input-error.ts'

const text = (length: number) => 'é'.repeat(length)
const many = (length: number) => Array.from({ length }, (_, i) => `one ${i}`)

const LIMITED: Readonly<Record<string, [z.ZodType, number, (size: number) => unknown]>> = {
  'a title': [taskField.title, LIMITS.titleChars, text],
  'a note': [taskField.notes, LIMITS.notesChars, text],
  'a blocked reason': [taskField.blockedReason, LIMITS.blockedReasonChars, text],
  'a category': [field.categoryName, LIMITS.categoryNameChars, text],
  'an item': [field.itemText, LIMITS.itemChars, text],
  items: [field.items, LIMITS.itemsPerCall, many],
  'a checkpoint': [field.checkpointName, LIMITS.checkpointNameChars, text],
  'tasks of one call': [COMMANDS.remove_tasks.input.shape.tasks, LIMITS.tasksPerCall, many],
  'a memory': [memoryText, LIMITS.memoryChars, text],
  'a document’s name': [documentName, LIMITS.documentNameChars, text],
  'a tag': [tag, LIMITS.tagChars, text],
}

test.each(Object.entries(LIMITED))('%s', (_, [schema, limit, make]) => {
  expect(schema.parse(make(limit))).toEqual(make(limit))
  const refused = schema.safeParse(make(limit + 1))
  expect(refused.error && messageOfZodError(refused.error)).toMatch(
    new RegExp(`^(.*s can have|You can \\w+) up to ${limit} `, 'i'),
  )
})
