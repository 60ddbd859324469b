/** The readers: tools that answer from the board and change nothing. Registered like commands, listed once. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import * as field from './fields.ts'
import { cell, escapeMarkdown } from './markdown.ts'
import { STATUS_NAMES, STATUSES } from './names.ts'
import { type Answer, DUE_FILTERS, type Question } from './queries.ts'
import { getSessionState, listItems, type StateReader } from './state-readers.ts'
import { countOf, joinWords, nameTask } from './text.ts'
import type { Task } from './types.ts'

export type TaskReader = {
  name: string
  description: string
  input: z.ZodObject
  refs: Readonly<Record<string, 'task' | 'category'>>
  ask(input: Record<string, unknown>): Question
  answer(answer: Answer, input: Record<string, unknown>): string
}

export type ReaderDefinition = TaskReader | StateReader

function defineReader<Schema extends z.ZodObject>(
  definition: Omit<TaskReader, 'input' | 'ask' | 'answer'> & {
    input: Schema
    ask(input: z.output<Schema>): Question
    answer(answer: Answer, input: z.output<Schema>): string
  },
): TaskReader {
  return definition as unknown as TaskReader
}

const listTasks = defineReader({
  name: 'list_tasks',
  description: 'List tasks as a table, all of them or those that match every filter given.',
  input: z.object({
    status: field.status.optional(),
    category: z.string().optional().describe('The name of a category.'),
    words: z.string().max(LIMITS.searchChars).optional().describe('Words that title or notes must hold.'),
    due: z.enum(DUE_FILTERS).optional().describe('week: the next seven days, today included.'),
  }),
  refs: { category: 'category' },
  ask: (input) => ({
    filter: {
      statuses: input.status ? [input.status] : undefined,
      categoryId: input.category,
      words: input.words,
      due: input.due,
    },
    limit: LIMITS.listedTasks,
  }),
  answer(answer, input) {
    if (answer.counts.total === 0) return 'The task list is empty.'
    const filtered = Object.values(input).some((value) => value !== undefined)
    if (answer.tasks.length === 0) return filtered ? 'No task matches.' : 'The task list is empty.'
    const more = answer.matching - answer.tasks.length
    const rest = more > 0 ? `\n\n${countOf(more, 'more task')}: narrow it with a filter.` : ''
    return `${taskTable(answer.tasks, answer)}${rest}`
  },
})

const getSummary = defineReader({
  name: 'get_summary',
  description: 'Totals by status and by category, and what is open.',
  input: z.object({}),
  refs: {},
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
    const lines = [
      `**Total: ${countOf(counts.total, 'task')}**`,
      '',
      `- By status: ${statuses.join(', ')}`,
      `- By category: ${categories.join(', ')}`,
    ]
    if (due.length > 0) lines.push(`- Due: ${joinWords(due)}`)
    lines.push('', answer.tasks.length > 0 ? '**Still to do**' : 'Nothing is open.')
    if (answer.tasks.length > 0) lines.push('', ...answer.tasks.map((task) => `- ${line(task, answer)}`))
    if (answer.matching > answer.tasks.length)
      lines.push(`- and ${answer.matching - answer.tasks.length} more`)
    return lines.join('\n')
  },
})

const DEFINITIONS = {
  list_tasks: listTasks,
  get_summary: getSummary,
  list_items: listItems,
  get_session_state: getSessionState,
} as const
export type ReaderName = keyof typeof DEFINITIONS
export const READERS: Readonly<Record<ReaderName, ReaderDefinition>> = DEFINITIONS

export function isReaderName(name: string): name is ReaderName {
  return Object.hasOwn(READERS, name)
}

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

function line(task: Task, answer: Answer): string {
  const category = answer.categories.find(({ id }) => id === task.categoryId)?.name
  const facts = [STATUS_NAMES[task.status].toLowerCase(), `${task.completion}%`, category && cell(category)]
  if (task.priority !== 'none') facts.push(`${task.priority} priority`)
  if (task.dueDate)
    facts.push(task.dueDate < answer.today ? `overdue since ${task.dueDate}` : `due ${task.dueDate}`)
  return `${escapeMarkdown(nameTask(task))} (${facts.filter(Boolean).join(', ')})`
}
