import { expect, test } from 'vitest'
import { absoluteDate } from '#lib/board/model/dates.ts'
import { taskRow } from '#lib/board/testing.ts'
import { callText, choicesText, printable, questionText, taskList } from './text.ts'

const task = { ...taskRow(1, { title: 'write' }), category: 'work' }

test('tasks are listed one per line, with their progress', () => {
  const second = {
    ...task,
    number: 12,
    title: 'ship',
    status: 'in_progress' as const,
    completion: 40,
    dueDate: '2026-12-01',
  }
  const now = Date.parse('2026-11-22T12:00:00Z')
  expect(taskList({ tasks: [task, second] }, now)).toBe(
    '--- Your tasks ---\n #1 write - work\n#12 ship - in progress, 40%, work, due Tue 1 Dec\n------------------\n',
  )
  expect(taskList({ tasks: [{ ...task, category: 'general' }] })).toContain('\n#1 write\n')
  expect(taskList({ tasks: [{ ...task, status: 'done' as const, completion: 100 }] })).toContain(
    '#1 write - done, work\n',
  )
  expect(taskList({ tasks: [] })).toContain('None yet.')
})

test('due dates read as in the replies', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  for (let month = 1; month <= 12; month += 1) {
    for (const year of [2026, 2027]) {
      const dueDate = `${year}-${String(month).padStart(2, '0')}-09`
      const list = taskList({ tasks: [{ ...task, dueDate }] }, now)
      expect(list).toContain(`due ${absoluteDate(dueDate, now)}\n`)
    }
  }
})

test('text on a board can’t control the terminal', () => {
  expect(printable('a\u001b[2Jb\u009b31mc\r\bd\ttab\nline')).toBe('a[2Jb31mcd\ttab\nline')
  expect(taskList({ tasks: [{ ...task, title: '\u001b]0;owned\u0007' }] })).toContain('#1 ]0;owned - work')
})

test('a question lists its tasks up to a limit, and how to answer', () => {
  const rows = Array.from({ length: 22 }, (_, at) => ({
    text: `#${at + 1} t\u001b[2J`,
    effect: 'removed' as const,
  }))
  const lines = questionText([{ ask: 'Remove 22 tasks', rows }], 'http://host/boards/b').split('\n')
  expect(lines).toHaveLength(23)
  expect(lines.slice(0, 2)).toEqual(['Remove 22 tasks?', '  #1 t[2J (removed)'])
  expect(lines.slice(-2)).toEqual([
    '  and 2 more',
    'Type yes or no, or answer on the board: http://host/boards/b',
  ])
  expect(questionText([{ ask: 'Remove 22 tasks', rows }], null)).toMatch(/\nType yes or no\.$/)
})

test('choices are numbered, and nothing of them reaches the terminal itself', () => {
  const choices = [
    { label: 'Create \u001b[2J“errands”', say: 'add a category errands' },
    { label: 'Use “work”', say: 'add call Ana to work' },
  ]
  expect(choicesText(choices).split('\n')).toEqual([
    '  1. Create [2J“errands”',
    '  2. Use “work”',
    'Type a number, or answer in your own words.',
  ])
})

test('a call is one line with what was given, and can’t control the terminal', () => {
  const input = { title: 'a\u001b[2J\nb', category: null, labels: ['x'] }
  expect(callText({ name: 'add_task', input })).toBe('→ add_task(title: "a\\u001b[2J\\nb", labels: ["x"])')
  expect(callText({ name: 'undo', input: {} })).toBe('→ undo()')
  expect(callText({ name: 'undo', input: null })).toBe('→ undo()')
  expect(callText({ name: 'add_task', input: { title: 'x'.repeat(500) } }).length).toBeLessThan(200)
})
