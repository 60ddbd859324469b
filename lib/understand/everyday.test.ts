/** Verbs and everyday forms of changes, and text that only looks like a change. */
import { describe, expect, test } from 'vitest'
import { CONTEXT, said } from './testing.ts'
import type { KnownTask } from './text/types.ts'

const TASK: KnownTask = {
  number: 3,
  title: 'paint the shed',
  status: 'open',
  category: 'general',
  due: '2026-12-01',
  place: 0,
}
const UNDATED: KnownTask = { ...TASK, number: 4, title: 'return the drill', due: null, place: 1 }
const KNOWN = { ...CONTEXT, tasks: [TASK, UNDATED] }

describe('everyday forms', () => {
  test.each([
    ['#3 to 50', 'update_task #3 completion=50'],
    ['set #3 to 50', 'update_task #3 completion=50'],
    ['#3 half done', 'update_task #3 completion=50'],
    ['#3 50 %', 'update_task #3 completion=50'],
    ['call it Paint the barn', 'update_task #7 title=Paint the barn'],
    ['move #3 to work', 'update_task #3 category=work'],
    ['push the shed task to friday', 'update_task shed due_date=2026-11-20'],
    ['put #3 off until monday', 'update_task #3 due_date=2026-11-23'],
    ['postpone #3 by two days', 'update_task #3 due_date=2026-12-03'],
    ['push #3 back a week', 'update_task #3 due_date=2026-12-08'],
    ['delay the drill task by 3 days', 'update_task drill due_date=2026-11-21'],
    ['got #3', 'update_task_status #3 status=done'],
    ['drop #3', 'remove_task #3'],
    ['scratch #3', 'remove_task #3'],
    ['no longer need #3', 'remove_task #3'],
    ['tick T-003', 'update_task_status #3 status=done'],
    ['remvoe the shed task', 'remove_task shed'],
    ['put me down for the bake sale', 'add_task title=the bake sale'],
    ['cancel paint the shed', 'remove_task paint the shed'],
  ])('%s', (text, expected) => {
    expect(said(text, KNOWN)).toBe(expected)
  })

  test.each([
    ['#3 is almost done', 'How much is done?'],
    ["I'm nearly finished with the shed task", 'How much is done?'],
    ['postpone #9 by two days', 'When is it due?'],
    ['just cancel it', 'Which task?'],
  ])('asks back: %s', (text, question) => {
    expect(said(text, KNOWN)).toContain(`? ${question}`)
  })
})

describe('several commands', () => {
  test.each([
    [
      '1) start #3\n2) remove #4\n3) add call Ana',
      'update_task_status #3 status=in_progress | remove_task #4 | add_task title=call Ana',
    ],
    [
      'add these tasks:\n  - [ ] call Ana\n    - [ ] buy stamps\n  - [x] sort the post',
      'add_task title=call Ana | add_task title=buy stamps | add_task status=done title=sort the post',
    ],
    [
      'remove #3, then start #4 and rename it to Return it',
      'remove_task #3 | update_task_status #4 status=in_progress | update_task #4 title=Return it',
    ],
  ])('%s', (text, expected) => {
    expect(said(text, KNOWN)).toBe(expected)
  })
})

/** Words that other rules know: they are titles here, whole and as typed. */
describe('titles that look like something else', () => {
  test.each([
    'The 9/11 Report',
    'March for science',
    'watch 24h of Le Mans',
    'The 5th Wave',
    'take photo of saturn',
    '13th floor - remark',
    'The 1.2 formula',
    'almonds',
    'Renovation - 2nd Floor Bath',
    'read https://example.org/done?due=friday#3',
    'mail bob@example.org',
    'upgrade to v2.0.1',
    'run `npm ci && npm test`',
    'fix foo() => bar[1]',
    'salt & vinegar',
    'May the fourth party',
    'Sat nav update',
    'sign the deed in full',
    'half-term plans',
    'learn to juggle so I can show off',
    'ask Ann can you lend me 5 euros',
    'study for if and unless clauses',
    'tell Bob I am out of ideas',
    'everything bagels',
    'all hands agenda',
    'The List of Adrian Messenger',
    'Schindler’s List tickets',
  ])('%s', (title) => {
    expect(said(`add a task: ${title}`)).toBe(`add_task title=${title}`)
    expect(said(`add "${title}" to my to-do list`)).toBe(`add_task title=${title}`)
  })
})
