/** Date ranges: `this week`, `next month`, `march`, `from monday to friday`. Weeks start on Monday. */
import { addDays } from '#lib/board/readers/task-query.ts'
import { type Form, firstMatch, formsOver, type Slot } from '../text/pattern.ts'
import { keysOf, type Phrase } from '../text/phrase.ts'
import type { ParseContext } from '../text/types.ts'
import { NUMBER_WORDS } from '../text/vocabulary.ts'
import { readDue } from './due-date.ts'

export type DaySpan = { from?: string; to?: string }
type Read = (today: string) => DaySpan

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split(
  '|',
)
const LONGEST = 9

const day: Slot<string> = {
  role: null,
  max: 5,
  read(phrase, scene) {
    const due = readDue(phrase, scene)
    return due && { value: due.day }
  },
}
const month: Slot<number> = {
  role: null,
  max: 1,
  read(phrase) {
    const index = MONTHS.indexOf((keysOf(phrase)[0] ?? '').replace(/'s$/, ''))
    return index < 0 ? undefined : { value: index }
  },
}
const n: Slot<number> = {
  role: null,
  max: 1,
  read(phrase) {
    const key = keysOf(phrase)[0] ?? ''
    const count = /^\d{1,3}$/.test(key)
      ? Number(key)
      : /^(?:few|couple)$/.test(key)
        ? 3
        : NUMBER_WORDS.indexOf(key as (typeof NUMBER_WORDS)[number])
    return count > 0 ? { value: count } : undefined
  },
}

/** How many weeks, months or years from this one. */
const which: Slot<number> = {
  role: null,
  max: 2,
  read(phrase) {
    const written = keysOf(phrase).join(' ')
    if (/^(?:this|the|my|over the)$/.test(written)) return { value: 0 }
    if (written === 'next') return { value: 1 }
    return /^(?:last|past|the last|the past|previous)$/.test(written) ? { value: -1 } : undefined
  },
}
/** The days in it. */
const unit: Slot<number> = {
  role: null,
  max: 1,
  read(phrase) {
    const key = keysOf(phrase)[0] ?? ''
    if (/^days?$/.test(key)) return { value: 1 }
    return /^weeks?$/.test(key) ? { value: 7 } : undefined
  },
}

/** A day, or the first of a month. */
const start: Slot<string> = {
  role: null,
  max: 5,
  read(phrase, scene) {
    const found = phrase.to - phrase.from === 1 ? month.read(phrase, scene) : undefined
    return found ? { value: named(scene.today, found.value).from } : day.read(phrase, scene)
  },
}

const form = formsOver({ day, other: day, start, month, n, which, unit })

const monday = (today: string) => addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
const week = (today: string, weeks: number): DaySpan => {
  const from = addDays(monday(today), weeks * 7)
  return { from, to: addDays(from, 6) }
}

function monthOf(year: number, index: number): Required<DaySpan> {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return { from: day(new Date(Date.UTC(year, index, 1))), to: day(new Date(Date.UTC(year, index + 1, 0))) }
}

function months(today: string, plus: number): DaySpan {
  return monthOf(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + plus)
}

/** The next March, or the current one. */
function named(today: string, index: number): Required<DaySpan> {
  const year = Number(today.slice(0, 4))
  return monthOf(index < Number(today.slice(5, 7)) - 1 ? year + 1 : year, index)
}

/** On a Wednesday, “from Friday to Monday” ends on the Monday after that Friday. Dates in reverse order are swapped. */
function between(from: string, to: string): DaySpan {
  if (to >= from) return { from, to }
  const later = addDays(to, 7)
  return later >= from ? { from, to: later } : { from: to, to: from }
}

const SPANS: readonly Form<Read>[] = [
  form(
    "<which> week|week's",
    ({ which }) =>
      (today) =>
        week(today, which),
  ),
  form('the? coming|upcoming week', () => (today) => ({ from: today, to: addDays(today, 7) })),
  form("<which> weekend|weekend's", ({ which }) => (today) => ({
    from: addDays(monday(today), 5 + which * 7),
    to: addDays(monday(today), 6 + which * 7),
  })),
  form(
    "<which> month|month's",
    ({ which }) =>
      (today) =>
        months(today, which),
  ),
  form("<which> year|year's", ({ which }) => (today) => {
    const year = Number(today.slice(0, 4)) + which
    return { from: `${year}-01-01`, to: `${year}-12-31` }
  }),
  form(
    'over|for|in|within|during? the? next|coming|following a? <n> of? <unit>',
    ({ n, unit }) =>
      (today) => ({
        from: today,
        to: addDays(today, n * unit),
      }),
  ),
  form('over|for|in|within|during? the? last|past a? <n> of? <unit>', ({ n, unit }) => (today) => ({
    from: addDays(today, -n * unit),
    to: today,
  })),
  form(
    'the_month_of? <month>',
    ({ month }) =>
      (today) =>
        named(today, month),
  ),
  form(
    'from|between <day> to|and|until|till|through|- <other>',
    ({ day, other }) =>
      () =>
        between(day, other),
  ),
  form('since|from|starting <start> on|onwards|onward?', ({ start }) => () => ({ from: start })),
  form('after <day>', ({ day }) => () => ({ from: addDays(day, 1) })),
  form('before <start>', ({ start }) => () => ({ to: addDays(start, -1) })),
  form('until|till|up_to|no_later_than <day>', ({ day }) => () => ({ to: day })),
]

export function readDaySpan(phrase: Phrase, scene: ParseContext): DaySpan | undefined {
  if (phrase.to - phrase.from > LONGEST) return undefined
  return firstMatch(SPANS, phrase, scene)?.result(scene.today)
}

/** “since monday” is the last Monday: a week earlier if the date is in the future. */
function over({ from, to }: DaySpan, today: string): DaySpan {
  if (from === undefined || from <= today) return { from, to }
  return { from: addDays(from, -7), to: to === undefined ? undefined : addDays(to, -7) }
}

/** A range that has ended or ends today: for what was done. */
export const pastSlot: Slot<DaySpan> = {
  role: 'filter',
  max: LONGEST,
  read(phrase, scene) {
    const keys = keysOf(phrase)
    const span = readDaySpan(phrase, scene)
    if (span) return { value: over(span, scene.today) }
    const due = readDue(phrase, scene)
    if (!due) return undefined
    // With something done, “on monday” is the last Monday.
    const back =
      due.day > scene.today && !/^(?:tom|next)/.test(keys.join(' ')) ? addDays(due.day, -7) : due.day
    return { value: { from: back, to: back } }
  },
}
