/** Tasks that were stored badly: which of their fields can be read, and what stands in for the others. */
import { FIELDS, isListField, TASK_FIELD_NAMES, type TaskFieldName } from '../model/task-shape.ts'
import type { CorruptedField, Task } from '../model/types.ts'
import { shorten } from '../text/text.ts'

type Stored = Readonly<Record<string, unknown>>

/** Without these a task can’t be named or found, so it isn’t shown. */
const NEEDED: ReadonlySet<TaskFieldName> = new Set(['id', 'number', 'categoryId'])

/** What can be read of a row, defaults for the rest, and the fields that have them. */
export function readableTask(row: Stored): { row: Stored; corrupted: CorruptedField[] } {
  const corrupted = TASK_FIELD_NAMES.filter(
    (name) => !NEEDED.has(name) && !FIELDS[name].stored.safeParse(row[name]).success,
  )
  const fixed = corrupted.map((name) => [name, defaultOf(name, row)])
  return {
    row: { ...row, ...Object.fromEntries(fixed) },
    corrupted: corrupted.map((field) => ({ field, text: textOf(row[field]) })),
  }
}

function defaultOf(name: TaskFieldName, row: Stored): unknown {
  const value = row[name]
  // What can be read of a list is kept.
  if (isListField(name)) return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  switch (name) {
    case 'title':
      return `damaged ${String(row.id).slice(0, 6)}`
    case 'rank':
      return 'a0'
    case 'status':
      return row.completion === 100 ? 'done' : 'open'
    case 'createdAt':
      return 0
    default:
      return FIELDS[name].initial
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? shorten(String(value), 60) : ''

/** `status “banana” and percent can’t be read` */
export function problemsOf({ corrupted = [] }: Task): string[] {
  return corrupted.map(({ field, text }) => `${FIELDS[field].name}${text === '' ? '' : ` “${text}”`}`)
}
