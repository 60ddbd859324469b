/** The schema of a session’s conversation in a file. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { AGENT_NAMES } from '../model/agents.ts'
import { time } from '../model/input-schemas.ts'
import { cleanText } from '../text/text.ts'
import { TURN_STATUSES } from '../wire/events.ts'
import { partSchema } from '../wire/message-parts.ts'
import { count } from './file-rows.ts'

const MOST_DEPTH = 32
const id = z.string().min(1).max(100)

/** JSON shallow enough to be serialized without a stack overflow; later checks rely on it. */
export const shallow = z.unknown().refine((value) => isShallow(value, MOST_DEPTH), {
  error: `This is more than ${MOST_DEPTH} levels deep.`,
  abort: true,
})

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

const parts = z
  .array(shallow.pipe(partSchema))
  .refine(
    (held) => JSON.stringify(held).length <= LIMITS.importedMessageChars,
    `Messages can have up to ${LIMITS.importedMessageChars} characters.`,
  )

export const fileMessage = z
  .object({
    id,
    role: z.enum(['user', 'assistant']),
    parts,
    turnId: id.nullable(),
    position: count.min(1),
    version: count.min(1),
    createdAt: time,
  })
  .superRefine(({ role, parts: held, turnId }, context) => {
    const problem =
      role === 'user' ? problemOfUser(held) : turnId === null ? 'A reply belongs to a turn.' : null
    if (problem)
      context.addIssue({ code: 'custom', path: role === 'user' ? ['parts'] : ['turnId'], message: problem })
  })

/** User messages are text within the length limit. */
function problemOfUser(held: readonly { type: string; text?: string }[]): string | null {
  if (held.some((part) => part.type !== 'text')) return 'A message of a user is text alone.'
  const text = cleanText(held.map((part) => part.text ?? '').join(''))
  if ([...text].length <= LIMITS.messageChars) return null
  return `Messages can have up to ${LIMITS.messageChars} characters.`
}

export const fileTurn = z.object({
  id,
  status: z.enum(TURN_STATUSES),
  run: count.min(1),
  model: z.string().max(200).transform(cleanText),
  agent: z.enum(AGENT_NAMES).default('taskboard'),
  startedAt: time,
  endedAt: time.nullable(),
  inputTokens: count.default(0),
  outputTokens: count.default(0),
})

export type FileTurn = z.output<typeof fileTurn>
export type FileMessage = z.output<typeof fileMessage>
