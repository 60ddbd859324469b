/** Tasks in answers: as a table, and each on a line. */

import { STATUS_NAMES } from '../model/names.ts'
import type { Task } from '../model/types.ts'
import { cell, escapeMarkdown } from '../text/markdown.ts'
import { nameTask } from '../text/text.ts'
import type { Answer } from './task-query.ts'

type Column = { title: string; of(task: Task): string }

/** Columns that would be empty in every row are left out. */
export function taskTable(tasks: readonly Task[], answer: Pick<Answer, 'categories'>): string {
  const names = new Map(answer.categories.map((category) => [category.id, category.name]))
  const all: Column[] = [
    { title: '#', of: (task) => `#${task.number}` },
    { title: 'Task', of: (task) => cell(task.title) },
    { title: 'Status', of: (task) => STATUS_NAMES[task.status] },
    { title: '%', of: (task) => `${task.completion}%` },
    { title: 'Category', of: (task) => cell(names.get(task.categoryId) ?? '') },
    { title: 'Priority', of: (task) => (task.priority === 'none' ? '' : task.priority) },
    { title: 'Due', of: (task) => task.dueDate ?? '' },
  ]
  const columns = all.filter((column) => tasks.some((task) => column.of(task) !== ''))
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(columns.map((column) => column.title)),
    `|${'---|'.repeat(columns.length)}`,
    ...tasks.map((task) => row(columns.map((column) => column.of(task)))),
  ].join('\n')
}

export function taskLine(task: Task, answer: Answer): string {
  const category = answer.categories.find(({ id }) => id === task.categoryId)?.name
  const facts = [STATUS_NAMES[task.status].toLowerCase(), `${task.completion}%`, category && cell(category)]
  if (task.priority !== 'none') facts.push(`${task.priority} priority`)
  if (task.dueDate)
    facts.push(task.dueDate < answer.today ? `overdue since ${task.dueDate}` : `due ${task.dueDate}`)
  return `${escapeMarkdown(nameTask(task))} (${facts.filter(Boolean).join(', ')})`
}
