import { expect, test } from 'vitest'
import { absoluteDate, relativeDate } from './dates.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')

test('a date of this year has its weekday, a date of another year its year', () => {
  expect(absoluteDate('2026-11-27', NOW)).toBe('Fri 27 Nov')
  expect(absoluteDate('2026-01-01', '2026-11-22')).toBe('Thu 1 Jan')
  expect(absoluteDate('2027-11-27', NOW)).toBe('27 Nov 2027')
  expect(absoluteDate('2025-12-31', NOW)).toBe('31 Dec 2025')
  expect(absoluteDate('2026-12-31', Date.parse('2026-12-31T23:59:59Z'))).toBe('Thu 31 Dec')
})

test('the days around today have names', () => {
  expect(relativeDate('2026-11-22', '2026-11-22')).toBe('today')
  expect(relativeDate('2026-11-23', '2026-11-22')).toBe('tomorrow')
  expect(relativeDate('2026-11-21', '2026-11-22')).toBe('yesterday')
  expect(relativeDate('2026-11-24', '2026-11-22')).toBe('Tue 24 Nov')
  expect(relativeDate('2027-01-01', '2026-12-31')).toBe('tomorrow')
  expect(relativeDate('2027-01-02', '2026-12-31')).toBe('2 Jan 2027')
})
