import { describe, expect, test } from 'vitest'
import { CONTEXT, phraseOf, SCENE, said } from '../testing.ts'
import { readReference, refsSlot, tasksSlot } from './references.ts'

const one = (text: string, scene = SCENE) => readReference(phraseOf(text), scene)?.value
const many = (text: string) => tasksSlot.read(phraseOf(text), SCENE)?.value

test.each([
  ['#3', '#3'],
  ['task 3', '#3'],
  ['task #3', '#3'],
  ['the task number 3', '#3'],
  ['T-003', '#3'],
  ['3', '#3'],
  ['task three', '#3'],
  ['item one', '#1'],
  ['it', '#7'],
  ['the last one', '#7'],
  ['the second one', '#5'],
  ['the 3rd task', '#6'],
  ['the dentist task', 'dentist'],
  ['the task called Call Ana', 'Call Ana'],
  ['the task "Call Ana, today"', 'Call Ana, today'],
  ['roadmap review', 'roadmap review'],
])('%s is %s', (text, expected) => {
  expect(one(text)).toBe(expected)
})

test.each([
  'a letter',
  'me',
  'what I did',
  '#3 if it rains',
  'milk, eggs',
  'my savings account',
  'the old list',
  'read this to',
])('no task: %s', (text) => {
  expect(one(text)).toBeUndefined()
})

test.each(['everything', 'all tasks', 'them', 'something', 'the ninth one'])('asked about: %s', (text) => {
  expect(readReference(phraseOf(text), SCENE)?.ask?.wants).toBe('task')
})

test('“it” is what this message mentioned, before what the last one did', () => {
  expect(one('it', { ...SCENE, it: 'Call Ana' })).toBe('Call Ana')
})

test.each([
  ['#1 and #2', ['#1', '#2']],
  ['1, 2 and 3', ['#1', '#2', '#3']],
  ['tasks 1 & 2', ['#1', '#2']],
  ['#1 #2 #3', ['#1', '#2', '#3']],
  ['2-4', ['#2', '#3', '#4']],
  ['tasks 2 to 4', ['#2', '#3', '#4']],
  ['the dentist task and the roadmap task', ['dentist', 'roadmap']],
  ['milk, eggs and bread', ['milk', 'eggs', 'bread']],
  ['salt and pepper', ['salt and pepper']],
  ['#1, #1', ['#1']],
])('%s are %j', (text, expected) => {
  expect(many(text)).toEqual(expected)
})

test('a sentence can start with a number that isn’t a task', () => {
  expect(refsSlot.read(phraseOf('3'), SCENE)).toBeUndefined()
  expect(refsSlot.read(phraseOf('#3'), SCENE)?.value).toEqual(['#3'])
})

describe('“them” after several tasks were removed', () => {
  const tasks = [3, 4].map((number) => ({ number, title: `task ${number}`, status: 'open' as const }))
  const removed = { numbers: [1, 2], isLatest: true }
  const gone = { ...CONTEXT, tasks, lastNumber: 2, removed }

  test.each(['remove them', 'mark them as done', 'delete those', 'move them to friday'])(
    '“%s” touches no other task, and offers to put them back',
    (words) => {
      for (const shown of [[1, 2, 3, 4], []])
        expect(said(words, { ...gone, shown })).toBe('? #1 and #2 were removed. Put them back?')
    },
  )

  test('means a list that was shown since instead', () => {
    expect(said('remove them', { ...gone, shown: [3, 4] })).toBe('remove_task #3 | remove_task #4')
  })
})
