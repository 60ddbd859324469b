/** The ways to say a day, as data. */
import { addDays, dayIn } from '#lib/board/readers/task-query.ts'
import { type Form, formsOver } from '../text/pattern.ts'
import type { ParseContext } from '../text/types.ts'
import {
  dayOf,
  FRIDAY,
  firstOfMonth,
  lastOfMonth,
  MONDAY,
  nextDate,
  nextYearly,
  onOrAfter,
  SATURDAY,
  shiftMonth,
  weekdayOf,
  weekOf,
} from './calendar.ts'
import { manySlot, monthSlot, nthSlot, tomorrowSlot, weekdaySlot, word } from './date-words.ts'

/** Counts only after a word like “by”: `sat`, `the 5th` and `9/11` are also other things; `tom` above all. */
export type Weak = false | 'weak' | 'very'
const MS = { minute: 60_000, hour: 3_600_000 } as const

/** “at the beginning of …”, “in the middle of …”: words before a part of a week, a month or a year. */
const AT = 'at|in|by|around|towards|toward|near|on'

const form = formsOver({
  weekday: weekdaySlot,
  n: manySlot,
  nth: nthSlot,
  month: monthSlot,
  tomorrow: tomorrowSlot,
  unit: word((key) => unitOf(key)),
  span: word((key) => spanOf(key)),
})

type Rule = (scene: ParseContext) => { day: string; weak?: Weak; time?: string } | undefined

export const DATE_RULES: readonly Form<Rule>[] = [
  form('today|eod|cob|end_of_day|end_of_the_day|the_end_of_the_day|later_today', () => inDays(0)),
  form('tonight|this_morning|this_afternoon|this_evening', () => inDays(0)),
  form('<tomorrow>', ({ tomorrow }) => inDays(1, tomorrow.short && 'very')),
  form('the? day_after <tomorrow>', () => inDays(2)),
  form('yesterday', () => inDays(-1)),
  form('<weekday>', ({ weekday }) => upcoming(weekday.index, 1, weekday.short && 'weak')),
  form('coming|this_coming|the_coming <weekday>', ({ weekday }) => upcoming(weekday.index, 1)),
  form('this <weekday>', ({ weekday }) => upcoming(weekday.index, 0)),
  form('next|the_next <weekday>', ({ weekday }) => upcoming(weekday.index, 7)),
  form('<weekday> next|the_next week', ({ weekday }) => inNextWeek(weekday.index)),
  form('next week on? <weekday>', ({ weekday }) => inNextWeek(weekday.index)),
  form('<weekday> ,? the <nth>', ({ nth }) => onDate(nth, false)),
  form('a_week|one_week on|from <weekday>', ({ weekday }) => upcoming(weekday.index, 8)),
  form('a_fortnight|two_weeks on|from <weekday>', ({ weekday }) => upcoming(weekday.index, 15)),
  form('a_week|one_week from <tomorrow>', () => inDays(8)),
  form('in|within <n> <unit> time?', ({ n, unit }) => unit(n)),
  form('<n> <unit> from_now|from_today|later', ({ n, unit }) => unit(n)),
  form('in <span>', ({ span }) => span.rule),
  form('<span>', ({ span }) => (span.hasPlus ? span.rule : undefined)),
  form('next week|workweek', () => inNextWeek(MONDAY)),
  form(`${AT}? early|beginning_of|start_of|the_beginning_of|the_start_of next week`, () =>
    inNextWeek(MONDAY),
  ),
  form(`${AT}? end_of|the_end_of|late next week`, () => inNextWeek(FRIDAY)),
  form('the week_after_next', () => inNextWeek(MONDAY, 7)),
  form(
    `${AT}? later_this_week|end_of_the_week|end_of_week|end_of_this_week|the_end_of_the_week|the_end_of_this_week|eow`,
    () => endOfWeek,
  ),
  form('this|on_the|at_the|over_the weekend', () => weekend(0)),
  form('the? weekend', () => weekend(0, 'weak')),
  form('next weekend', () => weekend(7)),
  form('next month', () => inMonth(1)),
  form(`${AT}? early|beginning_of|start_of|the_beginning_of|the_start_of next_month`, () => inMonth(1)),
  form(`${AT}? end_of|the_end_of|late next_month`, () => ({ today }) => ({
    day: lastOfMonth(shiftMonth(firstOfMonth(today), 1)),
  })),
  form(
    `${AT}? end_of_the_month|end_of_month|the_end_of_the_month|end_of_this_month|the_end_of_this_month|month_end|eom`,
    () =>
      ({ today }) => ({ day: lastOfMonth(today) }),
  ),
  form('next year', () => ({ today }) => ({ day: `${Number(today.slice(0, 4)) + 1}-01-01` })),
  form(`${AT}? end_of_the_year|end_of_year|the_end_of_the_year|end_of_this_year|eoy`, () => ({ today }) => ({
    day: `${today.slice(0, 4)}-12-31`,
  })),
  form(`${AT}? mid|mid_of|the_middle_of|middle_of <month>`, ({ month }) => onMonthDay(month, 15)),
  form(`${AT}? early|beginning_of|start_of|the_beginning_of|the_start_of <month>`, ({ month }) =>
    onMonthDay(month, 1),
  ),
  form(`${AT}? late|end_of|the_end_of <month>`, ({ month }) => lastOf(month)),
  form('the? <nth>', ({ nth }) => onDate(nth)),
  form('the <nth> of next_month', ({ nth }) => ({ today }) => {
    const [year = 0, month = 1] = shiftMonth(firstOfMonth(today), 1).split('-').map(Number)
    const day = dayOf(year, month, nth)
    return day === undefined ? undefined : { day }
  }),
]

/** `days`, `weeks`, `fortnight's`: counted from now; only hours can be halves. */
function unitOf(key: string): ((n: number) => Rule | undefined) | undefined {
  if (/^(?:hours?|hrs?)$/.test(key)) return (n) => inTime(n * MS.hour)
  const whole = wholeUnitOf(key)
  return whole && ((n) => (Number.isInteger(n) ? whole(n) : undefined))
}

function wholeUnitOf(key: string): ((n: number) => Rule) | undefined {
  if (/^(?:minutes?|mins?)$/.test(key)) return (n) => inTime(n * MS.minute)
  if (/^days?$/.test(key)) return (n) => inDays(n)
  if (/^weeks?$/.test(key)) return (n) => inDays(n * 7)
  if (/^fortnight(?:s|'s)?$/.test(key)) return (n) => inDays(n * 14)
  if (/^months?$/.test(key)) return (n) => inMonths(n)
  return /^years?$/.test(key) ? (n) => inMonths(n * 12) : undefined
}

/** `+3d`, `2w`, `1mo`, `+2h`; without the plus only after “in”: `24h` isn’t a date. */
function spanOf(key: string): { rule: Rule; hasPlus: boolean } | undefined {
  const [, plus, written, unit] =
    /^(\+?)(\d{1,3})(d|days?|w|weeks?|mo?|months?|h|hours?|min)$/.exec(key) ?? []
  if (written === undefined || unit === undefined) return undefined
  const n = Number(written)
  const hasPlus = plus === '+'
  if (unit === 'min') return { rule: inTime(n * MS.minute), hasPlus }
  if (unit.startsWith('h')) return { rule: inTime(n * MS.hour), hasPlus }
  if (unit.startsWith('m')) return { rule: inMonths(n), hasPlus }
  return { rule: inDays(unit.startsWith('w') ? n * 7 : n), hasPlus }
}

function inDays(days: number, weak: Weak = false): Rule {
  return ({ today }) => ({ day: addDays(today, days), weak })
}

/** The clock of the zone gives the day, also across daylight saving time. */
function inTime(ms: number): Rule {
  return ({ context: { now, timeZone } }) => {
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    return { day: dayIn(timeZone, now + ms), time: `at ${clock.format(now + ms)}` }
  }
}

/** The first such weekday that is at least this many days from now. */
function upcoming(weekday: number, soonest: number, weak: Weak = false): Rule {
  return ({ today }) => ({ day: onOrAfter(addDays(today, soonest), weekday), weak })
}

function inNextWeek(weekday: number, plus = 0): Rule {
  return ({ today, context: { weekStart = MONDAY } }) => ({
    day: onOrAfter(addDays(weekOf(today, weekStart), 7 + plus), weekday),
  })
}

/** Its Friday; when that is over, the last day of the week. */
const endOfWeek: Rule = ({ today, context: { weekStart = MONDAY } }) => {
  const begins = weekOf(today, weekStart)
  const friday = onOrAfter(begins, FRIDAY)
  return { day: friday >= today ? friday : addDays(begins, 6) }
}

/** On a Saturday or a Sunday the weekend is now. */
function weekend(plus: number, weak: Weak = false): Rule {
  return ({ today }) => {
    const isSunday = weekdayOf(today) === 0
    const saturday = isSunday ? addDays(today, -1) : onOrAfter(today, SATURDAY)
    return { day: plus === 0 && isSunday ? today : addDays(saturday, plus), weak }
  }
}

function inMonths(months: number): Rule {
  return ({ today }) => ({ day: shiftMonth(today, months) })
}

function inMonth(plus: number): Rule {
  return ({ today }) => ({ day: shiftMonth(firstOfMonth(today), plus) })
}

function onDate(date: number, weak: Weak = 'weak'): Rule {
  return ({ today }) => ({ day: nextDate(today, date), weak })
}

function onMonthDay(month: number, date: number): Rule {
  return ({ today }) => ({ day: nextYearly(today, month, date) ?? today })
}

function lastOf(month: number): Rule {
  return ({ today }) => {
    const first = nextYearly(firstOfMonth(today), month, 1) ?? today
    return { day: lastOfMonth(first) }
  }
}
