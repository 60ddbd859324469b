/** “ask the planner to plan my day”, “let @Lists add milk”: hands a part to another agent. */
import { agentNamed } from '#lib/board/model/agents.ts'
import { textSlot } from '../slots/fields.ts'
import { firstMatch, formsOver, type Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, textOf } from '../text/phrase.ts'
import type { ParseContext, Reading } from '../text/types.ts'
import { call } from './grammar.ts'

export const agentSlot: Slot<string> = {
  role: 'value',
  max: 3,
  read(phrase) {
    const words = keysOf(phrase).filter((key) => key !== 'the' && key !== 'agent')
    const name = agentNamed(words.join(' ').replace(/^@/, ''))
    return name ? { value: name } : undefined
  },
}

const form = formsOver({ agent: agentSlot, text: textSlot })
type Part = { agent: string; text: Phrase }
const part = ({ agent, text }: Part) => ({
  agent,
  part: textOf(text),
  at: text.tokens[text.from]?.start ?? 0,
})

const FORMS = [
  form('ask|tell|get|want|have <agent> to <text>', part),
  form('let|have|make <agent> <text>', part),
  form('with <agent> ,|: <text>', part),
  form('hand|pass|give <agent> this|that : <text>', part),
]

/** First hands off, then reads the part as a message to that agent. */
export function readHandOff(phrase: Phrase, read: (part: string) => Reading): Reading | undefined {
  // These slots don’t use the board.
  const handed = firstMatch(FORMS, phrase, {} as ParseContext)?.result
  if (!handed) return undefined
  const reading = read(handed.part)
  if (reading.kind !== 'commands') return reading.kind === 'unknown' ? undefined : reading
  const at = (offset: number) => offset + handed.at
  const spans = reading.spans.map((span) => ({ ...span, start: at(span.start), end: at(span.end) }))
  const first = call('hand_over', { agent: handed.agent, part: handed.part })
  return { ...reading, intents: [first, ...reading.intents], spans }
}
