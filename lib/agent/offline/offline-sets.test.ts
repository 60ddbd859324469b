/** Commands on many tasks, through the offline model: which rows change, and which don't. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { addDays, dayIn } from '#lib/board/readers/task-query.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { type Board, by, expectLogGivesRows, newBoard } from '#lib/session/commands/execute-cases.ts'
import { allow, exported, send } from '../../../e2e/support/fake-openai-turns.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const today = dayIn('UTC', Date.now())
const [LATE, LATER, SOON] = [addDays(today, -9), addDays(today, -3), addDays(today, 3)]
type Given = { title: string; due_date?: string; priority?: 'high' | 'low'; status?: 'done' }

async function boardWith(...tasks: Given[]): Promise<Board> {
  const board = await newBoard()
  for (const { status, ...task } of tasks) {
    const id = newId()
    await execute(by(board), { name: 'add_task', input: { id, ...task } })
    if (status) await execute(by(board), { name: 'update_task_status', input: { task: id, status } })
  }
  return board
}

const MIXED: Given[] = [
  { title: 'pay rent', due_date: LATE, priority: 'high' },
  { title: 'call Ana', due_date: SOON, priority: 'high' },
  { title: 'write the report', due_date: LATER },
  { title: 'sort photos', due_date: LATE, status: 'done' },
  { title: 'paint the fence' },
]

const rowsOf = async (board: Board) => (await exported(board)).state.tasks
const doneOn = async (board: Board) =>
  (await rowsOf(board)).filter(({ status }) => status === 'done').map(({ title }) => title)
const dueOn = async (board: Board) =>
  Object.fromEntries((await rowsOf(board)).map(({ title, dueDate }) => [title, dueDate]))

describe('only tasks that match every word', () => {
  test.each([
    ['mark all overdue tasks as done', ['pay rent', 'write the report', 'sort photos']],
    ['complete all high priority tasks', ['pay rent', 'call Ana', 'sort photos']],
    ['complete all overdue high priority tasks', ['pay rent', 'sort photos']],
    ['complete all tasks about the fence', ['sort photos', 'paint the fence']],
    ['complete all undated tasks', ['sort photos', 'paint the fence']],
  ])('%s', async (words, titles) => {
    const board = await boardWith(...MIXED)
    await send(board, words)
    expect((await doneOn(board)).toSorted()).toEqual(titles.toSorted())
    await expectLogGivesRows(board)
  })

  test('reschedule all overdue tasks: done tasks keep their date', async () => {
    const board = await boardWith(...MIXED)
    await send(board, `reschedule all overdue tasks to ${SOON}`)
    expect(await dueOn(board)).toEqual({
      'pay rent': SOON,
      'call Ana': SOON,
      'write the report': SOON,
      'sort photos': LATE,
      'paint the fence': null,
    })
  })

  test('delete all overdue tasks: they are shown, and deleted once allowed', async () => {
    const board = await boardWith(...MIXED)
    expect((await send(board, 'delete all overdue tasks')).status).toBe('waiting')
    expect(await rowsOf(board)).toHaveLength(5)
    await allow(board)
    expect((await rowsOf(board)).map(({ title }) => title).toSorted()).toEqual([
      'call Ana',
      'paint the fence',
      'sort photos',
    ])
  })
})

test.each([
  ['mark all blue tasks as done', 'Which tasks?'],
  ['complete all tasks from Bob', 'Which tasks?'],
  ['delete all urgent-ish tasks', 'Which tasks?'],
  ['complete all overdue tasks. not #1', 'Which tasks?'],
  ['complete all low priority tasks', 'No open low-priority tasks.'],
  ['check my tasks', 'pay rent'],
])('%s: nothing changes', async (words, answer) => {
  const board = await boardWith(...MIXED)
  const before = await rowsOf(board)
  expect(JSON.stringify((await send(board, words)).parts)).toContain(answer)
  expect(await rowsOf(board)).toEqual(before)
})

describe('more than three tasks are shown before anything happens', () => {
  const LATES = ['one', 'two', 'three', 'four'].map((title) => ({ title, due_date: LATE }))

  test('yes changes the tasks shown, and none that became overdue since', async () => {
    const board = await boardWith(...LATES, { title: 'later', due_date: SOON })
    const asked = await send(board, 'mark all overdue tasks as done')
    expect(asked.said).toContain('This changes 4 tasks: #1 one, #2 two, #3 three and #4 four.')
    expect(await doneOn(board)).toEqual([])
    await execute(by(board), { name: 'add_task', input: { id: newId(), title: 'new', due_date: LATE } })
    await send(board, 'yes')
    expect((await doneOn(board)).toSorted()).toEqual(['four', 'one', 'three', 'two'])
  })

  test('some of them can be picked, or none', async () => {
    const board = await boardWith(...LATES)
    await send(board, 'set all overdue tasks to urgent')
    await send(board, 'only #2 and #3')
    const urgent = (await rowsOf(board)).filter(({ priority }) => priority === 'urgent')
    expect(urgent.map(({ title }) => title).toSorted()).toEqual(['three', 'two'])
    await send(board, 'mark everything done')
    await send(board, 'no')
    expect(await doneOn(board)).toEqual([])
  })
})
