/** Which calls need approval, and what the user is asked. */
import { expect, test } from 'vitest'
import {
  type ApprovalContext,
  affectedRows,
  approvalTitle,
  isSameEffect,
  needsApproval,
  removesSeveral,
} from './approval-rules.ts'
import { COMMANDS, type CommandName } from './commands/registry.ts'
import { addRow, type Change, edit, removeRow } from './model/changes.ts'
import { boardOf, TABLES } from './model/tables.ts'
import type { Task } from './model/types.ts'
import { NOW, taskRow } from './testing.ts'

const task = (id: string, number: number, more: Partial<Task> = {}): Task =>
  taskRow(number, { id, categoryId: 'work', ...more })
const [one, two] = [task('one', 1), task('two', 2)]
const work = { id: 'work', name: 'work', rank: 'a1' }
const gone = [removeRow('task', one), removeRow('task', two)]
const renamed = edit('category', work, { name: 'job' }) as Change
const item = { id: 'milk', listId: 'l', text: 'milk', checked: false, rank: 'a0' }
const list = { id: 'l', name: 'shopping', rank: 'a0' }
const titled = (...ids: string[]) =>
  ids.map((id, at) => edit('task', task(id, at + 1), { title: 'x' }) as Change)
const alone: ApprovalContext = {
  removedBefore: 0,
  overwrittenBefore: [],
  isOneOfSeveral: false,
  isBehind: false,
  used: 0,
  isGranted: false,
}

const asks = (name: CommandName, changes: readonly Change[], more: Partial<ApprovalContext> = {}) =>
  needsApproval(COMMANDS[name], changes, { ...alone, ...more })

test.each<[string, boolean, boolean]>([
  ['one task', false, asks('remove_task', gone.slice(0, 1))],
  ['two tasks', true, asks('remove_tasks', gone)],
  ['a column of two', true, asks('clear_column', gone)],
  ['a column of one', false, asks('clear_column', gone.slice(1))],
  ['the second of a turn', true, asks('remove_task', gone.slice(1), { removedBefore: 1 })],
  ['one of several in a step', true, asks('remove_task', gone.slice(1), { isOneOfSeveral: true })],
  ['an undo that takes two away', true, asks('undo', gone)],
  ['a redo that takes two away', true, asks('redo', gone)],
  ['a category in use renamed', true, asks('rename_category', [renamed], { used: 3 })],
  ['a category without tasks renamed', false, asks('rename_category', [renamed])],
  ['a category in use removed', true, asks('remove_category', [removeRow('category', work)], { used: 1 })],
  ['restore', true, asks('restore', [removeRow('value', { id: 'k', json: '1', expiresAt: null })])],
  ['what changes nothing', false, asks('restore', [], { isBehind: true })],
  ['an edit', false, asks('update_task', [edit('task', one, { title: 'x' }) as Change])],
  [
    'an edit behind one that waits',
    true,
    asks('update_task', [edit('task', one, { title: 'x' }) as Change], { isBehind: true }),
  ],
  ['things of a list', false, asks('remove_items', [removeRow('item', item)], { isBehind: true })],
  [
    'a list with things on it deleted',
    true,
    asks('delete_list', [removeRow('item', item), removeRow('list', list)]),
  ],
  [
    'an undo that takes a list with things on it away',
    true,
    asks('undo', [removeRow('item', item), removeRow('list', list)]),
  ],
  ['an empty list deleted', false, asks('delete_list', [removeRow('list', list)])],
  ['things taken off a list that stays', false, asks('clear_list', [removeRow('item', item)])],
  ['titles of three tasks', false, asks('update_task', titled('c'), { overwrittenBefore: ['a', 'b'] })],
  ['titles of four tasks', true, asks('update_task', titled('d'), { overwrittenBefore: ['a', 'b', 'c'] })],
  ['four titles in one call', true, asks('undo', titled('a', 'b', 'c', 'd'))],
  [
    'one of three again',
    false,
    asks('update_task', titled('c'), { overwrittenBefore: ['a', 'b', 'c', 'c'] }),
  ],
  [
    'a fourth task’s notes',
    true,
    asks('update_task', [edit('task', task('d', 4, { notes: 'old' }), { notes: '' }) as Change], {
      overwrittenBefore: ['a', 'b', 'c'],
    }),
  ],
  [
    'first notes of a fourth task',
    false,
    asks('update_task', [edit('task', task('d', 4), { notes: 'new' }) as Change], {
      overwrittenBefore: ['a', 'b', 'c'],
    }),
  ],
  [
    'a fourth task done',
    false,
    asks('update_task_status', [edit('task', task('d', 4), { status: 'done' }) as Change], {
      overwrittenBefore: ['a', 'b', 'c'],
    }),
  ],
  ['a tool that was allowed', false, asks('remove_tasks', gone, { isGranted: true })],
  [
    'a tool that was allowed, behind one that waits',
    true,
    asks('remove_tasks', gone, { isGranted: true, isBehind: true }),
  ],
])('%s waits: %s', (_what, expected, found) => {
  expect(found).toBe(expected)
})

test('several removals of a step are counted by what they are', () => {
  expect(removesSeveral(['remove_task', 'add_task'])).toBe(false)
  expect(removesSeveral(['remove_task', 'remove_task'])).toBe(true)
  expect(removesSeveral(['remove_tasks', 'list_tasks', 'clear_column'])).toBe(true)
  expect(removesSeveral(['__proto__', 'constructor', 'remove_task'])).toBe(false)
})

test('an approval names every row as it is', () => {
  const rows = { ...Object.fromEntries(TABLES.map((name) => [name, []])), task: [one, two], category: [work] }
  const board = boardOf(rows as never, 3)
  const named = affectedRows(gone, board, [], NOW)
  expect(named).toEqual([
    { table: 'task', id: 'one', text: '#1 task 1', effect: 'removed' },
    { table: 'task', id: 'two', text: '#2 task 2', effect: 'removed' },
  ])
  expect(approvalTitle('remove_tasks', gone, named, '')).toBe('Remove 2 tasks')
  expect(approvalTitle('clear_column', gone, named, '')).toBe('Clear Open: remove 2 tasks')
  expect(approvalTitle('remove_task', gone.slice(0, 1), named, '')).toBe('Remove #1 task 1')
  const using = affectedRows([renamed], board, [one, two], NOW)
  expect(using.map(({ text, effect }) => [text, effect])).toEqual([
    ['#1 task 1', 'changed'],
    ['#2 task 2', 'changed'],
  ])
  const said = 'Renamed the category “work” to “job”.'
  expect(approvalTitle('rename_category', [renamed], using, said)).toBe(
    'Rename the category “work” to “job”, on 2 tasks',
  )
  const moved = [edit('task', one, { categoryId: 'general' }) as Change, removeRow('category', work)]
  expect(approvalTitle('remove_category', moved, affectedRows(moved, board, [one], NOW), '')).toBe(
    'Remove the category “work”: 1 task would be general',
  )
  expect(approvalTitle('update_task', [], [], 'Updated #1 task 1: 50%.')).toBe('Update #1 task 1: 50%')
  expect(approvalTitle('something', [], [], 'It is so.')).toBe('It is so.')
})

test('effects are the same for the same rows and values, whatever their numbers, positions and times', () => {
  const add = (row: Task) => [addRow('task', row)]
  expect(isSameEffect(add(one), add({ ...one, number: 9, rank: 'z', createdAt: 5 }))).toBe(true)
  expect(isSameEffect(add(one), add({ ...one, title: 'other' }))).toBe(false)
  expect(isSameEffect(gone, gone.toReversed())).toBe(true)
  expect(isSameEffect(gone, gone.slice(1))).toBe(false)
  const done = edit('task', one, { status: 'done' }) as Change
  expect(isSameEffect([done], [removeRow('task', one)])).toBe(false)
  expect(isSameEffect([done], [edit('task', one, { status: 'done', doneAt: 7 }) as Change])).toBe(true)
})
