/** Calendar days, `YYYY-MM-DD`. They have no hours, so daylight saving time can’t shift them. */
import { addDays } from '#lib/board/readers/task-query.ts'

export const MONDAY = 1
export const FRIDAY = 5
export const SATURDAY = 6

/** 0 = Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** The next day of this name, `from` itself included. */
export function onOrAfter(from: string, weekday: number): string {
  return addDays(from, (weekday - weekdayOf(from) + 7) % 7)
}

/** The first day of the week that `day` is in. */
export function weekOf(day: string, weekStart: number): string {
  return addDays(day, -((weekdayOf(day) - weekStart + 7) % 7))
}

/** The same day `months` later, or the last day of a shorter month. */
export function shiftMonth(day: string, months: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

export function lastOfMonth(day: string): string {
  return addDays(firstOfMonth(shiftMonth(firstOfMonth(day), 1)), -1)
}

/** The day with these numbers, if it exists. */
export function dayOf(year: number, month: number, date: number): string | undefined {
  const day = new Date(Date.UTC(year, month - 1, date))
  const isThere =
    day.getUTCFullYear() === year && day.getUTCMonth() === month - 1 && day.getUTCDate() === date
  return isThere ? day.toISOString().slice(0, 10) : undefined
}

/** The next day with this date, today included: the 31st skips shorter months. */
export function nextDate(today: string, date: number): string {
  for (let month = firstOfMonth(today); ; month = shiftMonth(month, 1)) {
    const day = addDays(month, date - 1)
    if (day >= today && day.slice(0, 7) === month.slice(0, 7)) return day
  }
}

/** The next day of this month and date, today included; 29 February waits for its year. */
export function nextYearly(today: string, month: number, date: number): string | undefined {
  const year = Number(today.slice(0, 4))
  for (let plus = 0; plus <= 8; plus += 1) {
    const day = dayOf(year + plus, month, date)
    if (day !== undefined && day >= today) return day
  }
  return undefined
}
