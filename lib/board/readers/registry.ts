/** The readers: tools that answer from the board and change nothing. Each is listed here once. */
import { z } from 'zod'
import { STATUS_NAMES, STATUSES } from '../model/names.ts'
import { cell } from '../text/markdown.ts'
import { countOf, joinWords } from '../text/text.ts'
import { defineReader, type TaskReader } from './define-reader.ts'
import { getAgenda } from './get-agenda.ts'
import { getTask } from './get-task.ts'
import { listTasks } from './list-tasks.ts'
import { getSessionState, listItems, type StateReader } from './session-state.ts'
import { taskLine } from './task-table.ts'

export type ReaderDefinition = TaskReader | StateReader

const getSummary = defineReader({
  name: 'get_summary',
  description: 'Totals by status and by category, and what is open.',
  input: z.object({}),
  refs: {},
  listsTasks: true,
  ask: () => ({ filter: { statuses: ['in_progress', 'open'] }, limit: 20 }),
  answer(answer) {
    const { counts } = answer
    if (counts.total === 0) return 'The task list is empty.'
    const statuses = STATUSES.map((status) => `${STATUS_NAMES[status]} ${counts.byStatus[status]}`)
    const categories = answer.categories
      .map((category) => ({ name: category.name, of: counts.byCategory.get(category.id) }))
      .filter(({ of }) => of)
      .map(({ name, of }) => `${cell(name)} ${of ? of.open + of.in_progress + of.done : 0}`)
    const due = [
      counts.overdue > 0 ? `${counts.overdue} overdue` : '',
      counts.dueToday > 0 ? `${counts.dueToday} due today` : '',
    ].filter(Boolean)
    const lines = [`**Total: ${countOf(counts.total, 'task')}**`, '', `- By status: ${statuses.join(', ')}`]
    // One category would only repeat the total.
    if (categories.length > 1) lines.push(`- By category: ${categories.join(', ')}`)
    if (due.length > 0) lines.push(`- Due: ${joinWords(due)}`)
    lines.push('', answer.tasks.length > 0 ? '**Still to do**' : 'No open tasks.')
    if (answer.tasks.length > 0) lines.push('', ...answer.tasks.map((task) => `- ${taskLine(task, answer)}`))
    if (answer.matching > answer.tasks.length)
      lines.push(`- and ${answer.matching - answer.tasks.length} more`)
    return lines.join('\n')
  },
})

const DEFINITIONS = {
  list_tasks: listTasks,
  get_summary: getSummary,
  get_agenda: getAgenda,
  get_task: getTask,
  list_items: listItems,
  get_session_state: getSessionState,
} as const
export type ReaderName = keyof typeof DEFINITIONS
export const READERS: Readonly<Record<ReaderName, ReaderDefinition>> = DEFINITIONS

export function isReaderName(name: string): name is ReaderName {
  return Object.hasOwn(READERS, name)
}
