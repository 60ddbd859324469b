/** How the board says what a task is, and what changed of it: made from the definitions of its fields. */

import { isSame } from '../model/changes.ts'
import { absoluteDate } from '../model/dates.ts'
import type { Words } from '../model/field.ts'
import { type AnyField, FIELDS, FILTERS, TASK_FIELD_NAMES, type TaskFieldName } from '../model/task-shape.ts'
import type { Board, Task } from '../model/types.ts'
import { nameTask, shorten } from '../text/text.ts'

/** Words of what is stored with a revision: days in their absolute form. */
export function wordsIn({ categories }: Pick<Board, 'categories'>, now: number): Words {
  return {
    category: (id) => categories.get(id)?.name ?? 'another',
    day: (day) => absoluteDate(day, now),
  }
}

/** `#4 Review roadmap (in progress, 50%, work, due Fri 27 Nov)` */
export function describeTask(task: Task, words: Words): string {
  const facts = taskFacts(task, words)
  return facts.length > 0 ? `${nameTask(task)} (${facts.join(', ')})` : nameTask(task)
}

/** The columns of the CSV; without a `cell` of its own a column holds the field’s text. */
export const CSV_COLUMNS = TASK_FIELD_NAMES.flatMap((name) => {
  const { heading, cell } = FIELDS[name]
  return heading ? [{ name, heading, cell: cell as ((value: unknown) => string) | undefined }] : []
})

/** The lines under a task that is told whole: its status, percent and day stand before them. */
export const DETAILS = CSV_COLUMNS.filter(
  ({ name }) => FIELDS[name].set && !['title', 'completion', 'dueDate'].includes(name),
)

/** `the due date of #3`: the name of a field. */
export function taskFieldName(name: string): string {
  return FIELDS[name as TaskFieldName]?.name ?? name
}

export function taskFieldText(task: Task, name: TaskFieldName, words: Words): string {
  return textOf(FIELDS[name], task[name], words)
}

function textOf({ text }: AnyField, value: unknown, words: Words): string {
  return text ? text(value, words) : String(value ?? '')
}

function phraseOf(one: AnyField, value: unknown, words: Words): string {
  if (one.phrase) return one.phrase(value, words)
  const text = textOf(one, value, words)
  return text === '' ? `no ${one.name}` : `${one.name} ${text}`
}

/** What changed or would change, field by field; with `before`, as it is said of the task that it has become. */
export function taskPhrases(after: Partial<Task>, words: Words, before?: Task): string[] {
  return TASK_FIELD_NAMES.filter((name) => after[name] !== undefined && !FIELDS[name].isSilent).map(
    (name) => {
      const one = FIELDS[name]
      return before && one.edited ? one.edited(before[name], after[name]) : phraseOf(one, after[name], words)
    },
  )
}

/** What is worth saying of a task beside its name: what every new task has is left out. */
export function taskFacts(task: Task, words: Words, without: readonly TaskFieldName[] = []): string[] {
  const said = TASK_FIELD_NAMES.filter((name) => {
    const { isSilent, isApart, isWorthSaying, initial } = FIELDS[name]
    if (isSilent || isApart || without.includes(name)) return false
    return isWorthSaying ? isWorthSaying(task[name], words) : !isSame(task[name], initial)
  })
  return said.map(
    (name) => FIELDS[name].fact?.(task[name], words) ?? phraseOf(FIELDS[name], task[name], words),
  )
}

/** `open`, `in work`, `high priority`: what is said of the tasks that a filter finds. */
export function fieldsFound(asked: Partial<Record<TaskFieldName, unknown>>, words: Words): string[] {
  return FILTERS.filter(({ name }) => asked[name] !== undefined).map(({ name }) => {
    const { found, fact, phrase } = FIELDS[name]
    return (found ?? fact ?? phrase ?? String)(asked[name], words)
  })
}

/** The columns of a table of tasks. */
export function columnsFor(tasks: readonly Task[]): { name: TaskFieldName; heading: string }[] {
  return TASK_FIELD_NAMES.flatMap((name) => {
    const { column, heading = '', initial } = FIELDS[name]
    if (!column) return []
    const isShown = column.isAlways || tasks.some((task) => !isSame(task[name], initial))
    return isShown ? [{ name, heading: column.heading ?? heading }] : []
  })
}

/** A task as the state block of a prompt has it: values as they are, without what every new task has. */
export function briefTask(task: Task): Record<string, unknown> {
  const told = TASK_FIELD_NAMES.flatMap((name) => {
    const { brief, initial } = FIELDS[name]
    const value = task[name]
    if (!brief || isSame(value, initial)) return []
    return [[brief, typeof value === 'string' ? shorten(value, 80) : value] as const]
  })
  return Object.fromEntries(told)
}
