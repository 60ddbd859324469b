/** What a reader of tasks is: a question as data, and the words for its answer. */
import type { z } from 'zod'
import type { Answer, Question } from './task-query.ts'

export type TaskReader = {
  name: string
  description: string
  input: z.ZodObject
  refs: Readonly<Record<string, 'task' | 'category'>>
  /** Its answer has the tasks in their order: “the second one” is one of them. */
  listsTasks?: true
  ask(input: Record<string, unknown>): Question
  answer(answer: Answer, input: Record<string, unknown>): string
}

export function defineReader<Schema extends z.ZodObject>(
  definition: Omit<TaskReader, 'input' | 'ask' | 'answer'> & {
    input: Schema
    ask(input: z.output<Schema>): Question
    answer(answer: Answer, input: z.output<Schema>): string
  },
): TaskReader {
  return definition as unknown as TaskReader
}
