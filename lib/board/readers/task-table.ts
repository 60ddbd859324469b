/** Tasks in answers: as a table, and each on a line. */

import { relativeDate } from '../model/dates.ts'
import type { Words } from '../model/field.ts'
import type { Task } from '../model/types.ts'
import { columnsFor, taskFacts, taskFieldText } from '../rules/describe-task.ts'
import { cell, escapeMarkdown } from '../text/markdown.ts'
import { capitalize, nameTask } from '../text/text.ts'
import type { Answer } from './task-query.ts'

export function taskTable(tasks: readonly Task[], answer: Pick<Answer, 'categories' | 'today'>): string {
  const words = wordsOf(answer)
  const inTable = { ...words, day: (day: string) => capitalize(words.day(day)) }
  const columns = columnsFor(tasks)
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['#', 'Task', ...columns.map(({ heading }) => heading)]),
    `|${'---|'.repeat(columns.length + 2)}`,
    ...tasks.map((task) =>
      row(
        [`#${task.number}`, task.title, ...columns.map(({ name }) => taskFieldText(task, name, inTable))].map(
          cell,
        ),
      ),
    ),
  ].join('\n')
}

/** `#4 Review roadmap (in progress, 50%, work, due tomorrow)`: what a new task has anyway is left out. */
export function taskLine(task: Task, answer: Answer): string {
  const words = wordsOf(answer)
  const isLate = task.dueDate !== null && task.dueDate < answer.today
  const facts = taskFacts(task, words, isLate ? ['dueDate'] : []).map(cell)
  if (task.dueDate && isLate) facts.push(`overdue since ${words.day(task.dueDate)}`)
  const name = escapeMarkdown(nameTask(task))
  return facts.length > 0 ? `${name} (${facts.join(', ')})` : name
}

/** Words of an answer: days relative to today. */
export function wordsOf({ categories, today }: Pick<Answer, 'categories' | 'today'>): Words {
  return {
    category: (id) => categories.find((category) => category.id === id)?.name ?? '',
    day: (day) => relativeDate(day, today),
  }
}

/** At 0% and 100% the status says it. */
export function hasPercent({ completion }: Pick<Task, 'completion'>): boolean {
  return completion > 0 && completion < 100
}
