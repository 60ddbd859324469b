/** Week start and date order of a user: as set, else by their language. No schema library. */
import type { DateOrder, WeekStart } from './settings.ts'

const FIRST = { sunday: 0, monday: 1, saturday: 6 } as const satisfies Record<
  Exclude<WeekStart, 'auto'>,
  number
>

type WithWeek = Intl.Locale & { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } }

/** 0 = Sunday. Monday for an unknown language. */
export function firstDayOf(weekStart: WeekStart, language: string): number {
  if (weekStart !== 'auto') return FIRST[weekStart]
  try {
    const locale = new Intl.Locale(language) as WithWeek
    return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
  } catch {
    return 1
  }
}

/** What comes first in `3/4/2027`. The day for an unknown language. */
export function orderOf(dateOrder: DateOrder, language: string): Exclude<DateOrder, 'auto'> {
  if (dateOrder !== 'auto') return dateOrder
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: 'UTC' }).formatToParts(0)
    const first = parts.find(({ type }) => type === 'day' || type === 'month' || type === 'year')?.type
    return first === 'month' ? 'month-first' : first === 'year' ? 'year-first' : 'day-first'
  } catch {
    return 'day-first'
  }
}
