/** Filters for a set of tasks: the same as in questions, each as a test of one task. */
import type { DueFilter } from '#lib/board/readers/task-query.ts'
import { dueRange } from '#lib/board/readers/task-query.ts'
import { fold } from '#lib/board/text/text.ts'
import type { DaySpan } from '../dates/date-ranges.ts'
import { readDue } from '../dates/due-date.ts'
import { type Form, firstMatch, formsOver } from '../text/pattern.ts'
import { keysOf, type Phrase, part, textOf } from '../text/phrase.ts'
import type { KnownTask, ParseContext } from '../text/types.ts'
import { textSlot } from './fields.ts'
import { dayFilter, type Filter, NARROWING } from './filters.ts'
import { categoryCalled } from './find-task.ts'
import { effortSlot, prioritySlot, statusSlot } from './levels.ts'
import { LIST_FIELDS, type ListField } from './list-fields.ts'

type Kind = 'status' | 'due' | 'category' | 'priority' | 'effort' | ListField['name'] | 'blocked' | 'words'

export type Limit = {
  kind: Kind
  holds(task: KnownTask): boolean
  /** Its words before or after “tasks”. */
  before?: string
  after?: string
  /** The status that it filters by. */
  status?: KnownTask['status']
}

const LONGEST = 8
const setForm = formsOver({
  priority: prioritySlot,
  effort: effortSlot,
  status: statusSlot,
  text: textSlot,
})

const NOT_DONE: Limit = { kind: 'status', holds: ({ status }) => status !== 'done', before: 'open' }
const SAID = /^(?:(?:high|medium|low)-priority|low|medium|high|urgent|important|critical|p[1-3])$/
const QUICK = /^(?:quick|small|easy|short|tiny|deep)$/

/** Only in commands, not in questions. */
const LIMITS: readonly Form<Limit>[] = [
  setForm(
    "that|which? i? are|is|have|has|haven't|hasn't? not_done|not_been_done|not_finished|not_completed|not_complete|not_done_yet|unfinished|incomplete|undone|uncompleted|unchecked|outstanding|remaining|left|aren't_done|isn't_done|aren't_finished|isn't_finished|not_yet_done yet?",
    () => NOT_DONE,
  ),
  setForm('undated|dateless|unscheduled', (_, { today }) => dueLimit('undated', today)),
  setForm('in|from|of? the? <status> column|section|lane|pile|bucket', ({ status }) => statusLimit(status)),
  setForm('without|with_no|no|that_have_no|missing a|any? priority', () => priorityLimit('none')),
]

/** One or two words that say which tasks are meant. */
function adjective(phrase: Phrase, scene: ParseContext): Limit | undefined {
  const words = keysOf(phrase).join(' ')
  const priority = SAID.test(words) ? prioritySlot.read(phrase, scene)?.value : undefined
  if (priority) return priorityLimit(priority)
  const effort = QUICK.test(words) ? effortSlot.read(phrase, scene)?.value : undefined
  return effort && effortLimit(effort)
}

/** The longest filter that starts here, and its end. */
export function readLimit(phrase: Phrase, scene: ParseContext): { limit: Limit; to: number } | undefined {
  for (let to = Math.min(phrase.to, phrase.from + LONGEST); to > phrase.from; to -= 1) {
    const piece = part(phrase, phrase.from, to)
    const limit =
      firstMatch(LIMITS, piece, scene)?.result ??
      adjective(piece, scene) ??
      fromDay(piece, scene) ??
      limitOf(firstMatch(NARROWING, piece, scene)?.result ?? dueFilter(piece, scene), scene)
    // “quick work tasks” on a board with a category of that name.
    const isWork =
      limit?.kind === 'effort' && keysOf(piece).at(-1) === 'work' && categoryCalled('work', scene)
    if (limit && !isWork) return { limit, to }
  }
  return undefined
}

const TIME = /^(?:at|\d{1,2}(?:[:.]\d{2})?(?:am|pm)|\d{1,2}:\d{2}|am|pm|noon|midnight|o'clock)$/

/** “due on friday” is the same as “on friday”. */
function dueFilter(phrase: Phrase, scene: ParseContext): Filter | undefined {
  // Tasks have no time of day.
  if (keysOf(phrase).some((key) => TIME.test(key))) return undefined
  const isDue = phrase.to - phrase.from > 1 && keysOf(phrase)[0] === 'due'
  return (
    (isDue ? dayFilter(part(phrase, phrase.from + 1, phrase.to), scene) : undefined) ??
    dayFilter(phrase, scene)
  )
}

/** “everything from today” means that day; with more words, from that day on. */
function fromDay(phrase: Phrase, scene: ParseContext): Limit | undefined {
  if (keysOf(phrase)[0] !== 'from') return undefined
  const due = readDue(part(phrase, phrase.from + 1, phrase.to), scene)
  return due && !due.weak ? daysLimit({ from: due.day, to: due.day }) : undefined
}

/** “about the garden”, “with garden in the title”. */
const ABOUT =
  /^(?:(?:(?:that|which) )?(?:are |is )?(?:about|mentioning|mention|mentions|containing|contain|contains|regarding|concerning|called|named|titled)) /
const IN_TITLE = /^(?:with|having|that have) (.+?) in (?:the|their|its|its) (?:title|titles|name|names)$/

export function readWords(phrase: Phrase): Limit | undefined {
  const said = keysOf(phrase).join(' ')
  const about = ABOUT.exec(said)?.[0]
  const inTitle = IN_TITLE.exec(said)?.[1]
  const skipped = about ? about.trim().split(' ').length : inTitle ? (said.startsWith('that') ? 2 : 1) : 0
  if (skipped === 0 || /(?:^| )(?:to|as|by|back|until|till|except|but)(?: |$)/.test(said)) return undefined
  const to = inTitle ? phrase.to - 3 : phrase.to
  const text = textOf(part(phrase, phrase.from + skipped, to)).replace(/^(?:the|my|a|an) /i, '')
  const words = fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0 || /^(?:under|in|into|on|for|with|at|from|of|off|and|or)$/.test(words.at(-1) ?? ''))
    return undefined
  const holds = ({ title }: KnownTask) => words.every((word) => fold(title).includes(word))
  return { kind: 'words', holds, after: `about “${text}”` }
}

function limitOf(filter: Filter | undefined, { today }: ParseContext): Limit | undefined {
  if (!filter || filter.list) return undefined
  if (filter.status) return statusLimit(filter.status)
  if (filter.due) return dueLimit(filter.due, today)
  if (filter.days && (filter.days.of ?? 'due') === 'due') return daysLimit(filter.days)
  if (filter.category !== undefined) return categoryLimit(filter.category)
  if (filter.priority) return priorityLimit(filter.priority)
  if (filter.effort) return effortLimit(filter.effort)
  for (const field of LIST_FIELDS) {
    const value = filter[field.filter]
    if (value !== undefined) return listLimit(field, value)
  }
  return filter.isBlocked === undefined ? undefined : blockedLimit(filter.isBlocked)
}

const STATUS_WORDS = { open: 'open', in_progress: 'in-progress', done: 'done' } as const

function statusLimit(status: KnownTask['status']): Limit {
  return { kind: 'status', holds: (task) => task.status === status, before: STATUS_WORDS[status], status }
}

export function categoryLimit(category: string): Limit {
  const wanted = fold(category)
  return { kind: 'category', holds: (task) => fold(task.category ?? '') === wanted, after: `in ${category}` }
}

function priorityLimit(priority: NonNullable<KnownTask['priority']>): Limit {
  const name =
    priority === 'none'
      ? { after: 'without a priority' }
      : { before: priority === 'urgent' ? priority : `${priority}-priority` }
  return { kind: 'priority', holds: (task) => (task.priority ?? 'none') === priority, ...name }
}

function effortLimit(effort: NonNullable<KnownTask['effort']>): Limit {
  const name = effort === 'none' ? { after: 'without an effort' } : { before: `${effort}-effort` }
  return { kind: 'effort', holds: (task) => (task.effort ?? 'none') === effort, ...name }
}

function listLimit({ name, said }: ListField, value: string): Limit {
  const holds = (task: KnownTask) => (task[name] ?? []).some((one) => fold(one) === fold(value))
  return { kind: name, holds, after: `${said.split('|', 1)} “${value}”` }
}

function blockedLimit(isBlocked: boolean): Limit {
  const holds = (task: KnownTask) => (task.isBlocked ?? false) === isBlocked
  return { kind: 'blocked', holds, before: isBlocked ? 'blocked' : 'unblocked' }
}

const DUE_WORDS = {
  overdue: { before: 'overdue' },
  today: { after: 'due today' },
  tomorrow: { after: 'due tomorrow' },
  week: { after: 'due in the next seven days' },
  dated: { after: 'with a due date' },
  undated: { after: 'without a due date' },
} as const satisfies Record<DueFilter, Pick<Limit, 'before' | 'after'>>

function dueLimit(due: DueFilter, today: string): Limit {
  const { from, to, open } = dueRange(due, today)
  const holds = (task: KnownTask) =>
    due === 'undated' ? !task.due : isWithin(task, { from, to }) && !(open && task.status === 'done')
  return { kind: 'due', holds, ...DUE_WORDS[due] }
}

function daysLimit({ from, to }: DaySpan): Limit {
  const after =
    from === to
      ? `due on ${from}`
      : ['due', from && `from ${from}`, to && `${from ? 'to' : 'up to'} ${to}`].filter(Boolean).join(' ')
  return { kind: 'due', holds: (task) => isWithin(task, { from, to }), after }
}

function isWithin({ due }: KnownTask, { from, to }: DaySpan): boolean {
  return Boolean(due) && (!from || (due ?? '') >= from) && (!to || (due ?? '') <= to)
}
