/** What a definition of a field can say; `task-fields.ts` has the definitions. */
import type { z } from 'zod'

/** How values read where they are said: categories by name, days as an answer, a reply or an export writes them. */
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
  /** What a new task has; nobody is told of it. */
  initial?: z.output<S>
  add?: A
  update?: U
  /** What a command sets it to; `undefined` = it stays. */
  set?(input: Input<A> & Input<U>, held: z.output<S>): z.output<S> | undefined
  filter?: F
  /** Of tasks found by it: `in work`, where that is not its fact. */
  found?(value: z.output<F[keyof F] & z.ZodType>, words: Words): string
  /** The value in words, empty where there is none. */
  text?(value: z.output<S>, words: Words): string
  /** What an edit made it, in a reply and in the history. Else its name and text: `category work`, `no category`. */
  phrase?(value: z.output<S>, words: Words): string
  /** In brackets behind the task, where that is not its phrase. */
  fact?(value: z.output<S>, words: Words): string
  /** What an edit made of it, said with the task as it is now: `renamed from “old”`. */
  edited?(before: z.output<S>, after: z.output<S>): string
  /** Worth saying of a task. Else: where it isn’t `initial`. */
  isWorthSaying?(value: z.output<S>, words: Words): boolean
  /** It follows from other fields, or isn’t seen: no reply says it. */
  isSilent?: true
  /** Of the task, and not in brackets behind its name. */
  isApart?: true
  /** Over its column in the CSV, and before it where a task is told whole. */
  heading?: string
  /** In the CSV, where that is not its text. */
  cell?(value: z.output<S>): string
  /** A column in tables of answers, left out where every task has what is `initial`. */
  column?: { heading?: string; isAlways?: true }
  /** A key in the state block of a prompt. */
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
