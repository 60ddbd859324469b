/** Derived from the field definitions: schemas, command inputs, and the values they set. */
import type { z } from 'zod'
import type { Shape, TaskField } from './field.ts'
import { TASK_FIELDS } from './task-fields.ts'

type Fields = typeof TASK_FIELDS
export type TaskFieldName = keyof Fields
type Stored = { [Name in TaskFieldName]: Fields[Name]['stored'] }
type Files = { [Name in TaskFieldName]: z.ZodType<z.output<Stored[Name]>> }
type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type ShapeOf<Key extends 'add' | 'update' | 'filter'> = Both<
  { [Name in TaskFieldName]: NonNullable<Fields[Name][Key]> }[TaskFieldName]
>

/** Any field, where it doesn’t matter which. */
export type AnyField = TaskField<z.ZodType, Shape, Shape, Shape>
export const FIELDS = TASK_FIELDS as unknown as Readonly<Record<TaskFieldName, AnyField>>
export const TASK_FIELD_NAMES = Object.keys(FIELDS) as readonly TaskFieldName[]

const shapeOf = <Key extends 'add' | 'update' | 'filter'>(key: Key) =>
  Object.assign({}, ...Object.values(FIELDS).map((one) => one[key])) as ShapeOf<Key>
const each = (of: (one: AnyField) => z.ZodType) =>
  Object.fromEntries(Object.entries(FIELDS).map(([name, one]) => [name, of(one)]))

export const STORED_TASK = each(({ stored }) => stored) as Stored
export const FILE_TASK = each(({ stored, file }) => file ?? stored) as Files
export const ADD_INPUT = shapeOf('add')
export const UPDATE_INPUT = shapeOf('update')
export const FILTER_INPUT = shapeOf('filter')

export type TaskRow = z.output<z.ZodObject<Stored>>
type Given = Pick<TaskRow, 'id' | 'number' | 'title' | 'categoryId' | 'rank' | 'createdAt'>

/** A task with initial values for fields that aren’t given. */
export function newTask(given: Given & Partial<TaskRow>): TaskRow {
  const initial = Object.entries(FIELDS).map(([name, one]) => [name, one.initial])
  return { ...Object.fromEntries(initial), ...given }
}

/** The fields that a command sets. */
export function fieldsSet(input: object, held: Partial<TaskRow> = {}): Partial<TaskRow> {
  const set = TASK_FIELD_NAMES.map((name) => [
    name,
    FIELDS[name].set?.(input as never, held[name] ?? FIELDS[name].initial),
  ])
  return Object.fromEntries(set.filter(([, value]) => value !== undefined))
}

/** The first rule that the fields break, as a sentence; `null` = none. Valid one by one, together they may be too many. */
export function problemOfFields(fields: Partial<TaskRow>): string | null {
  for (const name of TASK_FIELD_NAMES) {
    if (fields[name] === undefined || !isListField(name)) continue
    const issue = FIELDS[name].file?.safeParse(fields[name]).error?.issues[0]
    if (issue) return issue.message
  }
  return null
}

/** The changeable fields, for a tool description: `title, category, …`. */
export const CHANGEABLE = TASK_FIELD_NAMES.flatMap((name) => (FIELDS[name].update ? [FIELDS[name].name] : []))

/** The properties of `list_tasks` that filter by a field. */
export const FILTERS = TASK_FIELD_NAMES.flatMap((name) =>
  Object.keys(FIELDS[name].filter ?? {}).map((property) => ({ name, property })),
)

/** The filters of `list_tasks`, by field name. */
export function fieldsAsked(
  input: Readonly<Record<string, unknown>>,
): Partial<Record<TaskFieldName, unknown>> {
  const asked = FILTERS.filter(({ property }) => input[property] !== undefined)
  return Object.fromEntries(asked.map(({ name, property }) => [name, input[property]]))
}

/** Whether a field holds several values. */
export const isListField = (name: TaskFieldName) => Array.isArray(FIELDS[name].initial)
