/** One session of a file: its schema, and the rows that its state yields. */
import { generateNKeysBetween } from 'fractional-indexing'
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { time } from '../model/input-schemas.ts'
import { DEFAULT_CATEGORY } from '../model/names.ts'
import type { Category, Checkpoint, Item, List, Task, Value } from '../model/types.ts'
import type { JsonValue } from '../state/json.ts'
import { isRowKey } from '../state/keys.ts'
import { isExpired } from '../state/read-state.ts'
import { cleanLine, cleanText, fold, shorten } from '../text/text.ts'
import { fileRevision } from './file-log.ts'
import { fileMessage, fileTurn } from './file-messages.ts'
import { count, FIELDS, fileTask, key } from './file-rows.ts'
import { FIRST_FORMAT, FORMAT } from './format.ts'

const fileSession = z.object({
  name: z.string().transform((text) => shorten(cleanLine(text), LIMITS.sessionNameChars) || 'Untitled'),
  namedBy: z.enum(['auto', 'first-message', 'user']).default('user'),
  nextNumber: count.min(1),
  createdAt: time,
  updatedAt: time.optional(),
  archivedAt: time.nullable().default(null),
  visits: count.default(0),
  instructions: z
    .string()
    .transform(cleanText)
    .refine(
      (text) => [...text].length <= LIMITS.instructionsChars,
      `Instructions can have up to ${LIMITS.instructionsChars} characters.`,
    )
    .nullable()
    .default(null),
})

const fileList = FIELDS.list.extend({
  items: z.array(FIELDS.item).default([]),
})

/** `count-file.ts` limits how many there are of each before this is parsed. */
export const fileBoard = z.object({
  format: z.enum([FIRST_FORMAT, FORMAT]),
  session: fileSession,
  state: z.looseObject({
    tasks: z.array(fileTask),
    categories: z.array(FIELDS.category),
    lists: z.array(fileList).default([]),
  }),
  expires: z.record(z.string(), time).default({}),
  deleted: z.array(key).default([]),
  damaged: z.array(z.unknown()).default([]),
  checkpoints: z.array(FIELDS.checkpoint).default([]),
  revisions: z.array(fileRevision).default([]),
  turns: z.array(fileTurn).default([]),
  messages: z.array(fileMessage).default([]),
})

export type FileBoard = z.output<typeof fileBoard>

export type FileRows = {
  task: Task[]
  category: Category[]
  list: List[]
  item: Item[]
  value: Value[]
  checkpoint: Checkpoint[]
}

/** Keys of the state that aren’t rows become values; expired ones are left out. */
export function rowsOfFile(board: FileBoard, now: number): FileRows {
  const { tasks, categories, lists, ...others } = board.state
  const held = Object.entries(others).map(([id, value]) => {
    const expiresAt = Object.hasOwn(board.expires, id) ? (board.expires[id] ?? null) : null
    return { id, json: JSON.stringify(value), expiresAt }
  })
  const deleted = board.deleted.map((id) => ({ id, json: null, expiresAt: null }))
  return {
    task: tasks,
    category: categories,
    list: lists.map(({ items: _items, ...list }) => list),
    item: lists.flatMap(({ id, items }) => items.map((item) => ({ ...item, listId: id }))),
    value: [...held, ...deleted].filter((row) => !isExpired(row, now)),
    checkpoint: board.checkpoints,
  }
}

/** The values in the state, by key. */
export function valuesOfFile(board: FileBoard): [string, JsonValue][] {
  return Object.entries(board.state).filter(([id]) => !isRowKey(id)) as [string, JsonValue][]
}

/** Adds the default category, which tasks without one need. */
export function withDefaultCategory(rows: FileRows, id: string): FileRows {
  if (rows.category.some(({ name }) => fold(name) === DEFAULT_CATEGORY)) return rows
  const last =
    rows.category
      .map(({ rank }) => rank)
      .sort()
      .at(-1) ?? null
  const [rank = 'a0'] = generateNKeysBetween(last, null, 1)
  return { ...rows, category: [...rows.category, { id, name: DEFAULT_CATEGORY, rank }] }
}
