import { expect, test } from 'vitest'
import { newTask } from '#lib/board/model/task-shape.ts'
import { BOARD } from '#lib/board/testing.ts'
import { columnsOf } from './board-columns.ts'

const row = (id: string, title: string, more: object) =>
  newTask({ id, number: 1, title, categoryId: 'c', rank: `a${id}`, createdAt: 1, ...more })
const tasks = [
  row('1', 'call Ana', { labels: ['phone', 'on hold'], priority: 'high' }),
  row('2', 'report', { notes: 'label:phone is a word here', labels: ['VIP'] }),
  row('3', 'read: the phone book', {}),
]
const board = { ...BOARD, tasks: new Map(tasks.map((task) => [task.id, task])) }

test.each([
  ['label:phone', ['1']],
  ['label:pho', ['1']],
  ['labels:VIP', ['2']],
  ['label:"on hold"', ['1']],
  ['label:phone priority:high', ['1']],
  ['label:phone report', []],
  ['priority:high', ['1']],
  ['phone', ['1', '2', '3']],
  ['vip', ['2']],
  ['read: book', ['3']],
  ['constructor:x', []],
])('the filter %s finds %j', (words, found) => {
  expect(columnsOf(board, { words, categoryId: '' }).open.map(({ id }) => id)).toEqual(found)
})
