/** `every monday`, `each weekday`, `every 3 days`: tasks have no field for it, so the words stay in the title, whole. */
import { addDays } from '#lib/board/readers/task-query.ts'
import { type Form, firstMatch, formsOver, type Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, part, split, textOf } from '../text/phrase.ts'
import type { ParseContext } from '../text/types.ts'
import { nextDate, nextYearly, onOrAfter, SATURDAY, shiftMonth, weekdayOf } from './calendar.ts'
import { countSlot, monthSlot, nthSlot, weekdaySlot } from './date-words.ts'

export const NO_REPEAT =
  'Tasks can’t repeat yet, so I put how often in the title. The due date is the first time.'

/** `first`: the next day it falls on, if the words are clear. */
export type Repeat = { first?: string }
type First = (today: string) => string | undefined

const LONGEST = 10
const isBetween = (key: string) => /^(?:,|and|&|or|\/)$/.test(key)

/** `mon, wed and fri` */
const weekdaysSlot: Slot<number[]> = {
  role: null,
  max: 8,
  read(phrase, scene) {
    const names = split(phrase, ({ key }) => isBetween(key))
    const days = names.map((name) =>
      name.to - name.from === 1 ? weekdaySlot.read(plain(name), scene) : undefined,
    )
    const known = days.flatMap((day) => (day ? [day.value.index] : []))
    return known.length > 0 && known.length === names.length ? { value: known } : undefined
  },
}

/** `mondays` as `monday` */
function plain(name: Phrase): Phrase {
  const token = name.tokens[name.from]
  if (!token?.key.endsWith('days')) return name
  return { source: name.source, tokens: [{ ...token, key: token.key.slice(0, -1) }], from: 0, to: 1 }
}

const form = formsOver({
  weekdays: weekdaysSlot,
  n: countSlot,
  nth: nthSlot,
  month: monthSlot,
  weekday: weekdaySlot,
})
const unknown: First = () => undefined
const upcoming =
  (weekday: number): First =>
  (today) =>
    onOrAfter(addDays(today, 1), weekday)
const soonest =
  (weekdays: readonly number[]): First =>
  (today) =>
    weekdays.map((weekday) => upcoming(weekday)(today) ?? today).toSorted()[0]

const FORMS: readonly Form<First>[] = [
  form('every|each|ev day|morning|afternoon|evening|night|single_day', () => (today) => today),
  form('every|each weekday|workday|work_day|business_day', () => (today) => {
    const weekday = weekdayOf(today)
    return weekday === 0 || weekday === SATURDAY ? onOrAfter(today, 1) : today
  }),
  form('every|each weekend', () => upcoming(SATURDAY)),
  form('every|each|ev other|second|single? <weekdays>', ({ weekdays }) => soonest(weekdays)),
  form(
    'every|each the? <nth> <weekday>',
    ({ nth, weekday }) =>
      (today) =>
        nthOfMonth(today, nth, weekday.index),
  ),
  form(
    'every|each|ev the? <nth> of_the_month|of_each_month|of_every_month|day?',
    ({ nth }) =>
      (today) =>
        nextDate(today, nth),
  ),
  form(
    'every|each <month> the? <nth>',
    ({ month, nth }) =>
      (today) =>
        nextYearly(today, month, nth),
  ),
  form(
    'every|each the? <nth> of? <month>',
    ({ month, nth }) =>
      (today) =>
        nextYearly(today, month, nth),
  ),
  form(
    'every|each|ev other|few|single? <n>? day|days|week|weeks|month|months|year|years|hour|hours|minutes|quarter|fortnight',
    () => unknown,
  ),
  form('every|each last day of? the? month?', () => unknown),
]
/** Beside a noun they are adjectives: `weekly report`. */
const LAST: readonly Form<First>[] = [
  form('daily|everyday', () => (today) => today),
  form('weekly|fortnightly|biweekly|monthly|quarterly|yearly|annually|hourly|biannually', () => unknown),
  form('once|twice|three_times a|every day|week|month|year|fortnight', () => unknown),
]

/** Finds how often in a text. At its start or end it applies to the task; in the middle it is part of the title. */
export function findRepeat(
  text: Phrase,
  { today }: ParseContext,
): { from: number; to: number; repeat?: Repeat } | undefined {
  for (let from = text.from; from < text.to; from += 1) {
    if (
      !/^(?:ever|each|ev$|daily|weekly|fortn|biwee|month|quart|year|annua|hour|biann|once|twice|three)/.test(
        text.tokens[from]?.key ?? '',
      )
    )
      continue
    for (let to = Math.min(text.to, from + LONGEST); to > from; to -= 1) {
      const phrase = part(text, from, to)
      const isLast = isEdge(text, to)
      const first = readFirst(phrase, isLast)
      if (!first) continue
      const isFirst = from === text.from && to < text.to
      return { from, to, ...(isFirst || isLast ? { repeat: { first: first(today) } } : {}) }
    }
  }
  return undefined
}

function readFirst(phrase: Phrase, isLast: boolean): First | undefined {
  const scene: ParseContext = { context: { now: 0, timeZone: 'UTC', categories: [] }, today: '' }
  return (
    firstMatch(FORMS, phrase, scene)?.result ?? (isLast ? firstMatch(LAST, phrase, scene)?.result : undefined)
  )
}

/** The end, or more about when: `at 5`, `in the morning`, `starting friday`, `for 8 weeks`, a comma. */
function isEdge(text: Phrase, to: number): boolean {
  if (to >= text.to) return true
  const next = keysOf(part(text, to, to + 1))[0] ?? ''
  return /^(?:at|@|in|around|starting|from|until|till|by|before|after|for|,|;|\(|due)$/.test(next)
}

/** The third Friday of this month or, if it has passed, of the next. */
function nthOfMonth(today: string, nth: number, weekday: number): string | undefined {
  if (nth > 4) return undefined
  for (let plus = 0; ; plus += 1) {
    const first = `${shiftMonth(`${today.slice(0, 8)}01`, plus).slice(0, 8)}01`
    const day = addDays(onOrAfter(first, weekday), (nth - 1) * 7)
    if (day >= today) return day
  }
}

/** The whole phrase says how often. */
export const repeatSlot: Slot<Repeat & { words: string }> = {
  role: 'due',
  max: LONGEST,
  read(phrase, { today }) {
    const first = readFirst(phrase, true)
    return first && { value: { first: first(today), words: textOf(phrase) } }
  },
}
