import { describe, expect, test } from 'vitest'
import { BOARDS } from '../sentences/boards.ts'
import { CONTEXT, said } from '../testing.ts'
import type { Context, KnownTask } from '../text/types.ts'
import { understand } from '../understand.ts'

const row = (number: number, title: string, rest: Partial<KnownTask> = {}): KnownTask => ({
  number,
  title,
  status: 'open',
  category: 'general',
  due: null,
  place: 0,
  ...rest,
})
const TASKS = [
  row(4, 'return the drill', { place: 1 }),
  row(2, 'book a table', { category: 'work' }),
  row(3, 'paint the shed', { status: 'in_progress' }),
  row(1, 'call the plumber', { status: 'done' }),
  row(5, 'renew passport', { status: 'done', place: 1 }),
]
const boardOf = (tasks: readonly KnownTask[]): Context => ({
  ...CONTEXT,
  tasks,
  lists: [],
})
const MIXED = boardOf(TASKS)
const OPEN = boardOf([row(1, 'call the plumber'), row(2, 'book a table', { place: 1 })])
const remove = (...numbers: number[]) => numbers.map((number) => `remove_task #${number}`).join(' | ')
const done = (...numbers: number[]) =>
  numbers.map((number) => `update_task_status #${number} status=done`).join(' | ')

describe('many tasks at once', () => {
  test.each([
    ['delete all done tasks', 'clear_column status=done'],
    ['clear done', 'clear_column status=done'],
    ['clear out the done column', 'clear_column status=done'],
    ['get rid of everything that is done', 'clear_column status=done'],
    ['remove the completed ones', 'clear_column status=done'],
    ['remove everything except #3', remove(1, 2, 4, 5)],
    ['delete all tasks but #3 and #1', remove(2, 4, 5)],
    ['remove all of them besides the shed task and the drill task', remove(5, 6)],
    ['remove everything', remove(1, 2, 3, 4, 5)],
    ['clear my to-do list', remove(1, 2, 3, 4, 5)],
    ['delete the items on my to do list', remove(1, 2, 3, 4, 5)],
    ['delete all work tasks', remove(2)],
    ['complete everything', done(2, 3, 4)],
    ['mark all my tasks as done', done(2, 3, 4)],
    ['everything is done', done(2, 3, 4)],
    ['complete everything except #4', done(2, 3)],
    ['remove those', remove(4, 5, 6)],
    ['mark them as done', done(4)],
    ['move all done tasks to work', 'update_task #1 category=work | update_task #5 category=work'],
  ])('%s', (text, expected) => {
    expect(said(text, MIXED)).toBe(expected)
  })

  test('“them” is the list that was last shown, also if the board isn’t loaded', () => {
    expect(said('mark them as done')).toBe(done(4, 5, 6))
  })

  test('a board with one column is cleared as one', () => {
    expect(said('remove all', OPEN)).toBe('clear_column status=open')
    expect(said('clear my list', OPEN)).toBe('clear_column status=open')
    expect(said('make sure my to-do list is completely clear', OPEN)).toBe('clear_column status=open')
  })

  test.each([
    ['remove everything', CONTEXT],
    ['remove everything except the yacht', MIXED],
    ['remove all open tasks but the yacht task', MIXED],
    ['complete everything', boardOf([row(1, 'call the plumber', { status: 'done' })])],
    ['remove them', { ...MIXED, shown: [] }],
    ['all done', MIXED],
  ])('unsure is unchanged: %s', (text, context) => {
    expect(said(text, context)).toMatch(/^(?:\?|unknown)/)
  })
})

const DESK: Context = { ...CONTEXT, ...BOARDS.desk, shown: [] }

describe('more than three tasks are shown first', () => {
  const text = 'push everything due before friday to friday'
  const asked = understand(text, DESK)

  test('by number and title, in a question that offers all of them', () => {
    expect(asked.intents).toEqual([])
    expect(asked.question).toBe(
      'This changes 5 tasks: #1 pay rent, #2 call Ana, #3 write the report, #4 buy paint and #8 water the garden. Change them all?',
    )
    expect(asked.choices).toEqual([{ label: 'Change all 5', say: 'push #1, #2, #3, #4 and #8 to friday' }])
  })

  const due = (...numbers: number[]) =>
    numbers.map((number) => `update_task #${number} due_date=2026-11-20`).join(' | ')
  test.each([
    ['yes', due(1, 2, 3, 4, 8)],
    ['all of them', due(1, 2, 3, 4, 8)],
    ['just #2 and #4', due(2, 4)],
    ['no', 'dropped'],
  ])('%s', (answer, expected) => {
    expect(said(answer, { ...DESK, asked: text })).toBe(expected)
  })

  test('yes confirms the tasks that were shown, not those that match now', () => {
    const tasks = DESK.tasks?.filter(({ number }) => number !== 8)
    const more = { ...DESK, tasks, asked: text, offered: asked.choices }
    expect(said('yes', more)).toBe(due(1, 2, 3, 4, 8))
  })

  test('also if several clauses change them together, or a range of numbers does', () => {
    const both = 'mark all overdue tasks as done and start everything due today'
    expect(said(both, DESK)).toMatch(/^\? This changes 4 tasks: #1 .*, #2 .*, #3 .* and #8 /)
    expect(said('yes', { ...DESK, asked: both })).toBe(
      [
        ...[1, 3].map((n) => `update_task_status #${n} status=done`),
        ...[2, 8].map((n) => `update_task_status #${n} status=in_progress`),
      ].join(' | '),
    )
    expect(said('mark tasks 1 to 4 as done', DESK)).toMatch(/^\? This changes 4 tasks: #1 /)
    expect(said('mark #1, #2, #3 and #4 as done', DESK)).toBe(done(1, 2, 3, 4))
  })

  test('too many tasks for one message lead to a question for fewer', () => {
    const tasks = Array.from({ length: 61 }, (_, i) => row(i + 1, `task ${i + 1}`))
    expect(said('mark everything as done', boardOf(tasks))).toMatch(
      /^\? That changes 61 tasks; .* up to 60\./,
    )
    expect(said('mark everything as done', boardOf(tasks.slice(1)))).toContain(
      '#61 task 61. Change them all?',
    )
  })

  test.each(['everything is done except rent', 'mark everything as done except #1'])('%s: yes', (words) => {
    const { choices } = understand(words, DESK)
    expect(said('yes', { ...DESK, asked: words, offered: choices })).toBe(done(2, 3, 4, 6, 8))
    expect(said('yes', { ...DESK, asked: words })).toBe(done(2, 3, 4, 6, 8))
  })

  test.each(['delete those overdue tasks', 'mark these done tasks as open'])(
    '%s: not all of them',
    (words) => {
      expect(said(words, DESK)).toMatch(/^\? /)
    },
  )

  test('a board that is too large to load leads to a question', () => {
    const large = { ...DESK, more: true }
    expect(said('mark all overdue tasks as done', large)).toMatch(/^\? Which tasks/)
    expect(said('move all done tasks to work', large)).toMatch(/^\? Which tasks/)
    expect(said('delete all done tasks', large)).toBe('clear_column status=done')
  })
})

describe('a place in the column', () => {
  test.each([
    ['move #4 to the top', 'move_task #4 before=#2'],
    ['move the drill task up', 'move_task drill before=#2'],
    ['move #2 down', 'move_task #2 after=#4'],
    ['put #2 at the top of the done column', 'move_task #2 before=#1 status=done'],
    ['move #3 to the top', 'move_task #3'],
  ])('%s', (text, expected) => {
    expect(said(text, MIXED)).toBe(expected)
  })

  test('a task that is already there leads to a note', () => {
    expect(said('move #2 up', MIXED)).toBe('? It’s already first.')
  })
})

test.each([
  ['undo the last 2', 'undo | undo'],
  ['undo the last three changes', 'undo | undo | undo'],
  ['undo that', 'undo'],
  ['bring back the dentist task', 'bring_back row=dentist'],
  ['undelete #3', 'bring_back row=#3'],
  ['restore #3 from the trash', 'bring_back row=#3'],
  ['put it back', 'undo'],
])('taken back: %s', (text, expected) => {
  expect(said(text)).toBe(expected)
})

test('too many undos at once lead to a question', () => {
  expect(said('undo the last 40')).toMatch(/^\? I can undo up to/)
})
