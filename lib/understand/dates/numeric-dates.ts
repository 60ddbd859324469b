/** Written dates: `27th of January`, `2027-01-27`, `27/1`, in the user's date order. */
import * as chrono from 'chrono-node'
import type { DateOrder } from '#lib/board/wire/settings.ts'
import { dayOf, nextYearly } from './calendar.ts'

const MONTH = /(?:^|[ \d])(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/

/** Used if no year is given: any year with a 29 February works. */
const LEAP_YEAR = new Date(2028, 0, 1, 12, 0)

type Order = Exclude<DateOrder, 'auto'>
/** `weak`: only counts after a word like “by”, since `9/11` can mean other things. */
type Written = { day: string; weak: boolean }

export function readWritten(words: string, today: string, order: Order): Written | undefined {
  if (!/\d/.test(words)) return undefined
  return inNumbers(words, today, order) ?? inWords(words, today)
}

function inNumbers(words: string, today: string, order: Order): Written | undefined {
  const [, y, m, d] = YEAR_FIRST.exec(words) ?? []
  if (y !== undefined) return sure(dayOf(Number(y), Number(m), Number(d)))
  const [, first, mark, second, year] = NUMERIC.exec(words) ?? []
  // `1.2` and `1-2` are versions and scores; with a year they are dates.
  if (first === undefined || (mark !== '/' && (year?.length ?? 0) < 4)) return undefined
  const dayFirst = mark === '.' || order === 'day-first'
  const [a, b] = [Number(first), Number(second)]
  for (const [month, date] of dayFirst
    ? [[b, a] as const, [a, b] as const]
    : [[a, b] as const, [b, a] as const]) {
    const day = year === undefined ? nextYearly(today, month, date) : dayOf(fullYear(year), month, date)
    if (day !== undefined) return { day, weak: (year?.length ?? 0) < 4 }
  }
  return undefined
}

const fullYear = (year: string) => (year.length === 2 ? 2000 + Number(year) : Number(year))

/** Months in words. The library's result only counts if it used every letter and the day exists. */
function inWords(words: string, today: string): Written | undefined {
  if (!MONTH.test(words)) return undefined
  const [result, another] = chrono.en.parse(words, LEAP_YEAR)
  if (!result || another || result.text.length !== words.length || result.end) return undefined
  const { start } = result
  if (!start.isCertain('day') || !start.isCertain('month') || start.isCertain('hour')) return undefined
  const [y, m, d] = [start.get('year'), start.get('month'), start.get('day')]
  if (y === null || m === null || d === null) return undefined
  return sure(start.isCertain('year') ? dayOf(y, m, d) : nextYearly(today, m, d))
}

function sure(day: string | undefined): Written | undefined {
  return day === undefined ? undefined : { day, weak: false }
}
