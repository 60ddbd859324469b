/** The conversation as a model reads it: from the database alone, its last part, tool calls with their results. */
import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { messages } from '#db/schema.ts'
import type { Message, NoticePart, Part, TextPart, ToolPart } from '#lib/board/wire.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { toMessage } from '#lib/session/rows.ts'

const WAITS = 'This waits for the user to allow it. Nothing was changed yet.'

export type Conversation = {
  /** Before the message of this turn. */
  history: ModelMessage[]
  /** The text of the message that this turn answers. */
  text: string
  /** When the message before it came, epoch milliseconds. */
  since: number
}

export async function readConversation(sessionId: string, turnId: string): Promise<Conversation | null> {
  const { historyMessages } = TURN_LIMITS
  return read(async (db) => {
    // Only the latest turn runs: its message, and perhaps its reply, are the newest two.
    const rows = await db
      .select()
      .from(messages)
      .where(and(eq(messages.sessionId, sessionId), isNotNull(messages.turnId)))
      .orderBy(desc(messages.position))
      .limit(historyMessages + 2)
    const at = rows.findIndex((row) => row.turnId === turnId && row.role === 'user')
    const asked = rows[at]
    if (!asked) return null
    const earlier = rows.slice(at + 1, at + 1 + historyMessages)
    const since = earlier.find((row) => row.role === 'user')?.createdAt ?? 0
    return { history: toHistory(earlier.map(toMessage)), text: textOf(toMessage(asked)), since }
  })
}

/** Newest first in, oldest first out; whole messages only, so that no call is parted from its result. */
function toHistory(newestFirst: readonly Message[]): ModelMessage[] {
  const kept: ModelMessage[][] = []
  let chars = 0
  for (const message of newestFirst) {
    const converted = toModelMessages(message)
    chars += JSON.stringify(converted).length
    if (chars > TURN_LIMITS.historyChars && kept.length > 0) break
    kept.push(converted)
  }
  const ordered = kept.reverse().flat()
  const first = ordered.findIndex((message) => message.role === 'user')
  return first === -1 ? [] : ordered.slice(first)
}

function textOf(message: Message): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

export function toModelMessages(message: Message): ModelMessage[] {
  return message.role === 'user'
    ? [{ role: 'user', content: textOf(message) }]
    : assistantMessages(message.id, message.parts)
}

/**
 * Calls of one step stand in one assistant message, their results in the tool message after it. `own`: of the turn
 * that goes on, whose calls keep the ids they were made with, as far as these differ.
 */
export function assistantMessages(messageId: string, parts: readonly Part[], own = false): ModelMessage[] {
  const out: ModelMessage[] = []
  let said: Exclude<AssistantModelMessage['content'], string> = []
  let results: ToolModelMessage['content'] = []
  let step: number | null = null
  const used = new Set<string>()
  const flush = () => {
    if (said.length > 0) out.push({ role: 'assistant', content: said })
    if (results.length > 0) out.push({ role: 'tool', content: results })
    said = []
    results = []
    step = null
  }
  for (const [index, part] of parts.entries()) {
    // What only the screen shows is no part of the conversation.
    if (isOnScreenAlone(part)) continue
    if (part.type === 'tool') {
      if (step !== null && part.step !== step) flush()
      step = part.step
      // Ids must differ over the whole history, and models repeat theirs.
      const isUsed = used.has(part.callId)
      used.add(part.callId)
      const toolCallId = own && !isUsed ? part.callId : `call_${messageId.slice(0, 12)}_${index}`
      said.push({ type: 'tool-call', toolCallId, toolName: part.name, input: asObject(part.input) })
      results.push(resultOf(part, toolCallId))
    } else {
      if (results.length > 0) flush()
      said.push({ type: 'text', text: part.type === 'notice' ? `(${part.text})` : part.text })
    }
  }
  flush()
  return out
}

function isOnScreenAlone(part: Part): part is Exclude<Part, TextPart | ToolPart | NoticePart> {
  return part.type !== 'text' && part.type !== 'tool' && part.type !== 'notice'
}

/** Arguments that were no JSON come back as text, which compatible servers do not take. */
function asObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {}
}

/** What the SDK keeps of this run, with the same care. */
export function withObjectInputs(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    const content = message.content.map((part) =>
      part.type === 'tool-call' ? { ...part, input: asObject(part.input) } : part,
    )
    return { ...message, content }
  })
}

function resultOf(part: ToolPart, toolCallId: string): ToolModelMessage['content'][number] {
  // Every call has its result, or no model takes the history: one that waits says so.
  const value = part.output ?? (part.state === 'waiting' ? WAITS : 'Not done.')
  const type = part.state === 'done' ? 'text' : 'error-text'
  return { type: 'tool-result', toolCallId, toolName: part.name, output: { type, value } }
}
