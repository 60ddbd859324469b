/** The conversation as a model reads it: from the database alone, its last part, tool calls with their results. */
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
  /** The text of the message that this turn answers. */
  text: string
  /** The message came with a file: to send it again is its user's word, what it says is not. */
  isImported: boolean
  /** What was said before the history, as a block of data; empty where nothing was. */
  earlier: string
  /** What came with a file and would be in the history, as a block of data. */
  imported: string
  /** The position where the history begins, and how many messages before it are in no stored summary. */
  from: number
  unfolded: number
  /** When the message before it came, epoch milliseconds. */
  since: number
}

export async function readConversation(sessionId: string, turnId: string): Promise<Conversation | null> {
  const { historyMessages } = TURN_LIMITS
  return read(async (db) => {
    // Only the latest turn runs: its message, and perhaps its reply, are the newest two. Where that message is a yes
    // or no, what it answers are the two before.
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
 * Calls of one step stand in one assistant message, their results in the tool message after it. `own`: of the turn
 * that goes on, whose calls keep the ids they were made with, as far as these differ.
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
    // What only the screen shows is no part of the conversation.
    if (isOnScreenAlone(part)) continue
    if (part.type === 'tool') {
      if (step !== null && part.step !== step) flush()
      step = part.step
      // Ids must differ over the whole history, and models repeat theirs.
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

/** Texts of one message, together as long as a message may be in the history: each keeps its beginning at least. */
function cutter(): (text: string) => string {
  let room: number = TURN_LIMITS.historyMessageChars
  return (text) => {
    const shown = shorten(text, Math.max(room, LEAST_CHARS))
    room -= shown.length
    return shown
  }
}
const LEAST_CHARS = 200

/** Arguments stay an object, as every interface wants them. */
function cutInput(input: object, cut: (text: string) => string): object {
  const json = JSON.stringify(input)
  const shown = cut(json)
  return shown === json ? input : { shortened: shown }
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

function resultOf(
  part: ToolPart,
  toolCallId: string,
  cut: (text: string) => string,
): ToolModelMessage['content'][number] {
  // Every call has its result, or no model takes the history: one that waits says so.
  const value = cut(part.output ?? (part.state === 'waiting' ? WAITS : 'Not done.'))
  const call = { type: 'tool-result', toolCallId, toolName: part.name } as const
  if (part.approval?.status === 'denied')
    return { ...call, output: { type: 'execution-denied', reason: value } }
  const type = part.state === 'done' ? 'text' : 'error-text'
  return { ...call, output: { type, value } }
}
