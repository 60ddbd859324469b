/** The conversation summary: what a prompt has of messages too old to be in it, of bounded size. Pure. */
import { z } from 'zod'
import { dataBlock, dataJson } from '../text/data-block.ts'
import { cleanLine, shorten } from '../text/text.ts'

/** How many of the latest entries each list keeps. */
const KEPT = { turns: 10, questions: 3 } as const
const CHARS = { said: 160, came: 160, question: 200, told: 2_000 } as const

const earlierSchema = z.object({
  /** How many messages it summarizes. */
  messages: z.int(),
  /** How many revisions their turns made, by the first command of each. */
  changes: z.record(z.string(), z.int()),
  /** The latest turns: what the user said, and the outcome. */
  turns: z.array(z.object({ said: z.string(), came: z.string() })),
  /** Questions of the agent that no later turn has answered with a change. */
  questions: z.array(z.string()),
  /** A language model’s summary of all messages up to a position; `null` if there is none. */
  told: z.object({ text: z.string(), to: z.int() }).nullable(),
})
export type ConversationSummary = z.output<typeof earlierSchema>

/** A turn that is no longer in the messages that a model reads. */
export type PastTurn = {
  messages: number
  said: string
  answer: string
  /** Its active revisions: command and reply. */
  revisions: readonly { command: string; reply: string }[]
}

export const NOTHING_EARLIER: ConversationSummary = {
  messages: 0,
  changes: {},
  turns: [],
  questions: [],
  told: null,
}

export function readEarlier(stored: string): ConversationSummary {
  if (stored === '') return NOTHING_EARLIER
  try {
    return earlierSchema.catch(NOTHING_EARLIER).parse(JSON.parse(stored))
  } catch {
    return NOTHING_EARLIER
  }
}

/** The summary with more turns added, oldest first. */
export function withTurns(earlier: ConversationSummary, past: readonly PastTurn[]): ConversationSummary {
  const changes: Record<string, number> = { ...earlier.changes }
  const turns = [...earlier.turns]
  let questions = [...earlier.questions]
  let { messages } = earlier
  for (const turn of past) {
    messages += turn.messages
    for (const { command } of turn.revisions) changes[command] = (changes[command] ?? 0) + 1
    const came = turn.revisions.map(({ reply }) => reply).join(' ') || turn.answer
    turns.push({ said: line(turn.said, CHARS.said), came: line(came, CHARS.came) })
    if (turn.revisions.length > 0) questions = []
    const asked = questionIn(turn.answer)
    if (asked && turn.revisions.length === 0) questions.push(line(asked, CHARS.question))
  }
  return {
    ...earlier,
    messages,
    changes,
    turns: turns.slice(-KEPT.turns),
    questions: questions.slice(-KEPT.questions),
  }
}

/** The summary with the model's text for everything up to a position. */
export function withModelSummary(
  earlier: ConversationSummary,
  text: string,
  to: number,
): ConversationSummary {
  return { ...earlier, told: { text: shorten(text.trim(), CHARS.told), to } }
}

/** A block of data; empty if there are no earlier messages. */
export function summaryBlock({ messages, changes, turns, questions, told }: ConversationSummary): string {
  if (messages === 0) return ''
  const data = {
    messages,
    changes,
    ...(told ? { summary: told.text } : {}),
    last_of_them: turns,
    ...(questions.length > 0 ? { open_questions: questions } : {}),
    note: 'search_history finds what was said, word for word.',
  }
  return dataBlock('earlier', 'Summary of the earlier conversation', dataJson(data))
}

/** The last sentence of an answer, if it is a question. */
function questionIn(answer: string): string | null {
  const last =
    answer
      .trim()
      .split(/(?<=[.!?])\s+|\n+/)
      .at(-1) ?? ''
  return last.endsWith('?') ? last : null
}

const line = (text: string, chars: number) => shorten(cleanLine(text), chars)
