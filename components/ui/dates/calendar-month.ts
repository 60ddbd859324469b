/** The weeks of a month. */
import { addDays } from '#lib/board/readers/task-query.ts'

export const monthOf = (day: string) => day.slice(0, 7)

/** `2026-01-31` plus one month -> `2026-02-28`. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10)
}

/** Whole weeks, including days of the adjacent months. */
export function weeksOf(month: string, firstDay: number): string[][] {
  const first = `${month}-01`
  const lead = (new Date(`${first}T00:00:00Z`).getUTCDay() - firstDay + 7) % 7
  const weeks: string[][] = []
  for (let day = addDays(first, -lead); monthOf(day) <= month; day = addDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(day, i)))
  }
  return weeks
}
