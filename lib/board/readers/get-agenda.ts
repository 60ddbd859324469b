/** A plan: open tasks in the order to do them. */
import { z } from 'zod'
import { relativeDate } from '../model/dates.ts'
import * as field from '../model/input-schemas.ts'
import type { Task } from '../model/types.ts'
import { countOf } from '../text/text.ts'
import { defineReader } from './define-reader.ts'
import { taskLine } from './task-table.ts'

const MOST = 12

const input = z.object({
  until: field.day.optional().describe('What falls due by this day comes first. Default: today.'),
  most: z.int().min(1).max(MOST).optional().describe('How many tasks at most: 1 for the next thing to do.'),
})

export const getAgenda = defineReader({
  name: 'get_agenda',
  description:
    'A plan: overdue, due and started tasks first, then the rest by priority and effort, blocked tasks last.',
  input,
  refs: {},
  listsTasks: true,
  ask: ({ until, most }) => ({
    filter: { statuses: ['in_progress', 'open'] },
    limit: most ?? MOST,
    urgentBy: until ?? 'today',
  }),
  answer(answer, { until = answer.today, most }) {
    if (answer.counts.total === 0) return 'The task list is empty.'
    if (answer.tasks.length === 0) return 'All done. No open tasks.'
    const groups = Map.groupBy(answer.tasks, (task) => groupOf(task, answer.today, until))
    const parts = [...groups].map(
      ([name, tasks]) => `**${name}**\n\n${tasks.map((task) => `- ${taskLine(task, answer)}`).join('\n')}`,
    )
    const more = answer.matching - answer.tasks.length
    if (more > 0 && most === undefined) parts.push(`And ${countOf(more, 'more task')} after these.`)
    return parts.join('\n\n')
  },
})

/** The query sorts by the same groups. */
function groupOf(task: Task, today: string, until: string): string {
  if (task.dueDate !== null && task.dueDate < today && task.dueDate <= until) return 'Overdue'
  if (task.dueDate === today && task.dueDate <= until) return 'Due today'
  if (task.dueDate !== null && task.dueDate <= until) return `Due by ${relativeDate(until, today)}`
  if (task.blockedReason !== '') return 'Blocked'
  return task.status === 'in_progress' ? 'In progress' : 'Next'
}
