/** Tasks in answers: as a table, and each on a line. */

import { relativeDate } from '../model/dates.ts'
import { DEFAULT_CATEGORY, STATUS_NAMES } from '../model/names.ts'
import type { Task } from '../model/types.ts'
import { cell, escapeMarkdown } from '../text/markdown.ts'
import { capitalize, nameTask } from '../text/text.ts'
import type { Answer } from './task-query.ts'

type Column = { title: string; of(task: Task): string }

/** Columns that would be empty in every row are left out. */
export function taskTable(tasks: readonly Task[], answer: Pick<Answer, 'categories' | 'today'>): string {
  const isAnyBegun = tasks.some(({ completion }) => completion > 0)
  const names = new Map(answer.categories.map((category) => [category.id, category.name]))
  const all: Column[] = [
    { title: '#', of: (task) => `#${task.number}` },
    { title: 'Task', of: (task) => cell(task.title) },
    { title: 'Status', of: (task) => STATUS_NAMES[task.status] },
    { title: '%', of: (task) => (isAnyBegun ? `${task.completion}%` : '') },
    { title: 'Category', of: (task) => cell(names.get(task.categoryId) ?? '') },
    { title: 'Priority', of: (task) => (task.priority === 'none' ? '' : task.priority) },
    { title: 'Due', of: ({ dueDate }) => (dueDate ? capitalize(relativeDate(dueDate, answer.today)) : '') },
  ]
  const columns = all.filter((column) => tasks.some((task) => column.of(task) !== ''))
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(columns.map((column) => column.title)),
    `|${'---|'.repeat(columns.length)}`,
    ...tasks.map((task) => row(columns.map((column) => column.of(task)))),
  ].join('\n')
}

/** `#4 Review roadmap (in progress, 50%, work, due tomorrow)`: what a new task has anyway is left out. */
export function taskLine(task: Task, answer: Answer): string {
  const category = answer.categories.find(({ id }) => id === task.categoryId)?.name
  const facts: string[] = []
  if (task.status === 'in_progress') facts.push(STATUS_NAMES.in_progress.toLowerCase())
  if (hasPercent(task)) facts.push(`${task.completion}%`)
  if (category && category !== DEFAULT_CATEGORY) facts.push(cell(category))
  if (task.priority !== 'none') facts.push(`${task.priority} priority`)
  if (task.dueDate) {
    const day = relativeDate(task.dueDate, answer.today)
    facts.push(task.dueDate < answer.today ? `overdue since ${day}` : `due ${day}`)
  }
  const name = escapeMarkdown(nameTask(task))
  return facts.length > 0 ? `${name} (${facts.join(', ')})` : name
}

/** At 0% and 100% the status says it. */
export function hasPercent({ completion }: Pick<Task, 'completion'>): boolean {
  return completion > 0 && completion < 100
}
