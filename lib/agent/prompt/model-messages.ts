/** The conversation as a model reads it: its last part, from the database alone, tool calls with their results. */
import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { messages } from '#db/schema.ts'
import { summaryBlock } from '#lib/board/rules/history-summary.ts'
import { shorten } from '#lib/board/text/text.ts'
import {
  isImported,
  type Message,
  type NoticePart,
  type Part,
  type TextPart,
  type ToolPart,
} from '#lib/board/wire/events.ts'
import { importedBlock } from '#lib/board/wire/imported.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { messageFromRow } from '#lib/session/feed/to-wire.ts'
import { readSummary } from '#lib/turns/summary.ts'

const WAITS = 'Waiting for the user’s approval. Nothing has changed yet.'

export type Conversation = {
  /** Before the message of this turn. */
  history: ModelMessage[]
  /** The message of this turn. */
  text: string
  /** The message was imported: the user resent it, but didn't write it. */
  isImported: boolean
  /** The summary of messages before the history, as a block of data; empty if there are none. */
  earlier: string
  /** Imported messages that would be in the history, as a block of data. */
  imported: string
  /** The position where the history begins, and how many messages before it aren't summarized yet. */
  from: number
  unfolded: number
  /** The time of the previous message, epoch milliseconds. */
  since: number
}

export async function readConversation(sessionId: string, turnId: string): Promise<Conversation | null> {
  const { historyMessages } = TURN_LIMITS
  return read(async (db) => {
    // Only the latest turn runs: its message, and perhaps its reply, are the newest two. If that message is a yes or
    // no, it answers the two before.
    const rows = await db
      .select()
      .from(messages)
      .where(and(eq(messages.sessionId, sessionId), isNotNull(messages.turnId)))
      .orderBy(desc(messages.position))
      .limit(historyMessages + 4)
    const at = rows.findIndex((row) => row.turnId === turnId && row.role === 'user')
    const asked = rows[at]
    if (!asked) return null
    const recent = rows.slice(at + 1, at + 1 + historyMessages)
    const since = recent.find((row) => row.role === 'user')?.createdAt ?? 0
    const from = recent.at(-1)?.position ?? asked.position
    const isAll = recent.length < historyMessages
    const before = isAll ? null : await readSummary(db, sessionId, from)
    const said = recent.toReversed().map(messageFromRow)
    return {
      history: said.filter((message) => !isImported(message)).flatMap(toModelMessages),
      imported: importedBlock(said.filter(isImported)),
      isImported: isImported(messageFromRow(asked)),
      earlier: before ? summaryBlock(before.earlier) : '',
      from,
      unfolded: before?.unfolded ?? 0,
      text: textOf(messageFromRow(asked)),
      since,
    }
  })
}

function textOf(message: Message): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

export function toModelMessages(message: Message): ModelMessage[] {
  return message.role === 'user'
    ? [{ role: 'user', content: cutter()(textOf(message)) }]
    : assistantMessages(message.id, message.parts)
}

/**
 * Calls of one step are in one assistant message, their results in the tool message after it. `own`: of the turn
 * that continues, whose calls keep their ids if these are unique.
 */
export function assistantMessages(messageId: string, parts: readonly Part[], own = false): ModelMessage[] {
  const out: ModelMessage[] = []
  let said: Exclude<AssistantModelMessage['content'], string> = []
  let results: ToolModelMessage['content'] = []
  let step: number | null = null
  const used = new Set<string>()
  const cut = own ? (text: string) => text : cutter()
  const flush = () => {
    if (said.length > 0) out.push({ role: 'assistant', content: said })
    if (results.length > 0) out.push({ role: 'tool', content: results })
    said = []
    results = []
    step = null
  }
  for (const [index, part] of parts.entries()) {
    // Parts for the screen alone aren't part of the conversation.
    if (isOnScreenAlone(part)) continue
    if (part.type === 'tool') {
      if (step !== null && part.step !== step) flush()
      step = part.step
      // Ids must be unique in the whole history, and models repeat theirs.
      const isUsed = used.has(part.callId)
      used.add(part.callId)
      const toolCallId = own && !isUsed ? part.callId : `call_${messageId.slice(0, 12)}_${index}`
      said.push({
        type: 'tool-call',
        toolCallId,
        toolName: part.name,
        input: cutInput(asObject(part.input), cut),
      })
      results.push(resultOf(part, toolCallId, cut))
    } else {
      if (results.length > 0) flush()
      said.push({ type: 'text', text: cut(part.type === 'notice' ? `(${part.text})` : part.text) })
    }
  }
  flush()
  return out
}

/** Cuts the texts of a message to the length of a message in the history: each keeps at least its beginning. */
function cutter(): (text: string) => string {
  let room: number = TURN_LIMITS.historyMessageChars
  return (text) => {
    const shown = shorten(text, Math.max(room, LEAST_CHARS))
    room -= shown.length
    return shown
  }
}
const LEAST_CHARS = 200

/** Arguments stay an object, as every API requires. */
function cutInput(input: object, cut: (text: string) => string): object {
  const json = JSON.stringify(input)
  const shown = cut(json)
  return shown === json ? input : { shortened: shown }
}

function isOnScreenAlone(part: Part): part is Exclude<Part, TextPart | ToolPart | NoticePart> {
  return part.type !== 'text' && part.type !== 'tool' && part.type !== 'notice'
}

/** Arguments that weren't JSON are stored as text, which compatible servers refuse. */
function asObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {}
}

/** The same for the messages that the SDK keeps of this run. */
export function withObjectInputs(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    const content = message.content.map((part) =>
      part.type === 'tool-call' ? { ...part, input: asObject(part.input) } : part,
    )
    return { ...message, content }
  })
}

function resultOf(
  part: ToolPart,
  toolCallId: string,
  cut: (text: string) => string,
): ToolModelMessage['content'][number] {
  // Models refuse a history with a call that has no result: one awaiting approval says so.
  const value = cut(part.output ?? (part.state === 'waiting' ? WAITS : 'Not done.'))
  const call = { type: 'tool-result', toolCallId, toolName: part.name } as const
  if (part.approval?.status === 'denied')
    return { ...call, output: { type: 'execution-denied', reason: value } }
  const type = part.state === 'done' ? 'text' : 'error-text'
  return { ...call, output: { type, value } }
}
