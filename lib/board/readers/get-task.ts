/** Everything about one task. */
import { z } from 'zod'
import { STATUS_NAMES } from '../model/names.ts'
import { DETAILS, taskFieldText } from '../rules/describe-task.ts'
import { escapeMarkdown } from '../text/markdown.ts'
import { nameTask } from '../text/text.ts'
import { defineReader } from './define-reader.ts'
import { hasPercent, wordsOf } from './task-table.ts'

export const getTask = defineReader({
  name: 'get_task',
  description: 'Everything about one task: status, dates, notes, what blocks it.',
  input: z.object({ task: z.string().describe('Its number, like #3, or words of its title.') }),
  refs: { task: 'task' },
  ask: ({ task }) => ({ filter: { id: task }, limit: 1 }),
  answer({ tasks: [task], categories, today }) {
    if (!task) return 'This task no longer exists.'
    const words = wordsOf({ categories, today })
    const isLate = task.dueDate !== null && task.dueDate < today && task.status !== 'done'
    const due = task.dueDate === null ? 'no date' : words.day(task.dueDate)
    const percent = hasPercent(task) ? ` (${task.completion}%)` : ''
    const state = `${STATUS_NAMES[task.status].toLowerCase()}${percent}`
    const lines = [
      `${escapeMarkdown(nameTask(task))} is ${task.blockedReason === '' ? state : `${state} and blocked`}.`,
      '',
      `- Due: ${due}${isLate ? ', overdue' : ''}`,
      ...DETAILS.flatMap(({ name, heading }) => {
        const text = taskFieldText(task, name, words)
        return text === '' ? [] : [`- ${heading}: ${escapeMarkdown(inOneLine(text))}`]
      }),
    ]
    return lines.join('\n')
  },
})

function inOneLine(notes: string): string {
  const lines = notes.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' · ')
}
