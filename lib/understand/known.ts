/** Tasks that are at hand, by what people call them. */
import { matchTitle, referenceNumber } from '#lib/board/find-task.ts'
import type { KnownTask, Scene } from './types.ts'

/** The task that words or a number mean, where the board is at hand and they mean one. */
export function taskMeant(words: string, { context: { tasks = [] } }: Scene): KnownTask | undefined {
  const number = referenceNumber(words)
  if (number !== null) return tasks.find((task) => task.number === number)
  const found = matchTitle(
    words,
    tasks.map((task) => ({ ...task, id: String(task.number) })),
  )
  return 'ok' in found ? undefined : tasks.find((task) => task.number === found.number)
}
