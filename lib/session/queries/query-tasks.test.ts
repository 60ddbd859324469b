import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import type { TaskReader } from '#lib/board/readers/define-reader.ts'
import { READERS, type ReaderName } from '#lib/board/readers/registry.ts'
import { addDays, dayIn } from '#lib/board/readers/task-query.ts'
import { execute } from '../commands/execute.ts'
import { addTask, type Board, by, newBoard } from '../commands/execute-cases.ts'
import { resolveCategory, resolveTask } from '../commands/resolve-references.ts'
import { queryTasks } from './query-tasks.ts'

let close: () => void
let board: Board
const today = '2026-11-20'

beforeAll(async () => {
  close = (await openTestDatabase()).close
  board = await newBoard()
})
afterAll(() => close())

async function ask(name: ReaderName, input: Record<string, unknown> = {}): Promise<string> {
  const reader = READERS[name] as TaskReader
  const checked = reader.input.parse(input)
  return reader.answer(
    await queryTasks(board.sessionId, reader.ask(checked), { today, timeZone: 'Europe/Berlin' }),
    checked,
  )
}

test('an empty board says so', async () => {
  expect(await ask('list_tasks')).toBe('The task list is empty.')
  expect(await ask('get_summary')).toBe('The task list is empty.')
})

test('tables, filters and totals', async () => {
  const work = await resolveCategory(board.sessionId, 'Work')
  if (!work.ok) throw new Error(work.message)
  await execute(by(board), [
    addTask('review | the *roadmap*', { category: work.id, priority: 'high', due_date: addDays(today, -1) }),
    addTask('book dentist', { due_date: today, notes: 'ask about the bill' }),
    addTask('pay 100% of it', { status: 'done' }),
  ])
  const all = await ask('list_tasks')
  expect(all).toContain('| #1 | review \\| the \\*roadmap\\* | Open | 0% | work | high | Yesterday |')
  expect(all.split('\n')).toHaveLength(5)
  expect(await ask('list_tasks', { status: 'done' })).toContain('#3')
  expect(await ask('list_tasks', { due: 'overdue' })).toContain('#1')
  expect(await ask('list_tasks', { due: 'today' })).not.toContain('#1')
  expect(await ask('list_tasks', { words: 'bill' })).toContain('#2')
  expect(await ask('list_tasks', { words: '%' })).toContain('#3')
  expect(await ask('list_tasks', { words: 'nothing like it' })).toBe('No tasks are about “nothing like it”.')
  const summary = await ask('get_summary')
  expect(summary).toContain('Total: 3 tasks')
  expect(summary).toContain('By status: Open 2, In progress 0, Done 1')
  expect(summary).toContain('By category: general 2, work 1, personal 0'.replace(', personal 0', ''))
  expect(summary).toContain('1 overdue and 1 due today')
  expect(summary).not.toContain('#3 pay')
})

test('a task is found by number, old id style, or words; for a missing one the nearest are named', async () => {
  const first = await resolveTask(board.sessionId, '#1')
  for (const reference of ['1', 'T-001', 'task #1', 'the roadmap', 'review the roadmap']) {
    expect(await resolveTask(board.sessionId, reference)).toEqual(first)
  }
  expect(await resolveTask(board.sessionId, '#9')).toMatchObject({
    ok: false,
    message:
      'There is no task #9. Nearest: #3 pay 100% of it, #2 book dentist and #1 review | the *roadmap*.',
  })
  expect(await resolveTask(board.sessionId, '%')).toMatchObject({ ok: false })
})

test('a removed task is refused by name', async () => {
  const second = await resolveTask(board.sessionId, '#2')
  if (!second.ok) throw new Error(second.message)
  await execute(by(board), { name: 'remove_task', input: { task: second.id } })
  expect(await resolveTask(board.sessionId, '#2')).toMatchObject({
    code: 'removed',
    message: '#2 book dentist was removed. To restore it, say “restore #2”.',
  })
})

test('the day is that of the user’s zone', () => {
  const night = Date.UTC(2026, 10, 20, 23, 30)
  expect(dayIn('UTC', night)).toBe('2026-11-20')
  expect(dayIn('Asia/Tokyo', night)).toBe('2026-11-21')
  expect(dayIn('America/Los_Angeles', night)).toBe('2026-11-20')
  expect(dayIn('Nowhere/Else', night)).toBe('2026-11-20')
})

test('a plan: overdue, due today, in progress, then by priority and effort, the blocked last; one is the next', async () => {
  board = await newBoard()
  expect(await ask('get_agenda')).toBe('The task list is empty.')
  await execute(by(board), [
    addTask('sort photos', { priority: 'low' }),
    addTask('deep thing', { priority: 'high', effort: 'deep' }),
    addTask('quick thing', { priority: 'high', effort: 'quick' }),
    addTask('begun thing', { status: 'in_progress' }),
    addTask('late thing', { due_date: addDays(today, -2) }),
    addTask('thing of today', { due_date: today }),
    addTask('stuck thing', { priority: 'urgent' }),
    addTask('done thing', { status: 'done', due_date: today }),
  ])
  const stuck = await resolveTask(board.sessionId, '#7')
  if (!stuck.ok) throw new Error(stuck.message)
  await execute(by(board), {
    name: 'update_task',
    input: { task: stuck.id, blocked_reason: 'the parcel' },
  })
  const plan = await ask('get_agenda')
  const order = [
    'Overdue',
    '#5',
    'Due today',
    '#6',
    'In progress',
    '#4',
    'Next',
    '#3',
    '#2',
    '#1',
    'Blocked',
    '#7',
  ]
  expect(order.map((text) => plan.indexOf(text)).toSorted((a, b) => a - b)).toEqual(
    order.map((text) => plan.indexOf(text)),
  )
  expect(plan).not.toContain('done thing')
  expect(await ask('get_agenda', { most: 1 })).toBe(
    `**Overdue**\n\n- #5 late thing (overdue since Wed 18 Nov)`,
  )
})

test('tasks by priority, effort, what blocks them and days, under a sentence that counts them', async () => {
  expect(await ask('list_tasks', { priority: 'high' })).toMatch(/^2 tasks are high priority:\n\n\| # /)
  expect(await ask('list_tasks', { effort: 'quick' })).toContain('| #3 |')
  expect(await ask('list_tasks', { blocked: true })).toContain('| #7 |')
  expect(await ask('list_tasks', { blocked: true })).not.toContain('| #1 |')
  const span = { from: addDays(today, -2), to: addDays(today, -1) }
  expect(await ask('list_tasks', span)).toMatch(/^1 task is due from Wed 18 Nov to yesterday:/)
  expect(await ask('list_tasks', { from: addDays(today, 1) })).toBe('No tasks are due from tomorrow.')
})

test('finished and added tasks are filtered by days of the user’s zone', async () => {
  const now = dayIn('Europe/Berlin', Date.now())
  expect(await ask('list_tasks', { from: now, to: now, day_of: 'done' })).toMatch(/^1 task is finished/)
  expect(await ask('list_tasks', { from: now, day_of: 'added' })).toMatch(/^8 tasks are added/)
  expect(await ask('list_tasks', { to: addDays(now, -1), day_of: 'added' })).toMatch(/^No tasks are added/)
})

test('one task is told whole', async () => {
  const stuck = await resolveTask(board.sessionId, '#7')
  if (!stuck.ok) throw new Error(stuck.message)
  expect(await ask('get_task', { task: stuck.id })).toBe(
    '#7 stuck thing is open and blocked.\n\n- Due: no date\n- Category: general\n- Priority: urgent\n- Blocked by: the parcel',
  )
})

test('tasks by label, whatever its case, shown in a column of their own', async () => {
  await execute(by(board), addTask('labelled thing', { labels: ['École', 'phone'] }))
  const found = await ask('list_tasks', { label: 'ÉCOLE' })
  expect(found).toMatch(/^1 task is labelled “ÉCOLE”:/)
  expect(found).toContain('| Labels |')
  expect(found).toContain('| École, phone |')
  expect(await ask('list_tasks', { label: 'pho' })).toBe('No tasks are labelled “pho”.')
  await execute(by(await newBoard()), addTask('of another board', { labels: ['pho'] }))
  expect(await ask('list_tasks', { label: 'pho' })).toBe('No tasks are labelled “pho”.')
})
