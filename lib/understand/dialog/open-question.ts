/** An open question: the message, what is missing from it, and the messages that answers turn it into. */

import { nameTask } from '#lib/board/text/text.ts'
import type { Choice } from '#lib/board/wire/events.ts'
import type { ClarifyingQuestion, Context } from '../text/types.ts'

export type OpenQuestion = {
  /** The message as it was read. */
  source: string
  /** The clause of it that is asked about, without the wrapping. */
  clause: { start: number; end: number }
  asked: ClarifyingQuestion
  /** What may be clicked: each says the whole message. */
  choices: readonly Choice[]
}

/** The most choices shown as buttons. */
const MOST_CHOICES = 5

type Open = Omit<OpenQuestion, 'choices'>

/** Complete messages, the most likely first. */
export function completeWith({ source, clause, asked }: Open, answer: string): string[] {
  if (asked.gap) return [replaced(source, asked.gap, answer)]
  const said = source.slice(clause.start, clause.end)
  const whole = asked.fill ? [asked.fill(said, answer)] : inEveryPlace(said.split(/\s+/), answer)
  return whole.map((sentence) => replaced(source, clause, sentence))
}

/** At the end, between any two words, or in place of the last ones: `mark as done` and `#1`. */
function inEveryPlace(words: readonly string[], answer: string): string[] {
  const places = words.map((_, at) => at).slice(1, 12)
  const joined = (...pieces: string[]) => pieces.join(' ')
  return [
    joined(...words, answer),
    ...places.map((at) => joined(...words.slice(0, at), answer, ...words.slice(at))),
    ...places.toReversed().map((at) => joined(...words.slice(0, at), answer)),
  ]
}

export function replaced(source: string, { start, end }: { start: number; end: number }, by: string): string {
  return source.slice(0, start) + by + source.slice(end)
}

/** `isWhole` tells whether a sentence is a command. */
export function choicesFor(
  standing: Open,
  { tasks = [] }: Context,
  isWhole: (sentence: string) => boolean,
): Choice[] {
  const { asked, source, clause } = standing
  if (asked.choices)
    return asked.choices.map(({ label, say }) => ({ label, say: replaced(source, clause, say) }))
  const live = tasks.filter(({ status }) => status !== 'done').toSorted((a, b) => a.number - b.number)
  const few = asked.wants === 'task' && live.length <= MOST_CHOICES ? live : []
  const offered = [
    ...(asked.among ?? few)
      .slice(0, MOST_CHOICES)
      .map((task) => ({ label: nameTask(task), answer: `#${task.number}` })),
    ...(asked.offers ?? []).map((answer) => ({ label: answer, answer })),
  ]
  return offered.flatMap(({ label, answer }) => {
    const say = completeWith(standing, answer).find(isWhole)
    return say === undefined ? [] : [{ label, say }]
  })
}
