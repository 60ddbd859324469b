import { expect, test } from 'vitest'
import { type Candidate, matchTitle, referenceNumber } from './find-task.ts'

const task = (number: number, title: string, status: Candidate['status'] = 'open'): Candidate => ({
  id: `t${number}`,
  number,
  title,
  status,
})
const board = [
  task(1, 'review the Q2 roadmap'),
  task(2, 'book dentist appointment'),
  task(3, 'book flights'),
  task(4, 'Review budget', 'done'),
]

test.each([
  ['#3', 3],
  ['3', 3],
  ['T-003', 3],
  ['t-3', 3],
  ['T3', 3],
  ['task 3', 3],
  ['task #3', 3],
  ['no. 3', 3],
  ['dentist', null],
  ['3 apples', null],
  ['#3a', null],
])('%s names number %s', (reference, number) => {
  expect(referenceNumber(reference)).toBe(number)
})

test.each([
  ['book dentist appointment', 2],
  ['the dentist task', 2],
  ['dentist', 2],
  ['Q2 roadmap', 1],
  ['dentsit', 2],
  ['the raodmap review', 1],
  ['flights', 3],
])('“%s” is #%i', (words, number) => {
  expect(matchTitle(words, board)).toMatchObject({ number })
})

test('an ambiguous title is refused with its candidates', () => {
  expect(matchTitle('book', board)).toMatchObject({ ok: false, code: 'ambiguous' })
  expect(matchTitle('book', board)).toHaveProperty('message', expect.stringContaining('#2 book dentist'))
})

test('an open task is preferred to a done one', () => {
  expect(matchTitle('review', board)).toMatchObject({ number: 1 })
})

test('a missing task is refused, with similar ones', () => {
  expect(matchTitle('dentist bill', board)).toMatchObject({ ok: false, code: 'not_found' })
  expect(matchTitle('dentist bill', board)).toHaveProperty('message', expect.stringContaining('#2'))
})
