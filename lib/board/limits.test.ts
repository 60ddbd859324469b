/** Texts and lists that people and models send: kept whole at the limit, refused above it by its number. */
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { COMMANDS } from './commands/registry.ts'
import * as field from './model/input-schemas.ts'
import * as taskField from './model/task-fields.ts'
import { taskSchema } from './model/types.ts'
import { READERS } from './readers/registry.ts'
import { documentName, memoryText, tag, USER_TOOLS } from './readers/user-tools.ts'
import { problemOfShape } from './state/schemas.ts'
import { taskRow } from './testing.ts'
import { messageOfZodError } from './text/input-error.ts'
import { fileBoard } from './transfer/file-board.ts'
import { fileRevision } from './transfer/file-log.ts'
import { fileMessage, fileTurn } from './transfer/file-messages.ts'
import { count, FIELDS } from './transfer/file-rows.ts'
import { fileOwn } from './transfer/file-user-data.ts'

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

const same = (size: number) => size
const characters = (length: number) => 'é'.repeat(length)
const tags = (length: number) => Array.from({ length }, (_, i) => `tag ${i}`)
const rows = (length: number) => Array.from({ length }, () => taskRow(1))
const { number, completion, completionBefore } = taskSchema.shape
const { shape: message } = fileMessage

/** Accepted at both bounds and refused one beyond them; `null` = no bound. */
const BOUNDS: Readonly<Record<string, [z.ZodType, number | null, number | null, (size: number) => unknown]>> =
  {
    'the number of a stored task': [number, 1, null, same],
    'the percent of a stored task': [completion, 0, 100, same],
    'the percent before of a stored task': [completionBefore, 0, 100, same],
    'the number of a task in a file': [FIELDS.task.shape.number, 1, field.LAST_NUMBER, same],
    'the percent of a task in a file': [FIELDS.task.shape.completion, 0, 100, same],
    'a time': [field.time, 0, 8_640_000_000_000_000, same],
    'an id': [field.rowId, 1, 80, (size) => 'a'.repeat(size)],
    'a count in a file': [count, 0, field.LAST_NUMBER, same],
    'the id of a message in a file': [message.id, 1, 100, characters],
    'the position of a message in a file': [message.position, 1, null, same],
    'the version of a message in a file': [message.version, 1, null, same],
    'the run of a turn in a file': [fileTurn.shape.run, 1, null, same],
    'the model of a turn in a file': [fileTurn.shape.model, null, 200, characters],
    'the turn of a revision in a file': [fileRevision.shape.turnId, 1, 100, characters],
    'the number of a revision in a file': [fileRevision.shape.number, 1, null, same],
    'the next number of a file': [fileBoard.shape.session.shape.nextNumber, 1, null, same],
    'an expiry': [COMMANDS.set_value.input.shape.ttl_seconds, 1, LIMITS.ttlSeconds, same],
    'tasks of a plan': [READERS.get_agenda.input.shape.most, 1, 12, same],
    'words to look for': [READERS.list_tasks.input.shape.words, null, LIMITS.searchChars, characters],
    'an offset into a value': [READERS.get_session_state.input.shape.offset, 0, null, same],
    'tags that a search is limited to': [
      USER_TOOLS.search_knowledge.input.shape.tags,
      null,
      LIMITS.tagsPerDocument,
      tags,
    ],
    'tasks of a new board': [COMMANDS.start_board.input.shape.tasks, null, LIMITS.tasksPerSession, rows],
  }

test.each(Object.entries(BOUNDS))('%s stays within its bounds', (_, [schema, least, most, make]) => {
  const isTaken = (size: number) => schema.safeParse(make(size)).success
  if (least !== null) expect([least - 1, least].map(isTaken)).toEqual([false, true])
  if (most !== null) expect([most, most + 1].map(isTaken)).toEqual([true, false])
})

test('the schema of a user keeps its bounds', () => {
  const isTaken = (user: object) => problemOfShape('user', user) === null
  expect([-1, 0, 200, 201].map((age) => isTaken({ age }))).toEqual([false, true, true, false])
  expect([200, 201].map((length) => isTaken({ name: characters(length) }))).toEqual([true, false])
})

test('the memories and documents in a file of everything are limited', () => {
  const own = (given: object) => fileOwn.safeParse(given).success
  const memories = (length: number) =>
    Array.from({ length }, (_, i) => ({ text: `Fact ${i}.`, source: 'user' }))
  const documents = (length: number, more: object = {}) =>
    Array.from({ length }, (_, i) => ({ name: `${i}.md`, text: 'words', ...more }))
  const taken = (limit: number, make: (length: number) => object) =>
    [limit, limit + 1].map((length) => own(make(length)))
  expect(taken(LIMITS.memoriesPerUser, (n) => ({ memories: memories(n) }))).toEqual([true, false])
  expect(taken(LIMITS.documentsPerUser, (n) => ({ documents: documents(n) }))).toEqual([true, false])
  expect(taken(LIMITS.tagsPerDocument, (n) => ({ documents: documents(1, { tags: tags(n) }) }))).toEqual([
    true,
    false,
  ])
  expect(taken(LIMITS.documentBytes, (n) => ({ documents: documents(1, { text: 'x'.repeat(n) }) }))).toEqual([
    true,
    false,
  ])
})
