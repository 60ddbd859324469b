/** Tasks by filters: a table, under a sentence that counts them. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { relativeDate } from '../model/dates.ts'
import * as field from '../model/input-schemas.ts'
import { FILTER_INPUT, fieldsAsked } from '../model/task-shape.ts'
import { fieldsFound } from '../rules/describe-task.ts'
import { escapeMarkdown } from '../text/markdown.ts'
import { countOf, joinWords } from '../text/text.ts'
import { defineReader } from './define-reader.ts'
import { type Answer, DAY_KINDS, type DayKind, DUE_FILTERS, type DueFilter } from './task-query.ts'
import { taskTable, wordsOf } from './task-table.ts'

const day = field.day.optional()

const input = z.object({
  ...FILTER_INPUT,
  words: z.string().max(LIMITS.searchChars).optional().describe('Words that title or notes must hold.'),
  due: z.enum(DUE_FILTERS).optional().describe('week: the next seven days, today included.'),
  blocked: z.boolean().optional().describe('Whether something blocks them.'),
  from: day.describe('A first day, like 2026-11-27: of the days they are due, unless day_of says otherwise.'),
  to: day.describe('A last day.'),
  day_of: z.enum(DAY_KINDS).optional().describe('What happened from the first day to the last.'),
})
type Input = z.output<typeof input>

export const listTasks = defineReader({
  name: 'list_tasks',
  description: 'List tasks as a table, all of them or those that match every filter given.',
  input,
  refs: { category: 'category' },
  listsTasks: true,
  ask: ({ words, due, blocked, from, to, day_of, ...fields }) => ({
    filter: {
      fields: fieldsAsked(fields),
      words,
      due,
      isBlocked: blocked,
      days: from || to ? { of: day_of ?? 'due', from, to } : undefined,
    },
    limit: LIMITS.listedTasks,
  }),
  answer(answer, input) {
    if (answer.counts.total === 0) return 'The task list is empty.'
    const isFiltered = Object.values(input).some((value) => value !== undefined)
    if (answer.tasks.length === 0)
      return isFiltered ? `${sentence(0, input, answer)}.` : 'The task list is empty.'
    const more = answer.matching - answer.tasks.length
    const rest = more > 0 ? `\n\n${countOf(more, 'more task')}: narrow it with a filter.` : ''
    const table = `${taskTable(answer.tasks, answer)}${rest}`
    return isFiltered ? `${sentence(answer.matching, input, answer)}:\n\n${table}` : table
  },
})

/** `2 tasks are open, in work and due today`. */
function sentence(count: number, input: Input, { categories, today }: Answer): string {
  const said = [
    ...fieldsFound(fieldsAsked(input), wordsOf({ categories, today })).map(escapeMarkdown),
    input.blocked !== undefined && (input.blocked ? 'blocked' : 'not blocked'),
    input.due && DUE_WORDS[input.due],
    (input.from || input.to) && span(input, today),
    input.words && `about “${escapeMarkdown(input.words)}”`,
  ]
  const filters = said.filter((words) => typeof words === 'string' && words !== '')
  const counted = count === 0 ? 'No tasks are' : `${countOf(count, 'task')} ${count === 1 ? 'is' : 'are'}`
  return `${counted} ${joinWords(filters as string[])}`
}

const DUE_WORDS = {
  overdue: 'overdue',
  today: 'due today',
  tomorrow: 'due tomorrow',
  week: 'due in the next seven days',
  dated: 'with a due date',
  undated: 'without a due date',
} as const satisfies Record<DueFilter, string>
const DAY_WORDS = { due: 'due', added: 'added', done: 'finished' } as const satisfies Record<DayKind, string>

function span({ from, to, day_of }: Input, today: string): string {
  const what = DAY_WORDS[day_of ?? 'due']
  const [first, last] = [from, to].map((day) => day && relativeDate(day, today))
  if (first && first === last) return /^[a-z]/.test(first) ? `${what} ${first}` : `${what} on ${first}`
  const since = first && `from ${first}`
  const until = last && `${first ? 'to' : 'up to'} ${last}`
  return [what, since, until].filter(Boolean).join(' ')
}
