import { describe, expect, test } from 'vitest'
import { dayIn } from '#lib/board/readers/task-query.ts'
import { CONTEXT, phraseOf, SCENE, said } from '../testing.ts'
import type { Context } from '../text/types.ts'
import { readDue } from './due-date.ts'

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
  ['eod', '2026-11-18'],
  ['later today', '2026-11-18'],
  ['later this week', '2026-11-20'],
  ['this weekend', '2026-11-21'],
  ['next weekend', '2026-11-28'],
  ['friday the 27th', '2026-11-27'],
  ['next week friday', '2026-11-27'],
  ['a week on friday', '2026-11-27'],
  ['in a fortnight', '2026-12-02'],
  ['a fortnight from now', '2026-12-02'],
  ["in two weeks' time".replace("'", ''), '2026-12-02'],
  ['the week after next', '2026-11-30'],
  ['end of next week', '2026-11-27'],
  ['end of next month', '2026-12-31'],
  ['next year', '2027-01-01'],
  ['in a year', '2027-11-18'],
  ['mid january', '2027-01-15'],
  ['the middle of december', '2026-12-15'],
  ['end of november', '2026-11-30'],
  ['end of feb', '2027-02-28'],
  ['the 3rd of next month', '2026-12-03'],
  ['+3d', '2026-11-21'],
  ['+2w', '2026-12-02'],
  ['in 3d', '2026-11-21'],
  ['in 2mo', '2027-01-18'],
  ['in 2 hours', '2026-11-18'],
  ['in 9 hours', '2026-11-19'],
  ['2027/1/27', '2027-01-27'],
  ['3/4/27', '2027-03-04'],
  ['29 february', '2028-02-29'],
  ['18 november', '2026-11-18'],
  ['17 november', '2027-11-17'],
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
  '3d',
  '2h',
  '31 november',
  '30.2.2027',
  '13/13',
  '1-2',
  '27.1',
  'in the',
  '3 weeks',
  'mid',
])('no day: %s', (text) => {
  expect(due(text)).toBeUndefined()
})

test.each([
  ['tomorrow at 10am', '2026-11-19', 'at 10:00'],
  ['tomorrow at 5', '2026-11-19', 'at 17:00'],
  ['tomorrow at 9', '2026-11-19', 'at 09:00'],
  ['tomorrow at 05:30', '2026-11-19', 'at 05:30'],
  ['tomorrow at 5:30', '2026-11-19', 'at 17:30'],
  ['tomorrow 5 pm', '2026-11-19', 'at 17:00'],
  ['tomorrow 12am', '2026-11-19', 'at 00:00'],
  ['tomorrow at 8 in the evening', '2026-11-19', 'at 20:00'],
  ['tomorrow at 5 in the morning', '2026-11-19', 'at 05:00'],
  ['5pm on friday', '2026-11-20', 'at 17:00'],
  ['dec 3 at 10:30', '2026-12-03', 'at 10:30'],
  ['tomorrow from 3pm to 5pm', '2026-11-19', 'from 3pm to 5pm'],
  ['friday morning', '2026-11-20', 'morning'],
  ['first thing tomorrow', '2026-11-19', 'first thing'],
  ['tonight', '2026-11-18', 'tonight'],
  ['in 9 hours', '2026-11-19', 'at 01:00'],
])('%s is %s, %s', (text, day, time) => {
  expect(due(text)).toMatchObject({ day, time })
})

test.each(['tomorrow at 25', 'tomorrow at 13pm', 'tomorrow 5', 'friday 90m'])('no time in: %s', (text) => {
  expect(due(text)).toBeUndefined()
})

test('a weekday is the next one, never today; “this” can be today, “next” is the one after', () => {
  const friday = '2026-11-20'
  expect(due('friday', friday)?.day).toBe('2026-11-27')
  expect(due('this friday', friday)?.day).toBe('2026-11-20')
  expect(due('next friday', friday)?.day).toBe('2026-11-27')
  expect(due('next friday', '2026-11-21')?.day).toBe('2026-12-04')
  expect(due('eow', friday)?.day).toBe('2026-11-20')
  expect(due('eow', '2026-11-21')?.day).toBe('2026-11-22')
  expect(due('this weekend', '2026-11-21')?.day).toBe('2026-11-21')
  expect(due('this weekend', '2026-11-22')?.day).toBe('2026-11-22')
  expect(due('next weekend', '2026-11-22')?.day).toBe('2026-11-28')
})

test('a weekday is the same before noon and after it', () => {
  const at = (now: string) => said('#1 due friday', { ...CONTEXT, now: Date.parse(now) })
  expect(at('2026-11-20T08:00:00Z')).toBe('update_task #1 due_date=2026-11-27')
  expect(at('2026-11-20T20:00:00Z')).toBe('update_task #1 due_date=2026-11-27')
})

test('3/4 is read in the user’s date order', () => {
  const read = (text: string, dateOrder: Context['dateOrder']) =>
    readDue(phraseOf(text), { ...SCENE, context: { ...CONTEXT, dateOrder } })?.day
  expect(read('3/4', 'month-first')).toBe('2027-03-04')
  expect(read('3/4', 'day-first')).toBe('2027-04-03')
  expect(read('3/4', 'year-first')).toBe('2027-03-04')
  expect(read('3/4/2028', 'day-first')).toBe('2028-04-03')
  expect(read('24/12', 'month-first')).toBe('2026-12-24')
  expect(read('3.4.2028', 'month-first')).toBe('2028-04-03')
})

test('next week starts on the user’s first day of the week', () => {
  const read = (text: string, today: string, weekStart?: number) =>
    readDue(phraseOf(text), { ...SCENE, today, context: { ...CONTEXT, weekStart } })?.day
  const sunday = '2026-11-22'
  expect(read('next week', sunday)).toBe('2026-11-23')
  expect(read('next week', sunday, 0)).toBe('2026-11-30')
  expect(read('sunday next week', '2026-11-18')).toBe('2026-11-29')
  expect(read('sunday next week', '2026-11-18', 0)).toBe('2026-11-22')
})

test('daylight saving time doesn’t shift a day, and dates cross the end of the year', () => {
  expect(due('tomorrow', '2027-03-27')?.day).toBe('2027-03-28')
  expect(due('in 2 days', '2027-10-30')?.day).toBe('2027-11-01')
  expect(due('tomorrow', '2026-12-31')?.day).toBe('2027-01-01')
  expect(due('jan 1', '2026-12-31')?.day).toBe('2027-01-01')
  expect(due('next month', '2026-12-31')?.day).toBe('2027-01-01')
  // 02:30 does not exist on this night in Berlin.
  const night = { ...CONTEXT, now: Date.parse('2027-03-28T00:30:00Z') }
  expect(readDue(phraseOf('in 1 hour'), { context: night, today: '2027-03-28' })?.time).toBe('at 03:30')
})

test('dates that don’t exist in a month are adjusted', () => {
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
    ['add call Ana tomorrow at 5pm', 'add_task due_date=2026-11-19 notes=at 17:00 title=call Ana'],
    ['add 2 apples at 5', 'add_task title=2 apples at 5'],
    ['add call tom', 'add_task title=call tom'],
    ['add call Ana by tom', 'add_task due_date=2026-11-19 title=call Ana'],
    ['add buy paint eow', 'add_task due_date=2026-11-20 title=buy paint'],
    ['add plan the weekend', 'add_task title=plan the weekend'],
    ['add wash the car at the weekend', 'add_task due_date=2026-11-21 title=wash the car'],
    ['add repair the sun lamp', 'add_task title=repair the sun lamp'],
    ['add ask May about the sat results', 'add_task title=ask May about the sat results'],
    ['add read The 9/11 Report', 'add_task title=read The 9/11 Report'],
    ['add trial run 90m', 'add_task title=trial run 90m'],
    ['add pump running 24h', 'add_task title=pump running 24h'],
  ])('%s', (text, expected) => {
    expect(said(text)).toBe(expected)
  })
})

test('today is the day in the user’s zone', () => {
  const late = Date.parse('2026-11-18T23:30:00Z')
  expect(dayIn('Europe/Berlin', late)).toBe('2026-11-19')
  expect(said('#1 due tomorrow', { ...CONTEXT, now: late })).toBe('update_task #1 due_date=2026-11-20')
  expect(said('#1 due tomorrow', { ...CONTEXT, now: late, timeZone: 'America/New_York' })).toBe(
    'update_task #1 due_date=2026-11-19',
  )
})
