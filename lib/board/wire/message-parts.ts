/** The parts of a message, checked where they are read. */
import { z } from 'zod'
import { READING_KINDS } from './events.ts'
import { DATE_ORDERS, WEEK_STARTS } from './settings.ts'

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

const answered = {
  id: z.string(),
  text: z.string(),
  state: z.enum(['done', 'open', 'undone', 'dropped']),
}

const profileSchema = z.object({
  displayName: z.string().nullable().optional(),
  timeZone: z.string().optional(),
  timeZoneFrom: z.enum(['browser', 'user']).optional(),
  dateLanguage: z.string().optional(),
  dateOrder: z.enum(DATE_ORDERS).optional(),
  weekStart: z.enum(WEEK_STARTS).optional(),
})

const factSchema = z.discriminatedUnion('did', [
  z.object({ ...answered, did: z.enum(['remember', 'forget']), memoryId: z.string() }),
  z.object({ ...answered, did: z.literal('set'), before: profileSchema, after: profileSchema }),
])

export const partSchema = z.discriminatedUnion('type', [
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
    listed: z.array(z.int()).optional(),
    startedAt: z.int(),
    endedAt: z.int().nullable(),
    approval: approvalSchema.optional(),
    fact: factSchema.optional(),
  }),
  z.object({
    type: z.literal('reading'),
    instant: z.boolean(),
    kind: z.enum(READING_KINDS).optional(),
    text: z.string(),
    completes: z.string().optional(),
    spans: z.array(z.object({ start: z.int(), end: z.int(), role: z.string(), value: z.string() })),
  }),
  z.object({
    type: z.literal('choices'),
    options: z.array(z.object({ label: z.string(), say: z.string() })),
  }),
  z.object({
    type: z.literal('memories'),
    used: z.array(z.object({ id: z.string(), text: z.string() })),
  }),
  z.object({
    type: z.literal('proposals'),
    items: z.array(
      z.object({ id: z.string(), text: z.string(), state: z.enum(['open', 'kept', 'dropped']) }),
    ),
  }),
  z.object({ type: z.literal('imported') }),
  z.object({ type: z.literal('notice'), tone: z.enum(['info', 'error']), text: z.string() }),
])
