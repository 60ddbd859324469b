/** Stored messages and turns as the screen knows them, checked on read. */
import { z } from 'zod'
import type { messages, turns } from '#db/schema.ts'
import { type Message, type Part, TURN_STATUSES, type Turn } from '#lib/board/wire.ts'

const approvalSchema = z.object({
  id: z.string(),
  status: z.enum(['pending', 'allowed', 'denied', 'expired']),
  ask: z.string(),
  rows: z.array(
    z.object({
      table: z.string(),
      id: z.string(),
      text: z.string(),
      effect: z.enum(['removed', 'changed', 'added']),
    }),
  ),
  isBehind: z.boolean(),
  isAgain: z.boolean(),
  note: z.string(),
  decidedAt: z.int().nullable(),
})

const partSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('tool'),
    callId: z.string(),
    step: z.int(),
    name: z.string(),
    input: z.unknown(),
    state: z.enum(['running', 'waiting', 'done', 'refused', 'failed']),
    output: z.string().nullable(),
    revision: z.int().nullable(),
    startedAt: z.int(),
    endedAt: z.int().nullable(),
    approval: approvalSchema.optional(),
  }),
  z.object({
    type: z.literal('reading'),
    instant: z.boolean(),
    text: z.string(),
    spans: z.array(z.object({ start: z.int(), end: z.int(), role: z.string(), value: z.string() })),
  }),
  z.object({
    type: z.literal('choices'),
    options: z.array(z.object({ label: z.string(), say: z.string() })),
  }),
  z.object({ type: z.literal('notice'), tone: z.enum(['info', 'error']), text: z.string() }),
])
const partsSchema = z.array(partSchema)
const turnStatus = z.enum(TURN_STATUSES).catch('failed')

const DAMAGED: Part = {
  type: 'notice',
  tone: 'error',
  text: 'This message could not be read. It is kept as it is.',
}

export function toMessage(row: typeof messages.$inferSelect): Message {
  const parts = partsSchema.safeParse(row.parts)
  return {
    id: row.id,
    sessionId: row.sessionId,
    role: row.role,
    parts: parts.success ? (parts.data as Part[]) : [DAMAGED],
    turnId: row.turnId,
    position: row.position,
    version: row.version,
    createdAt: row.createdAt,
  }
}

export function toTurn(row: typeof turns.$inferSelect): Turn {
  return {
    id: row.id,
    sessionId: row.sessionId,
    status: turnStatus.parse(row.status),
    run: row.run,
    model: row.model,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
  }
}
