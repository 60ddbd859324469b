/** Replies of the offline model: what the tools did, clarifying questions, and what it can't do. */
import { withoutMentions } from '#lib/board/model/agents.ts'
import { escapeMarkdown } from '#lib/board/text/markdown.ts'
import { countOf, shorten } from '#lib/board/text/text.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import type { Reading } from '#lib/understand/text/types.ts'
import { helpOn, type Known } from './offline-help.ts'
import type { Result } from './read-prompt.ts'

const QUESTION =
  /\?\s*$|^\s*(?:who|what|when|where|why|how|which|is|are|do|does|did|can|could|should|would|will)\b/i

export const CANNOT = 'I can’t do that here. Nothing changed.'

/** What the tools did, and what part of the message was skipped. */
export function reportOf(
  results: readonly Result[],
  { unread, note }: Pick<Reading, 'unread' | 'note'>,
): string {
  const rest = note === undefined ? [] : [note]
  if (unread !== undefined) rest.push(`I skipped “${shorten(unread, 120)}”: I didn’t understand it.`)
  const done = results.filter(({ isDenied }) => !isDenied)
  if (done.length < results.length)
    rest.unshift(done.length > 0 ? 'The rest was denied.' : 'Denied, so nothing changed.')
  const told = done.map(({ text, isMarkdown }) => (isMarkdown ? text : escapeMarkdown(text)))
  return [...told, ...rest].join('\n\n')
}

export const TOO_MANY = `A message can have up to ${TURN_LIMITS.toolCalls} commands; this one has more. Nothing changed. Split it into shorter ones.`

export function replyTo(reading: Reading, text: string, connectHint: string, known: Known): string {
  switch (reading.kind) {
    case 'question':
      return reading.question ?? ''
    case 'help':
      return [helpOn(known), connectHint].join('\n\n')
    case 'greeting':
      return greeting(known)
    case 'dropped':
      return 'OK, nothing changed.'
    case 'too-many':
      return TOO_MANY
    case 'too-complex':
      return 'This message is too complex to read. Nothing changed. Split it into shorter ones.'
    case 'commands':
      return CANNOT
    case 'unknown':
      return unknown(text, connectHint)
    default:
      return reading.kind satisfies never
  }
}

function greeting({ name, tasks = [] }: Known): string {
  const open = tasks.filter(({ status }) => status !== 'done').length
  const state = open > 0 ? `You have ${countOf(open, 'open task')}.` : 'What would you like to do?'
  const next = open > 0 ? 'Try “plan my day” or “help”.' : 'Try “add a task: call Ana” or “help”.'
  return `Hi${name ? ` ${escapeMarkdown(name)}` : ''}! ${state} ${next}`
}

function unknown(text: string, connectHint: string): string {
  const [first, second] = thingsToTry(text)
  return [
    `I didn’t understand that, so nothing changed. I’m the offline model: I only handle tasks, lists and saved details.`,
    `Try “${first}” or “${second}”, or say “help”.`,
    connectHint,
  ].join('\n\n')
}

/** Two commands similar to the message. */
function thingsToTry(text: string): [string, string] {
  const words = withoutMentions(text).replace(/\s+/g, ' ').trim()
  const number = /#\d{1,9}\b/.exec(words)?.[0]
  if (number) return [`mark ${number} as done`, `update ${number} to 50%`]
  const couldBeTask = words !== '' && words.length <= 60 && !QUESTION.test(words)
  return couldBeTask ? [`add a task: ${words}`, 'show my tasks'] : ['show my tasks', 'add a task: call Ana']
}
