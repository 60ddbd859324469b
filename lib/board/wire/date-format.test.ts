import { expect, test } from 'vitest'
import { firstDayOf, orderOf } from './date-format.ts'

test('the first day of the week follows the setting, else the language', () => {
  expect(['monday', 'sunday', 'saturday'].map((day) => firstDayOf(day as 'monday', 'en-US'))).toEqual([
    1, 0, 6,
  ])
  expect(firstDayOf('auto', 'en-US')).toBe(0)
  expect(firstDayOf('auto', 'en-GB')).toBe(1)
  expect(firstDayOf('auto', 'C')).toBe(1)
})

test('the order of 3/4 follows the setting, else the language', () => {
  expect(orderOf('year-first', 'en-US')).toBe('year-first')
  expect(orderOf('auto', 'en-US')).toBe('month-first')
  expect(orderOf('auto', 'en-GB')).toBe('day-first')
  expect(orderOf('auto', 'sv-SE')).toBe('year-first')
  expect(orderOf('auto', 'not a language')).toBe('day-first')
})
