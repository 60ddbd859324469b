import { expect, test } from 'vitest'
import { phraseOf, SCENE } from '../testing.ts'
import { argsOf, readFields, type Where } from './fields.ts'

function fields(text: string, place: Where = 'cut-off') {
  const matched = readFields(phraseOf(text), SCENE, place)
  return matched && argsOf(matched.result)
}

test.each([
  ['category: work', { category: 'work' }],
  ['category: WORK', { category: 'work' }],
  ['category: nope', { category: 'nope' }],
  ['in the personal category', { category: 'personal' }],
  ['#work', { category: 'work' }],
  ['priority: high', { priority: 'high' }],
  ['with high priority', { priority: 'high' }],
  ['urgent', { priority: 'urgent' }],
  ['p1', { priority: 'urgent' }],
  ['!!', { priority: 'high' }],
  ['effort: deep', { effort: 'deep' }],
  ['quick', { effort: 'quick' }],
  ['deep work', { effort: 'deep' }],
  ['due friday', { due_date: '2026-11-20' }],
  ['deadline: dec 3', { due_date: '2026-12-03' }],
  ['by the 5th', { due_date: '2026-12-05' }],
  ['no due date', { due_date: 'none' }],
  ['status: in progress', { status: 'in_progress' }],
  ['already done', { status: 'done' }],
  ['50% done', { completion: 50 }],
  ['progress 20', { completion: 20 }],
  ['high priority, due friday and in work', { priority: 'high', due_date: '2026-11-20', category: 'work' }],
])('%s', (text, expected) => {
  expect(fields(text)).toEqual(expected)
})

test.each(['milk', 'high hopes', 'in general', 'to work hard', 'due milk', 'category', 'the deep sea', ''])(
  'no field: %s',
  (text) => {
    expect(fields(text)).toBeUndefined()
  },
)
