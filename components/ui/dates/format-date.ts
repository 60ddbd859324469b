/** Formats dates and times for their reader. */

import { addDays, dayIn } from '#lib/board/readers/task-query.ts'
import type { DateOrder, WeekStart } from '#lib/board/wire/settings.ts'

export type DateFormat = {
  /** BCP 47. */
  language: string
  order: DateOrder
  /** IANA name; `null` = this browser's. */
  timeZone: string | null
  weekStart: WeekStart
}

type Formats = {
  locale: string
  short: Intl.DateTimeFormat
  long: Intl.DateTimeFormat
  weekday: Intl.DateTimeFormat
  relative: Intl.RelativeTimeFormat
  /** The date order of the language. */
  order: DateOrder
}

const UTC = { timeZone: 'UTC', calendar: 'gregory' } as const
/** Creating a format costs fifty times as much as using it. */
const made = new Map<string, Formats>()

function formatsOf(language: string): Formats {
  const known = made.get(language)
  if (known) return known
  const formats = makeFormats(supported(language))
  made.set(language, formats)
  return formats
}

/** Browsers report languages that Intl doesn't accept, such as `C` and `en-US@posix`. */
function supported(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en-GB'
  } catch {
    return 'en-GB'
  }
}

function makeFormats(locale: string): Formats {
  const long = new Intl.DateTimeFormat(locale, { ...UTC, day: 'numeric', month: 'short', year: 'numeric' })
  const first = long
    .formatToParts(0)
    .find(({ type }) => type === 'day' || type === 'month' || type === 'year')
  return {
    locale,
    short: new Intl.DateTimeFormat(locale, { ...UTC, day: 'numeric', month: 'short' }),
    long,
    weekday: new Intl.DateTimeFormat(locale, { ...UTC, weekday: 'long' }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    order: first ? (`${first.type}-first` as DateOrder) : 'day-first',
  }
}

/** `27 Nov`, `Nov 27, 2026`, `27. Nov. 2026`: a day of the calendar, without a zone. */
export function formatDay(day: string, look: DateFormat, withYear: boolean): string {
  const { short, long, order } = formatsOf(look.language)
  const date = new Date(`${day}T00:00:00Z`)
  const format = withYear ? long : short
  if (look.order === 'auto' || look.order === order) return format.format(date)
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]))
  const [d, m, y] = [parts.get('day'), parts.get('month'), parts.get('year')]
  switch (look.order) {
    case 'day-first':
      return [d, m, y].filter(Boolean).join(' ')
    case 'month-first':
      return y ? `${m} ${d}, ${y}` : `${m} ${d}`
    case 'year-first':
      return [y, m, d].filter(Boolean).join(' ')
    default:
      return look.order satisfies never
  }
}

/** `Tomorrow`, `Friday`, `27 Nov`; only the date if `today` is unknown. */
export function dueInWords(day: string, today: string | null, look: DateFormat): string {
  if (today === null) return formatDay(day, look, false)
  const { locale, relative, weekday } = formatsOf(look.language)
  for (const days of [0, 1, -1]) {
    if (day === addDays(today, days)) return capital(relative.format(days, 'day'), locale)
  }
  if (day > today && day < addDays(today, 7)) {
    return capital(weekday.format(new Date(`${day}T00:00:00Z`)), locale)
  }
  return formatDay(day, look, day.slice(0, 4) !== today.slice(0, 4))
}

function capital(words: string, locale: string): string {
  const [first = '', ...rest] = words
  return first.toLocaleUpperCase(locale) + rest.join('')
}

/** `45 s`, `3 min`, `2 h`, `5 d` */
export function leftInWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`
}

/** `now`, `5 min`, `3 h`, `2 d`, then the date. */
export function formatAge(then: number, now: number, look: DateFormat): string {
  const minutes = Math.floor((now - then) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / 60 / 24)} d`
  return formatDay(dayOf(then, look.timeZone), look, false)
}

/** `just now`, `5 min ago`, then the date: the end of a sentence. */
export function sinceInWords(then: number, now: number, look: DateFormat): string {
  const words = formatAge(then, now, look)
  if (now - then < 60_000) return 'just now'
  return now - then < 7 * 24 * 3_600_000 ? `${words} ago` : words
}

/** `14:05`, `2:05 pm`: in the language's format and the user's zone. */
export function clockInWords(time: number, look: DateFormat): string {
  const { locale } = formatsOf(look.language)
  const zone = look.timeZone ? { timeZone: look.timeZone } : {}
  return new Intl.DateTimeFormat(locale, { ...zone, hour: 'numeric', minute: '2-digit' }).format(time)
}

/** `27 Nov 2026, 14:05` */
export function formatDateTime(time: number, look: DateFormat): string {
  return `${formatDay(dayOf(time, look.timeZone), look, true)}, ${clockInWords(time, look)}`
}

/** The calendar day of an instant, `YYYY-MM-DD`. */
export function dayOf(time: number, timeZone: string | null): string {
  if (timeZone !== null) return dayIn(timeZone, time)
  const date = new Date(time)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `<1 s`, `3.2 s`, `1 min 4 s` */
export function lengthInWords(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 1) return '<1 s'
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
