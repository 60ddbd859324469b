/** Converts stored messages and turns for the screen, checked on read. */
import { z } from 'zod'
import type { messages, turns } from '#db/schema.ts'
import { AGENT_NAMES } from '#lib/board/model/agents.ts'
import { type Message, type Part, TURN_STATUSES, type Turn } from '#lib/board/wire/events.ts'
import { partSchema } from '#lib/board/wire/message-parts.ts'

const partsSchema = z.array(partSchema)
const agentName = z.enum(AGENT_NAMES).catch('taskboard')
const turnStatus = z.enum(TURN_STATUSES).catch('failed')

const DAMAGED: Part = {
  type: 'notice',
  tone: 'error',
  text: 'This message couldn’t be read.',
}

export function messageFromRow(row: typeof messages.$inferSelect): Message {
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

export function turnFromRow(row: typeof turns.$inferSelect): Turn {
  return {
    id: row.id,
    sessionId: row.sessionId,
    status: turnStatus.parse(row.status),
    run: row.run,
    model: row.model,
    agent: agentName.parse(row.agent),
    startedAt: row.startedAt,
    endedAt: row.endedAt,
  }
}
