/** Describes tasks and their changes, from the field definitions. */

import { isSame } from '../model/changes.ts'
import { absoluteDate } from '../model/dates.ts'
import type { Words } from '../model/field.ts'
import { type AnyField, FIELDS, FILTERS, TASK_FIELD_NAMES, type TaskFieldName } from '../model/task-shape.ts'
import type { Board, Task } from '../model/types.ts'
import { nameTask, shorten } from '../text/text.ts'

/** Words for text stored with a revision: absolute dates. */
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

/** The CSV columns; a column without `cell` holds the field’s text. */
export const CSV_COLUMNS = TASK_FIELD_NAMES.flatMap((name) => {
  const { heading, cell } = FIELDS[name]
  return heading ? [{ name, heading, cell: cell as ((value: unknown) => string) | undefined }] : []
})

/** The lines of a task’s details, after its status, percent and date. */
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

/** Changes field by field; with `before`, described from the changed task. */
export function taskPhrases(after: Partial<Task>, words: Words, before?: Task): string[] {
  return TASK_FIELD_NAMES.filter((name) => after[name] !== undefined && !FIELDS[name].isSilent).map(
    (name) => {
      const one = FIELDS[name]
      return before && one.edited ? one.edited(before[name], after[name]) : phraseOf(one, after[name], words)
    },
  )
}

/** The facts of a task besides its name, without initial values. */
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

/** Describes the tasks that a filter finds: `open`, `in work`, `high priority`. */
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

/** A task in the context block of a prompt: raw values, without initial ones. */
export function briefTask(task: Task): Record<string, unknown> {
  const told = TASK_FIELD_NAMES.flatMap((name) => {
    const { brief, initial } = FIELDS[name]
    const value = task[name]
    if (!brief || isSame(value, initial)) return []
    return [[brief, typeof value === 'string' ? shorten(value, 80) : value] as const]
  })
  return Object.fromEntries(told)
}
