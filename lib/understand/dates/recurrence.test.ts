import { expect, test } from 'vitest'
import { CONTEXT, phraseOf, SCENE, said } from '../testing.ts'
import { understand } from '../understand.ts'
import { findRepeat } from './recurrence.ts'

const first = (text: string, today = SCENE.today) => {
  const phrase = phraseOf(`water it ${text}`)
  const found = findRepeat(phrase, { ...SCENE, today })
  return found?.repeat && (found.repeat.first ?? 'unclear')
}

// 2026-11-18 is a Wednesday.
test.each([
  ['every monday', '2026-11-23'],
  ['every wednesday', '2026-11-25'],
  ['every mon, wed and fri', '2026-11-20'],
  ['each tuesday & thursday', '2026-11-19'],
  ['every other monday', '2026-11-23'],
  ['daily', '2026-11-18'],
  ['every day', '2026-11-18'],
  ['every morning', '2026-11-18'],
  ['every day at 9', '2026-11-18'],
  ['each weekday', '2026-11-18'],
  ['every weekend', '2026-11-21'],
  ['every 27th', '2026-11-27'],
  ['every 5th of the month', '2026-12-05'],
  ['every 3rd friday', '2026-11-20'],
  ['every second tuesday', '2026-11-24'],
  ['every jan 27th', '2027-01-27'],
  ['every 3 days', 'unclear'],
  ['every other week', 'unclear'],
  ['every two weeks', 'unclear'],
  ['weekly', 'unclear'],
  ['once a month', 'unclear'],
  ['twice a week', 'unclear'],
])('%s begins %s', (text, day) => {
  expect(first(text)).toBe(day)
})

test.each(['every one', 'every now and then', 'each box', 'every time', 'friday', 'day 3'])(
  'not how often: %s',
  (text) => {
    expect(first(text)).toBeUndefined()
  },
)

test('on a Saturday the next workday is Monday', () => {
  expect(first('every weekday', '2026-11-21')).toBe('2026-11-23')
  expect(first('every 3rd friday', '2026-11-21')).toBe('2026-12-18')
})

test.each([
  ['add take out the bins every monday', 'add_task due_date=2026-11-23 title=take out the bins every monday'],
  ['add a task: water the fern every 3 days', 'add_task title=water the fern every 3 days'],
  ['add gym every mon, wed and fri', 'add_task due_date=2026-11-20 title=gym every mon, wed and fri'],
  [
    'add every friday: clean the kitchen',
    'add_task due_date=2026-11-20 title=every friday: clean the kitchen',
  ],
  [
    'add water the fern every 3 days starting friday',
    'add_task due_date=2026-11-20 title=water the fern every 3 days',
  ],
  ['add stretch daily #personal', 'add_task category=personal due_date=2026-11-18 title=stretch daily'],
  ['add stand-up every day at 9:30', 'add_task due_date=2026-11-18 title=stand-up every day at 9:30'],
  [
    'remind me to pay rent every 1st of the month',
    'add_task due_date=2026-12-01 title=pay rent every 1st of the month',
  ],
  ['add write the weekly report by friday', 'add_task due_date=2026-11-20 title=write the weekly report'],
  ['remind me every friday to call Ana', 'add_task due_date=2026-11-20 title=call Ana every friday'],
  ['every morning, remind me to stretch', 'add_task due_date=2026-11-18 title=stretch every morning'],
  ['add prepare every monday meeting', 'add_task title=prepare every monday meeting'],
])('%s', (text, expected) => {
  expect(said(text)).toBe(expected)
})

test('the answer says that nothing repeats', () => {
  expect(understand('add gym every monday', CONTEXT).note).toContain('can’t repeat')
  expect(understand('add write the weekly report', CONTEXT).note).toBeUndefined()
})

test.each([
  'make #1 repeat every monday',
  '#1 repeats every monday',
  'repeat #1 every monday',
  'set #1 to every monday',
])('%s is asked about, with what can be done', (text) => {
  const reading = understand(text, CONTEXT)
  expect(reading).toMatchObject({ kind: 'question', intents: [] })
  expect(reading.question).toContain('can’t repeat')
  expect(reading.choices).toEqual([{ label: 'Due Mon 23 Nov, once', say: 'move #1 to 2026-11-23' }])
})

test('without a clear day, none is offered', () => {
  expect(understand('make #1 repeat every 3 days', CONTEXT).choices).toBeUndefined()
})
