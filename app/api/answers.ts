/** What the API answers, as schemas: the OpenAPI document is made of them, and tests hold the answers to them. */
import { z } from 'zod'
import { REFUSAL_CODES } from '#lib/board/model/command.ts'
import { STORED_TASK } from '#lib/board/model/task-shape.ts'
import { TURN_STATUSES } from '#lib/board/wire/events.ts'

const milliseconds = z.int().describe('Epoch milliseconds.')

export const refusal = z
  .object({
    ok: z.literal(false),
    code: z.enum(REFUSAL_CODES),
    message: z.string().describe('What is wrong and what to do, in a sentence.'),
  })
  .meta({ id: 'Refusal' })

export const done = z.object({ ok: z.literal(true) })

export const board = z
  .object({
    id: z.string(),
    name: z.string(),
    updatedAt: milliseconds.describe('When it was last changed or written to.'),
    busy: z.boolean().describe('A reply is in progress.'),
    archived: z.boolean(),
  })
  .meta({ id: 'Board' })

export const boards = z.object({ boards: z.array(board), lastOpened: z.string().nullable() })
export const madeBoard = z.object({ ok: z.literal(true), id: z.string() })

export const hits = z.object({
  ok: z.literal(true),
  hits: z.array(
    z.object({
      sessionId: z.string().describe('The board.'),
      name: z.string(),
      where: z.enum(['name', 'task', 'message']),
      excerpt: z.string(),
    }),
  ),
})

const { categoryId: _categoryId, completionBefore: _before, rank: _rank, ...shownFields } = STORED_TASK
export const task = z.object({ ...shownFields, category: z.string() }).meta({ id: 'Task' })

export const state = z
  .looseObject({ tasks: z.array(task), categories: z.array(z.string()) })
  .describe('Tasks, categories, and under their keys every value and every list, like `shopping_list`.')
  .meta({ id: 'State' })

export const stateAtRevision = z.object({
  revision: z.int(),
  state,
  damaged: z.array(z.string()).optional().describe('Values that can’t be read: set or delete them.'),
  damagedTasks: z
    .array(z.object({ id: z.string(), number: z.int(), fields: z.array(z.string()) }))
    .optional()
    .describe('Tasks with fields that can’t be read and have their defaults here: repair or remove them.'),
})
export const patched = stateAtRevision.extend({ ok: z.literal(true), reply: z.string() })

const row = z.object({
  table: z.string(),
  id: z.string(),
  text: z.string(),
  effect: z.enum(['removed', 'changed', 'added']),
})
const question = z.object({ ask: z.string(), rows: z.array(row) })

export const approval = question
  .extend({ id: z.string(), turnId: z.string(), tool: z.string(), createdAt: milliseconds })
  .meta({ id: 'Approval' })
export const pendingApprovals = z.object({ ok: z.literal(true), approvals: z.array(approval) })

export const runEnd = z
  .object({
    ok: z.literal(true),
    boardId: z.string(),
    status: z.enum(TURN_STATUSES).exclude(['running']),
    messageId: z.string(),
    turnId: z.string(),
    model: z.string(),
    reply: z.string(),
    notice: z.string().nullable(),
    changed: z.array(z.looseObject({ revision: z.int(), reply: z.string() })),
    asks: z.array(question).describe('What waits for approval.'),
    choices: z.array(z.looseObject({ label: z.string(), say: z.string() })),
    revision: z.int(),
    state,
  })
  .meta({ id: 'RunEnd' })

export const stateResults = z.object({
  ok: z.literal(true),
  revision: z.int(),
  reply: z.string(),
  results: z.array(z.unknown()).describe('One for each operation, in order.'),
})
