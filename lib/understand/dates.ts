/** The day a phrase names, in the user's own zone. Whole phrases only: a title keeps its numbers and months. */
import * as chrono from 'chrono-node'
import { distance } from 'fastest-levenshtein'
import { addDays } from '#lib/board/queries.ts'
import { type Form, firstMatch, formsOver, type Slot } from './pattern.ts'
import { keysOf, type Phrase, part, textOf } from './phrase.ts'
import type { Scene } from './types.ts'
import { NUMBER_WORDS } from './words.ts'

type Weak = false | 'weak' | 'very'

export type Due = {
  day: string
  /** The time of day as typed: a task has only a day. */
  time?: string
  /** Counts only after a word like “by”: `sat`, `the 5th` and `9/11` are also other things; `tom` above all. */
  weak: Weak
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const MONTH = /(?:^|[ \d])(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)/
const NUMERIC = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{4}|\d{1,2}\/\d{1,2}(?:\/\d{2})?)$/
const LONGEST = 9

function word<Value>(read: (key: string) => Value | undefined): Slot<Value> {
  return {
    role: null,
    max: 1,
    read(phrase) {
      const value = read(keysOf(phrase)[0] ?? '')
      return value === undefined ? undefined : { value }
    },
  }
}

const form = formsOver({
  weekday: word((key) => weekdayOf(key)),
  n: word((key) => (/^\d{1,3}$/.test(key) ? Number.parseInt(key, 10) : numberWord(key))),
  nth: word((key) => dayOfMonth(key)),
  tomorrow: word((key) => tomorrowOf(key)),
})

type Rule = (scene: Scene) => { day: string; weak?: Weak }

const RULES: readonly Form<Rule>[] = [
  form(
    'today|tonight|tod|eod|end_of_day|end_of_the_day|later_today|this_morning|this_afternoon|this_evening',
    () => inDays(0),
  ),
  form('<tomorrow>', ({ tomorrow }) => inDays(1, tomorrow.short && 'very')),
  form('the? day_after <tomorrow>', () => inDays(2)),
  form('yesterday', () => inDays(-1)),
  form('<weekday>', ({ weekday }) => nextWeekday(weekday.index, 0, weekday.short && 'weak')),
  form('this|coming|this_coming|the_coming <weekday>', ({ weekday }) => nextWeekday(weekday.index, 0)),
  form('next|the_next <weekday>', ({ weekday }) => nextWeekday(weekday.index, 7)),
  form('<weekday> next week', ({ weekday }) => weekdayOfNextWeek(weekday.index)),
  form('in <n> day|days', ({ n }) => inDays(n)),
  form('in <n> week|weeks', ({ n }) => inDays(n * 7)),
  form('in <n> month|months', ({ n }) => inMonths(n)),
  form('<n> day|days from_now|from_today', ({ n }) => inDays(n)),
  form('<n> week|weeks from_now|from_today', ({ n }) => inDays(n * 7)),
  form('next week', () => nextWeekday(1, 0)),
  form('this|the weekend', () => nextWeekday(6, 0)),
  form('next weekend', () => nextWeekday(6, 7)),
  form('end_of_the_week|end_of_week|end_of_this_week|the_end_of_the_week|eow', () => nextWeekday(5, 0)),
  form('next month', () => (scene) => ({ day: `${shiftMonth(scene.today, 1).slice(0, 8)}01` })),
  form('end_of_the_month|end_of_month|the_end_of_the_month|end_of_this_month|eom', () => endOfMonth),
  form('end_of_the_year|end_of_year|the_end_of_the_year|eoy', () => (scene) => ({
    day: `${scene.today.slice(0, 4)}-12-31`,
  })),
  form('the? <nth>', ({ nth }) => nextDayOfMonth(nth)),
]

export const dueSlot: Slot<Due> = {
  role: 'due',
  max: LONGEST,
  read(phrase, scene) {
    const due = readDue(phrase, scene)
    return due && { value: due }
  },
}

export function readDue(phrase: Phrase, scene: Scene): Due | undefined {
  if (phrase.to - phrase.from > LONGEST) return undefined
  const whole = readDay(phrase, scene)
  if (whole) return whole
  for (let cut = phrase.from + 1; cut < phrase.to; cut += 1) {
    const head = part(phrase, phrase.from, cut)
    const tail = part(phrase, cut, phrase.to)
    const day = isTime(tail) ? readDay(head, scene) : undefined
    if (day) return { ...day, time: textOf(tail) }
    const later = isTime(head) ? readDay(withoutOn(tail), scene) : undefined
    if (later) return { ...later, time: textOf(head) }
  }
  return undefined
}

function readDay(phrase: Phrase, scene: Scene): Due | undefined {
  const rule = firstMatch(RULES, phrase, scene)
  if (rule) {
    const part = partOfDay(phrase)
    return { weak: false, ...rule.result(scene), ...(part === undefined ? {} : { time: part }) }
  }
  return writtenDate(phrase, scene)
}

/** `jan 27`, `27th of January 2027`, `2027-01-27`, `27.1.2027`; `27/1` only after a word like “by”. */
function writtenDate(phrase: Phrase, scene: Scene): Due | undefined {
  const written = keysOf(phrase)
    .filter((key) => key !== ',')
    .join(' ')
  const numeric = NUMERIC.test(written)
  if (!/\d/.test(written) || !(numeric || MONTH.test(written))) return undefined
  const [year = 1970, month = 1, day = 1] = scene.today.split('-').map(Number)
  const [result, another] = chrono.en.parse(written, new Date(year, month - 1, day, 0, 0), {
    forwardDate: true,
  })
  if (!result || another || result.text.length !== written.length || result.end) return undefined
  const { start } = result
  if (!start.isCertain('day') || !start.isCertain('month') || start.isCertain('hour')) return undefined
  const pad = (value: number | null, length: number) => String(value ?? 0).padStart(length, '0')
  const named = `${pad(start.get('year'), 4)}-${pad(start.get('month'), 2)}-${pad(start.get('day'), 2)}`
  return { day: named, weak: numeric && written.length < 8 && 'weak' }
}

const TIME_WORDS = new Set(
  "at|@|around|about|by|in|the|on|noon|midnight|morning|afternoon|evening|night|am|pm|a.m|p.m|first|thing|o'clock|lunch|lunchtime".split(
    '|',
  ),
)

/** `at 10am`, `10:30`, `at noon`, `in the morning`. */
function isTime(phrase: Phrase): boolean {
  const keys = keysOf(phrase)
  const isClock = (key: string) => /^\d{1,2}(?:[:.h]\d{2})?(?:am|pm)?$/.test(key)
  const telling = keys.some(
    (key, i) =>
      /^\d{1,2}(?:[:.]\d{2})?(?:am|pm)$|^\d{1,2}:\d{2}$/.test(key) ||
      (isClock(key) && /^(?:at|@)$/.test(keys[i - 1] ?? '')),
  )
  const spoken = keys.some((key) =>
    /^(?:noon|midnight|morning|afternoon|evening|night|lunch|lunchtime)$/.test(key),
  )
  const spaced = keys.some((key, i) => isClock(key) && /^[ap]\.?m$/.test(keys[i + 1] ?? ''))
  return (
    (telling || spoken || spaced) &&
    keys.length <= 5 &&
    keys.every((key) => isClock(key) || TIME_WORDS.has(key))
  )
}

function withoutOn(phrase: Phrase): Phrase {
  return keysOf(phrase)[0] === 'on' ? part(phrase, phrase.from + 1, phrase.to) : phrase
}

function partOfDay(phrase: Phrase): string | undefined {
  const written = keysOf(phrase).join(' ')
  return /^(?:tonight|this (?:morning|afternoon|evening))$/.test(written) ? textOf(phrase) : undefined
}

function weekdayOf(key: string): { index: number; short: boolean } | undefined {
  for (const [index, name] of WEEKDAYS.entries()) {
    const near =
      key.length >= 6 &&
      key.length <= 10 &&
      key.endsWith('day') &&
      key[0] === name[0] &&
      distance(key, name) <= 1
    if (key === name || near) return { index, short: false }
    if (/^(?:sun|mon|tues?|wed|thu|thur|thurs|fri|sat)$/.test(key) && name.startsWith(key))
      return { index, short: true }
  }
  return undefined
}

function tomorrowOf(key: string): { short: boolean } | undefined {
  if (/^(?:tmr|tmrw|tmw|2moro|tomoz)$/.test(key)) return { short: false }
  if (key === 'tom') return { short: true }
  const near = key.startsWith('to') && key.length >= 7 && key.length <= 10 && distance(key, 'tomorrow') <= 2
  return near ? { short: false } : undefined
}

function numberWord(key: string): number | undefined {
  if (key === 'a' || key === 'an') return 1
  const index = NUMBER_WORDS.indexOf(key as (typeof NUMBER_WORDS)[number])
  return index > 0 ? index : undefined
}

function dayOfMonth(key: string): number | undefined {
  const day = Number.parseInt(/^(\d{1,2})(?:st|nd|rd|th)$/.exec(key)?.[1] ?? '', 10)
  return day >= 1 && day <= 31 ? day : undefined
}

function inDays(days: number, weak: Weak = false): Rule {
  return (scene) => ({ day: addDays(scene.today, days), weak })
}

function weekdayNow(today: string): number {
  return new Date(`${today}T00:00:00Z`).getUTCDay()
}

/** The next to come, never today. */
function nextWeekday(index: number, plus: number, weak: Weak = false): Rule {
  return ({ today }) => ({ day: addDays(today, ((index - weekdayNow(today) + 6) % 7) + 1 + plus), weak })
}

/** Weeks begin on Monday. */
function weekdayOfNextWeek(index: number): Rule {
  return ({ today }) => ({ day: addDays(today, 7 - ((weekdayNow(today) + 6) % 7) + ((index + 6) % 7)) })
}

function inMonths(months: number): Rule {
  return ({ today }) => ({ day: shiftMonth(today, months) })
}

/** The same day so many months on, or the last day of a shorter month. */
function shiftMonth(day: string, months: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

const endOfMonth: Rule = ({ today }) => ({ day: addDays(`${shiftMonth(today, 1).slice(0, 8)}01`, -1) })

function nextDayOfMonth(date: number): Rule {
  return ({ today }) => {
    let first = `${today.slice(0, 8)}01`
    let day = addDays(first, date - 1)
    while (day < today || day.slice(0, 7) !== first.slice(0, 7)) {
      first = shiftMonth(first, 1)
      day = addDays(first, date - 1)
    }
    return { day, weak: 'weak' }
  }
}
