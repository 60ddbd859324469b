/** A set of tasks as one parsed value. */
import type { Status } from '#lib/board/model/names.ts'
import type { Found } from './pattern.ts'
import type { Phrase } from './phrase.ts'
import type { ClarifyingQuestion, KnownTask } from './types.ts'

export type TaskSet = {
  /** `#n` of each; done tasks only if the words say so. */
  tasks: string[]
  /** Including done tasks, if nothing limits the set. */
  whole: string[]
  /** Those that are done, and those that are not as they were made. */
  finished: string[]
  begun: string[]
  /** Exactly the tasks of this column. */
  column?: Status
  /** Said where there are none. */
  none: ClarifyingQuestion
  /** Their position in the message. */
  at: { start: number; end: number }
}

export type ReadSet = Found<TaskSet> & { explicit: boolean }

/** It is asked which tasks they are. */
export function unclear(phrase: Phrase, ask: ClarifyingQuestion): ReadSet {
  return { value: setOf([], [], phrase), ask, explicit: false }
}

export const named = (tasks: readonly KnownTask[]) =>
  tasks.toSorted((a, b) => a.number - b.number).map(({ number }) => `#${number}`)

export function setOf(
  live: readonly KnownTask[],
  any: readonly KnownTask[],
  { tokens, from, to }: Phrase,
  none: ClarifyingQuestion = { question: 'No tasks.' },
): TaskSet {
  return {
    tasks: named(live),
    whole: named(live),
    finished: named(any.filter(({ status }) => status === 'done')),
    begun: named(any.filter(({ status }) => status !== 'open')),
    none,
    at: { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 },
  }
}
