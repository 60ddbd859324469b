import { expect, test } from 'vitest'
import { type DateFormat, dayOf, dueInWords, formatAge, formatDateTime, sinceInWords } from './format-date.ts'

const look = (more: Partial<DateFormat> = {}): DateFormat => ({
  language: 'en-GB',
  order: 'auto',
  timeZone: 'UTC',
  weekStart: 'auto',
  ...more,
})
const TODAY = '2026-11-18'
const said = (day: string, more: Partial<DateFormat> = {}) => dueInWords(day, TODAY, look(more))

test('near days are words, in the date language', () => {
  expect(['2026-11-17', TODAY, '2026-11-19', '2026-11-20', '2026-11-24'].map((day) => said(day))).toEqual([
    'Yesterday',
    'Today',
    'Tomorrow',
    'Friday',
    'Tuesday',
  ])
  expect(said('2026-11-19', { language: 'de' })).toBe('Morgen')
  expect(said('2026-11-20', { language: 'fr' })).toBe('Vendredi')
  expect(said('2026-11-17', { language: 'es', order: 'year-first' })).toBe('Ayer')
})

test('other days have the date order of the language, or the chosen one', () => {
  const [near, far] = ['2026-11-27', '2027-01-02'] as const
  const both = (more: Partial<DateFormat>) => [said(near, more), said(far, more)]
  expect(both({})).toEqual(['27 Nov', '2 Jan 2027'])
  expect(both({ language: 'en-US' })).toEqual(['Nov 27', 'Jan 2, 2027'])
  expect(both({ language: 'de' })).toEqual(['27. Nov.', '2. Jan. 2027'])
  expect(both({ language: 'ja' })).toEqual(['11月27日', '2027年1月2日'])
  expect(both({ order: 'month-first' })).toEqual(['Nov 27', 'Jan 2, 2027'])
  expect(both({ order: 'day-first', language: 'en-US' })).toEqual(['27 Nov', '2 Jan 2027'])
  expect(both({ order: 'year-first' })).toEqual(['Nov 27', '2027 Jan 2'])
  // Always the Gregorian calendar, even if the language has another.
  expect(both({ language: 'th' })[1]).toContain('2027')
})

test('a language that Intl does not accept falls back to English', () => {
  expect(said('2026-11-27', { language: 'C' })).toBe('27 Nov')
  expect(said('2026-11-19', { language: 'en-US@posix' })).toBe('Tomorrow')
})

test('a day is a day in the zone', () => {
  const lateInUtc = Date.UTC(2026, 10, 18, 23, 30)
  expect(dayOf(lateInUtc, 'UTC')).toBe('2026-11-18')
  expect(dayOf(lateInUtc, 'Pacific/Kiritimati')).toBe('2026-11-19')
  expect(dayOf(Date.UTC(2026, 10, 18, 1), 'Pacific/Pago_Pago')).toBe('2026-11-17')
})

test('a moment has its day and time in the zone', () => {
  const at = Date.UTC(2026, 10, 18, 23, 5)
  expect(formatDateTime(at, look())).toBe('18 Nov 2026, 23:05')
  const there = formatDateTime(at, look({ language: 'en-US', timeZone: 'Asia/Tokyo' }))
  expect(there.replace(/\s/g, ' ')).toBe('Nov 19, 2026, 8:05 AM')
})

test('a time long ago is a date in the zone', () => {
  const then = Date.UTC(2026, 10, 1, 23, 30)
  const now = Date.UTC(2026, 10, 18)
  expect(formatAge(then, now, look())).toBe('1 Nov')
  expect(formatAge(then, now, look({ timeZone: 'Asia/Tokyo', language: 'en-US' }))).toBe('Nov 2')
  expect(formatAge(now - 5 * 60_000, now, look())).toBe('5 min')
  expect([then, now - 3 * 3_600_000, now].map((time) => sinceInWords(time, now, look()))).toEqual([
    '1 Nov',
    '3 h ago',
    'just now',
  ])
})
