/** Stretches of days: `this week`, `next month`, `march`, `from monday to friday`. Weeks begin on Monday. */
import { addDays } from '#lib/board/queries.ts'
import { readDue } from './dates.ts'
import { type Form, firstMatch, formsOver, type Slot } from './pattern.ts'
import { keysOf, type Phrase } from './phrase.ts'
import type { Scene } from './types.ts'
import { NUMBER_WORDS } from './words.ts'

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

const form = formsOver({ day, other: day, month, n })

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

/** The next March to come, or the one that is. */
function named(today: string, index: number): Required<DaySpan> {
  const year = Number(today.slice(0, 4))
  return monthOf(index < Number(today.slice(5, 7)) - 1 ? year + 1 : year, index)
}

const SPANS: readonly Form<Read>[] = [
  form("this|the|my week|week's", () => (today) => week(today, 0)),
  form("next week|week's", () => (today) => week(today, 1)),
  form('the? coming|upcoming week', () => (today) => ({ from: today, to: addDays(today, 7) })),
  form('last|past|the_last|the_past|previous week', () => (today) => week(today, -1)),
  form("this|the|over_the|my weekend|weekend's", () => (today) => ({
    from: addDays(monday(today), 5),
    to: addDays(monday(today), 6),
  })),
  form('next weekend', () => (today) => ({
    from: addDays(monday(today), 12),
    to: addDays(monday(today), 13),
  })),
  form("this|the|my month|month's", () => (today) => months(today, 0)),
  form("next month|month's", () => (today) => months(today, 1)),
  form('last|past|the_last|previous month', () => (today) => months(today, -1)),
  form('this year', () => (today) => ({
    from: `${today.slice(0, 4)}-01-01`,
    to: `${today.slice(0, 4)}-12-31`,
  })),
  form('over|for|in|within|during? the? next|coming|following a? <n> of? days', ({ n }) => (today) => ({
    from: today,
    to: addDays(today, n),
  })),
  form('over|for|in|within|during? the? last|past a? <n> of? days', ({ n }) => (today) => ({
    from: addDays(today, -n),
    to: today,
  })),
  form('the? next|coming <n> weeks', ({ n }) => (today) => ({ from: today, to: addDays(today, n * 7) })),
  form(
    'the_month_of? <month>',
    ({ month }) =>
      (today) =>
        named(today, month),
  ),
  form('from|between <day> to|and|until|till|through|- <other>', ({ day, other }) => () => ({
    from: day,
    to: other,
  })),
  form('since|from|starting <day> on|onwards|onward?', ({ day }) => () => ({ from: day })),
  form('after <day>', ({ day }) => () => ({ from: addDays(day, 1) })),
  form('before <day>', ({ day }) => () => ({ to: addDays(day, -1) })),
  form('until|till|up_to|no_later_than <day>', ({ day }) => () => ({ to: day })),
  form('before <month>', ({ month }) => (today) => ({ to: addDays(named(today, month).from, -1) })),
  form('since <month>', ({ month }) => (today) => ({ from: named(today, month).from })),
]

export function readDaySpan(phrase: Phrase, scene: Scene): DaySpan | undefined {
  if (phrase.to - phrase.from > LONGEST) return undefined
  return firstMatch(SPANS, phrase, scene)?.result(scene.today)
}

/** A stretch of days that is over, or is to end today: for what was done. */
export const pastSlot: Slot<DaySpan> = {
  role: 'filter',
  max: LONGEST,
  read(phrase, scene) {
    const keys = keysOf(phrase)
    const span = readDaySpan(phrase, scene)
    if (span) return { value: span }
    const due = readDue(phrase, scene)
    if (!due) return undefined
    // “on monday” is the one that was, where something was done.
    const back =
      due.day > scene.today && !/^(?:tom|next)/.test(keys.join(' ')) ? addDays(due.day, -7) : due.day
    return { value: { from: back, to: back } }
  },
}
