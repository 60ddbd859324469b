import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '#lib/limits.ts'
import { after, BOARD, messageOf, replyOf, run } from '../testing.ts'
import { fold } from '../text/text.ts'
import { newId } from './new-id.ts'
import { fieldsSet, newTask, STORED_TASK, TASK_FIELD_NAMES } from './task-shape.ts'
import { type Board, type Task, taskSchema } from './types.ts'

const OLD = { id: 'old', number: 1, title: 'old', categoryId: 'c', rank: 'a0', createdAt: 1 }
const onlyTask = (board: Board) => [...board.tasks.values()][0] as Task
const withLabels = (labels?: string[]) => after(BOARD, 'add_task', { id: newId(), title: 'call Ana', labels })
const update = (board: Board, input: object) =>
  run(board, 'update_task', { task: onlyTask(board).id, ...input })
const labelsAfter = (board: Board, input: object) =>
  onlyTask(after(board, 'update_task', { task: onlyTask(board).id, ...input })).labels

test('a row from before labels existed has none', () => {
  const { labels: _labels, ...row } = newTask(OLD)
  expect(taskSchema.parse(row)).toEqual(newTask(OLD))
})

test('fields that a command does not set get their initial value', () => {
  const given = new Set(Object.keys(OLD))
  const missing = TASK_FIELD_NAMES.filter((name) => !given.has(name) && !(name in newTask(OLD)))
  expect(missing).toEqual([])
  for (const name of TASK_FIELD_NAMES) STORED_TASK[name].parse(newTask(OLD)[name])
})

test('labels are set when a task is added, and named in the reply', () => {
  const board = withLabels(['phone', '#VIP', 'Phone'])
  expect(onlyTask(board).labels).toEqual(['phone', 'VIP'])
  const reply = replyOf(run(BOARD, 'add_task', { id: newId(), title: 'x', labels: ['phone', 'on hold'] }))
  expect(reply).toBe('Added #1 x (labels phone and on hold).')
  expect(onlyTask(withLabels()).labels).toEqual([])
})

test('an update adds and removes labels, whatever their case, and leaves the others', () => {
  const board = withLabels(['phone', 'VIP'])
  expect(labelsAfter(board, { add_labels: ['urgent'] })).toEqual(['phone', 'VIP', 'urgent'])
  expect(labelsAfter(board, { remove_labels: ['vip'] })).toEqual(['phone'])
  expect(labelsAfter(board, { add_labels: ['a'], remove_labels: ['PHONE', 'vip'] })).toEqual(['a'])
  expect(replyOf(update(board, { add_labels: ['urgent'], remove_labels: ['vip'] }))).toBe(
    'Updated #1 call Ana: label urgent added, label VIP removed.',
  )
})

test('adding an existing label or removing a missing one changes nothing', () => {
  const board = withLabels(['phone'])
  for (const input of [{ add_labels: ['Phone'] }, { remove_labels: ['urgent'] }, { add_labels: [] }]) {
    expect(update(board, input)).toMatchObject({ ok: true, changes: [] })
  }
})

test('labels over a limit are refused with the limit', () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => `l${i}`)
  const board = withLabels(many(LIMITS.labelsPerTask))
  expect(messageOf(update(board, { add_labels: ['more'] }))).toBe(
    'Tasks can have up to 10 labels; this one would have 11.',
  )
  expect(labelsAfter(board, { add_labels: ['more'], remove_labels: ['l0'] })).toHaveLength(10)
  const tooMany = { id: newId(), title: 'x', labels: many(11) }
  expect(messageOf(run(BOARD, 'add_task', tooMany))).toMatch(/^Tasks can have up to 10 labels/)
  const long = 'é'.repeat(LIMITS.labelChars + 1)
  expect(messageOf(update(board, { add_labels: [long] }))).toMatch(/^Labels can have up to 30 characters/)
  for (const label of ['a,b', 'a#b', 'me@home', '#', ' '])
    expect(run(BOARD, 'add_task', { id: newId(), title: 'x', labels: [label] })).toMatchObject({ ok: false })
})

test('labels stay unique, and nothing else on the task is lost', () => {
  const texts = fc.array(fc.constantFrom('a', 'A', 'b', 'é', 'É', 'e', 'c'), { maxLength: 6 })
  fc.assert(
    fc.property(texts, texts, texts, (held, add_labels, remove_labels) => {
      const before = fieldsSet({ labels: held }).labels ?? []
      const { labels = [] } = fieldsSet({ add_labels, remove_labels }, { labels: before })
      const folded = labels.map(fold)
      expect(new Set(folded).size).toBe(folded.length)
      const gone = new Set(remove_labels.map(fold))
      const added = new Set(add_labels.map(fold))
      for (const one of before.map(fold)) expect(folded.includes(one)).toBe(!gone.has(one) || added.has(one))
    }),
  )
})
