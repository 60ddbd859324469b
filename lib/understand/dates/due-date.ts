/** The day that a phrase names, in the user's zone. Only whole phrases count: a title keeps its numbers and months. */

import { memoizeByPhrase } from '../text/memoize.ts'
import { firstMatch, type Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, part, textOf } from '../text/phrase.ts'
import type { ParseContext } from '../text/types.ts'
import { DATE_RULES, type Weak } from './date-rules.ts'
import { readWritten } from './numeric-dates.ts'
import { readTime } from './time-of-day.ts'

export type Due = {
  day: string
  /** A task has only a day: the time of day is kept in its notes, `at 17:00` or the words. */
  time?: string
  weak: Weak
}

const LONGEST = 9

export const dueSlot: Slot<Due> = {
  role: 'due',
  max: LONGEST,
  read(phrase, scene) {
    const due = readDue(phrase, scene)
    return due && { value: due }
  },
}

export const readDue = memoizeByPhrase(readWhen)

function readWhen(phrase: Phrase, scene: ParseContext): Due | undefined {
  if (phrase.to - phrase.from > LONGEST || phrase.to <= phrase.from) return undefined
  const whole = readDay(phrase, scene)
  if (whole) return whole
  for (let cut = phrase.from + 1; cut < phrase.to; cut += 1) {
    const head = part(phrase, phrase.from, cut)
    const tail = part(phrase, cut, phrase.to)
    const late = readTime(tail)
    const day = late === undefined ? undefined : readDay(head, scene)
    if (day) return { ...day, time: late }
    const early = readTime(head)
    const later = early === undefined ? undefined : readDay(withoutOn(tail), scene)
    if (later) return { ...later, time: early }
  }
  return undefined
}

function readDay(phrase: Phrase, scene: ParseContext): Due | undefined {
  const rule = firstMatch(DATE_RULES, phrase, scene)
  const found = rule?.result(scene)
  if (found) return { weak: false, ...partOfDay(phrase), ...found }
  const words = keysOf(phrase)
    .filter((key) => key !== ',')
    .join(' ')
  const written = readWritten(words, scene.today, scene.context.dateOrder ?? 'month-first')
  return written && { day: written.day, weak: written.weak && 'weak' }
}

function withoutOn(phrase: Phrase): Phrase {
  return keysOf(phrase)[0] === 'on' ? part(phrase, phrase.from + 1, phrase.to) : phrase
}

function partOfDay(phrase: Phrase): { time?: string } {
  const written = keysOf(phrase).join(' ')
  return /^(?:tonight|this (?:morning|afternoon|evening))$/.test(written) ? { time: textOf(phrase) } : {}
}
