import { describe, expect, test } from 'vitest'
import { dayIn } from '#lib/board/queries.ts'
import { readDue } from './dates.ts'
import { CONTEXT, phraseOf, SCENE, said } from './for-tests.ts'

const due = (text: string, today = SCENE.today) => readDue(phraseOf(text), { ...SCENE, today })

// 2026-11-18 is a Wednesday.
test.each([
  ['today', '2026-11-18'],
  ['tonight', '2026-11-18'],
  ['tomorrow', '2026-11-19'],
  ['tommorow', '2026-11-19'],
  ['tomorow', '2026-11-19'],
  ['tmrw', '2026-11-19'],
  ['the day after tomorrow', '2026-11-20'],
  ['yesterday', '2026-11-17'],
  ['friday', '2026-11-20'],
  ['wednesday', '2026-11-25'],
  ['tuesday', '2026-11-24'],
  ['this friday', '2026-11-20'],
  ['next friday', '2026-11-27'],
  ['wensday'.replace('wens', 'wednes'), '2026-11-25'],
  ['firday'.replace('fir', 'fri'), '2026-11-20'],
  ['next week', '2026-11-23'],
  ['monday next week', '2026-11-23'],
  ['this weekend', '2026-11-21'],
  ['in 3 days', '2026-11-21'],
  ['in a week', '2026-11-25'],
  ['in two weeks', '2026-12-02'],
  ['in 3 months', '2027-02-18'],
  ['5 days from now', '2026-11-23'],
  ['end of the month', '2026-11-30'],
  ['eow', '2026-11-20'],
  ['next month', '2026-12-01'],
  ['the 20th', '2026-11-20'],
  ['the 5th', '2026-12-05'],
  ['2026-12-24', '2026-12-24'],
  ['24.12.2026', '2026-12-24'],
  ['december 24', '2026-12-24'],
  ['24 dec', '2026-12-24'],
  ['jan 27', '2027-01-27'],
  ['27th of january 2028', '2028-01-27'],
  ['12/24', '2026-12-24'],
])('%s is %s', (text, day) => {
  expect(due(text)?.day).toBe(day)
})

test.each([
  'march',
  'may',
  'sunny',
  '24h',
  '90m',
  '9/11 report',
  'the 5th wave',
  '1.2',
  'v1.2.3',
  'at 5',
  'second',
  'now',
  '32nd',
  '100',
  'in 3 apples',
  'someday',
])('no day: %s', (text) => {
  expect(due(text)).toBeUndefined()
})

test('a time of day is told apart from the day', () => {
  expect(due('tomorrow at 10am')).toEqual({ day: '2026-11-19', time: 'at 10am', weak: false })
  expect(due('friday morning')?.time).toBe('morning')
  expect(due('5pm on friday')).toEqual({ day: '2026-11-20', time: '5pm', weak: false })
  expect(due('dec 3 at 10:30')?.time).toBe('at 10:30')
  expect(due('tonight')?.time).toBe('tonight')
})

test('months end where they end', () => {
  expect(due('in 1 month', '2027-01-31')?.day).toBe('2027-02-28')
  expect(due('end of month', '2028-02-10')?.day).toBe('2028-02-29')
  expect(due('the 31st', '2027-02-10')?.day).toBe('2027-03-31')
})

describe('in titles', () => {
  test.each([
    ['add call Ana by sat', 'add_task due_date=2026-11-21 title=call Ana'],
    ['add watch sat', 'add_task title=watch sat'],
    ['add pay rent on the 1st', 'add_task due_date=2026-12-01 title=pay rent'],
    ['add repaint The 5th', 'add_task title=repaint The 5th'],
    ['add remember 9/11', 'add_task title=remember 9/11'],
    ['add trip due 12/24', 'add_task due_date=2026-12-24 title=trip'],
    ['add March for science', 'add_task title=March for science'],
    ['add a friday night plan', 'add_task title=a friday night plan'],
    ['add "call Ana tomorrow"', 'add_task title=call Ana tomorrow'],
    ['add call Ana tomorrow at 5pm', 'add_task due_date=2026-11-19 notes=at 5pm title=call Ana'],
    ['add 2 apples at 5', 'add_task title=2 apples at 5'],
  ])('%s', (text, expected) => {
    expect(said(text)).toBe(expected)
  })
})

test('today is the day where the user is', () => {
  const late = Date.parse('2026-11-18T23:30:00Z')
  expect(dayIn('Europe/Berlin', late)).toBe('2026-11-19')
  expect(said('#1 due tomorrow', { ...CONTEXT, now: late })).toBe('update_task #1 due_date=2026-11-20')
  expect(said('#1 due tomorrow', { ...CONTEXT, now: late, timeZone: 'America/New_York' })).toBe(
    'update_task #1 due_date=2026-11-19',
  )
})
