import { expect, test } from 'vitest'
import { addMonths, weeksOf } from './calendar-month.ts'

test('the weeks of a month are whole and have each of its days once', () => {
  for (const firstDay of [0, 1, 6]) {
    for (const month of ['2026-02', '2026-11', '2027-01', '2028-02']) {
      const weeks = weeksOf(month, firstDay)
      expect(weeks.every((week) => new Date(`${week[0]}T00:00:00Z`).getUTCDay() === firstDay)).toBe(true)
      const days = weeks.flat().filter((day) => day.startsWith(month))
      expect(days.length).toBe(
        new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate(),
      )
      expect(new Set(weeks.flat()).size).toBe(weeks.length * 7)
    }
  }
  expect(weeksOf('2026-11', 1)[0]).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ])
})

test('one month later is the same day, or the last of the month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
})
