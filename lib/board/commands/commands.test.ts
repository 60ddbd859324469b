/** What each command does and refuses, on a board in memory: the rules are the same in a browser and on the server. */
import { expect, test } from 'vitest'
import { newId } from '../model/new-id.ts'
import { EMPTY_BOARD } from '../model/tables.ts'
import type { Board } from '../model/types.ts'
import { column } from '../rules/find-rows.ts'
import { after, messageOf, replyOf, run, BOARD as start } from '../testing.ts'
import { parseCommand } from './decide.ts'

const withTasks = (...titles: string[]) =>
  titles.reduce((board, title, i) => after(board, 'add_task', { id: `task-${i}-xx`, title }), start)
const orderOf = (board: Board, status: 'open' | 'in_progress' | 'done') =>
  column(board, status).map((task) => task.title)

test('a task starts open at 0 %, general, with the next number', () => {
  const decision = run(start, 'add_task', { id: newId(), title: 'review the Q2 roadmap' })
  expect(replyOf(decision)).toBe('Added #1 review the Q2 roadmap.')
  const task = [...after(start, 'add_task', { id: newId(), title: 'x' }).tasks.values()][0]
  expect(task).toMatchObject({ number: 1, status: 'open', completion: 0, categoryId: 'cat-general' })
})

test.each([
  ['', 'Title can’t be empty.'],
  [' \u0000 \n', 'Title can’t be empty.'],
  ['x'.repeat(501), 'Titles can have up to 500 characters; this one has 501.'],
  [7, 'Title must be text.'],
])('the title %j is refused', (title, message) => {
  expect(messageOf(run(start, 'add_task', { id: newId(), title }))).toBe(message)
})

test('a title of 500 characters is kept whole; control characters and lone surrogates are removed', () => {
  const long = after(start, 'add_task', { id: 'a-long-task', title: 'x'.repeat(500) })
  expect(long.tasks.get('a-long-task')?.title).toHaveLength(500)
  const odd = after(start, 'add_task', { id: 'an-odd-task', title: 'a\u0000b\ud800c  \n d' })
  expect(odd.tasks.get('an-odd-task')?.title).toBe('ab\ufffdc d')
})

test('a status of "banana" is refused with the list of statuses', () => {
  const board = withTasks('a')
  const decision = run(board, 'update_task_status', { task: 'task-0-xx', status: 'banana' })
  expect(messageOf(decision)).toBe('Unknown status "banana". Use open, in_progress or done.')
  expect(replyOf(run(board, 'update_task_status', { task: 'task-0-xx', status: 'In Progress' }))).toBe(
    'Moved #1 a to In progress.',
  )
})

test.each(['2026-02-30', 'tomorrow', '27/11/2026', ''])('the due date %j is refused', (due_date) => {
  expect(messageOf(run(withTasks('a'), 'update_task', { task: 'task-0-xx', due_date }))).toContain(
    '2026-11-27',
  )
})

test('fields change together, and only those that are given', () => {
  const fields = {
    title: 'b',
    priority: 'high',
    effort: 'deep',
    due_date: '2026-11-27',
    notes: 'more',
    category: 'cat-work',
  }
  const board = after(withTasks('a'), 'update_task', { task: 'task-0-xx', ...fields })
  const task = board.tasks.get('task-0-xx')
  expect(task).toMatchObject({
    title: 'b',
    priority: 'high',
    effort: 'deep',
    dueDate: '2026-11-27',
    notes: 'more',
    categoryId: 'cat-work',
    status: 'open',
  })
  const cleared = after(board, 'update_task', {
    task: 'task-0-xx',
    due_date: 'none',
    notes: '',
    effort: 'none',
  })
  expect(cleared.tasks.get('task-0-xx')).toMatchObject({
    dueDate: null,
    notes: '',
    effort: 'none',
    priority: 'high',
  })
})

test('setting what is already set changes nothing', () => {
  const decision = run(withTasks('a'), 'update_task', { task: 'task-0-xx', title: 'a' })
  expect(decision).toMatchObject({ ok: true, changes: [] })
})

test.each([
  ['150', 100, 'done'],
  [-5, 0, 'open'],
  ['50%', 50, 'in_progress'],
])('completion %s becomes %i', (completion, percent, status) => {
  const task = after(withTasks('a'), 'update_task', { task: 'task-0-xx', completion }).tasks.get('task-0-xx')
  expect(task).toMatchObject({ completion: percent, status })
})

test.each([Number.NaN, 'half', null])('completion %s is refused', (completion) => {
  expect(messageOf(run(withTasks('a'), 'update_task', { task: 'task-0-xx', completion }))).toContain(
    'percentage',
  )
})

test('a move puts a task before, after, or at the end', () => {
  const board = withTasks('a', 'b', 'c')
  const move = (input: object) => orderOf(after(board, 'move_task', { status: 'open', ...input }), 'open')
  expect(move({ task: 'task-2-xx', before: 'task-0-xx' })).toEqual(['c', 'a', 'b'])
  expect(move({ task: 'task-0-xx', after: 'task-1-xx' })).toEqual(['b', 'a', 'c'])
  expect(move({ task: 'task-0-xx' })).toEqual(['b', 'c', 'a'])
  const moved = after(board, 'move_task', { task: 'task-1-xx', status: 'done' })
  expect(orderOf(moved, 'done')).toEqual(['b'])
  expect(moved.tasks.get('task-1-xx')).toMatchObject({ completion: 100 })
  const beside = after(moved, 'move_task', { task: 'task-0-xx', before: 'task-1-xx' })
  expect(orderOf(beside, 'done')).toEqual(['a', 'b'])
  expect(orderOf(after(board, 'move_task', { task: 'task-0-xx' }), 'open')).toEqual(['b', 'c', 'a'])
  expect(run(board, 'move_task', { task: 'task-1-xx', status: 'open', after: 'task-0-xx' })).toMatchObject({
    ok: true,
    changes: [],
  })
})

test('removing answers with the title', () => {
  expect(replyOf(run(withTasks('book dentist appointment'), 'remove_task', { task: 'task-0-xx' }))).toBe(
    'Removed #1 book dentist appointment.',
  )
})

test('categories: names are unique whatever their case, general stays, tasks move on removal', () => {
  expect(messageOf(run(start, 'add_category', { id: newId(), name: 'WORK' }))).toContain(
    'Category “work” already exists',
  )
  expect(messageOf(run(start, 'rename_category', { category: 'cat-general', name: 'x' }))).toContain(
    'keeps its name',
  )
  expect(messageOf(run(start, 'remove_category', { category: 'cat-general' }))).toContain('it stays')
  const board = after(withTasks('a'), 'update_task', { task: 'task-0-xx', category: 'cat-work' })
  const renamed = after(board, 'rename_category', { category: 'cat-work', name: 'Office' })
  expect(renamed.tasks.get('task-0-xx')?.categoryId).toBe('cat-work')
  const decision = run(renamed, 'remove_category', { category: 'cat-work' })
  expect(replyOf(decision)).toBe('Removed the category “Office”. 1 task moved to general.')
  const removed = after(renamed, 'remove_category', { category: 'cat-work' })
  expect(removed.tasks.get('task-0-xx')?.categoryId).toBe('cat-general')
})

test('only the system can start a board', () => {
  expect(run(EMPTY_BOARD, 'start_board', { categories: [], tasks: [] })).toMatchObject({
    code: 'not_allowed',
  })
})

test.each([
  ['drop_table', {}],
  ['toString', {}],
  ['add_task', null],
])('%s with %j is refused', (name, input) => {
  expect(parseCommand({ name, input })).toMatchObject({ ok: false, code: 'invalid' })
})
