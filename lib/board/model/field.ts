/** The shape of a field definition; `task-fields.ts` has the definitions. */
import type { z } from 'zod'

/** How values are written: categories by name, days in the format of an answer, a reply or an export. */
export type Words = { category(id: string): string; day(day: string): string }

export type Shape = z.ZodRawShape
type Input<S extends Shape> = Partial<z.output<z.ZodObject<S>>>

/** `S`: as rows hold it; `A` and `U`: what sets it in `add_task` and `update_task`; `F`: what `list_tasks` filters by. */
export type TaskField<S extends z.ZodType, A extends Shape, U extends Shape, F extends Shape> = {
  /** In sentences: `the due date of #3`. */
  name: string
  /** As rows and the log hold it. A field that is added later has a default: older rows and entries lack it. */
  stored: S
  /** As a file may hold it, where that is stricter. */
  file?: z.ZodType<z.output<S>>
  /** The value of a new task; replies leave it out. */
  initial?: z.output<S>
  add?: A
  update?: U
  /** What a command sets it to; `undefined` = unchanged. */
  set?(input: Input<A> & Input<U>, held: z.output<S>): z.output<S> | undefined
  filter?: F
  /** Describes tasks found by it, e.g. `in work`, if different from `fact`. */
  found?(value: z.output<F[keyof F] & z.ZodType>, words: Words): string
  /** The value in words; empty if it has none. */
  text?(value: z.output<S>, words: Words): string
  /** Its new value in a reply and in the history. Default: its name and text, e.g. `category work`, `no category`. */
  phrase?(value: z.output<S>, words: Words): string
  /** In brackets after the task, if different from `phrase`. */
  fact?(value: z.output<S>, words: Words): string
  /** An edit, described beside the task as it is now: `renamed from “old”`. */
  edited?(before: z.output<S>, after: z.output<S>): string
  /** Whether to mention it. Default: if it isn’t `initial`. */
  isWorthSaying?(value: z.output<S>, words: Words): boolean
  /** Follows from other fields or isn’t visible: replies leave it out. */
  isSilent?: true
  /** Not shown in the brackets after the task’s name. */
  isApart?: true
  /** The CSV column heading, and its label in the details of a task. */
  heading?: string
  /** In the CSV, if different from `text`. */
  cell?(value: z.output<S>): string
  /** A column in tables of answers, left out if every task has the `initial` value. */
  column?: { heading?: string; isAlways?: true }
  /** Its key in the context block of a prompt. */
  brief?: string
}

/** Infers the types of a definition from its schemas. */
export const field = <
  S extends z.ZodType,
  A extends Shape = Record<never, never>,
  U extends Shape = Record<never, never>,
  F extends Shape = Record<never, never>,
>(
  definition: TaskField<S, A, U, F>,
) => definition
