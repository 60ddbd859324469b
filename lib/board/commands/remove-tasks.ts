/** Removes several tasks at once: those named, or a whole column. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { removeRow } from '../model/changes.ts'
import { accept, defineCommand } from '../model/command.ts'
import { STATUS_NAMES } from '../model/names.ts'
import { status } from '../model/task-fields.ts'
import type { Task } from '../model/types.ts'
import { column, noTask } from '../rules/find-rows.ts'
import { countOf, joinWords, nameTask } from '../text/text.ts'

const NAMED = 8

export const removeTasks = defineCommand({
  name: 'remove_tasks',
  description: 'Remove several tasks at once. Only when the user wants them gone, not when they are done.',
  input: z.object({
    tasks: z
      .array(z.string())
      .min(1, 'Name at least one task.')
      .max(LIMITS.tasksPerCall, `You can remove up to ${LIMITS.tasksPerCall} tasks at once.`)
      .describe('Numbers like #3, or titles.'),
  }),
  refs: { tasks: 'task' },
  destructive: true,
  approvalRule: 'several',
  reads: (input) => [{ by: 'tasks', ids: input.tasks }],
  decide(input, view) {
    const rows: Task[] = []
    for (const id of new Set(input.tasks)) {
      const task = view.tasks.get(id)
      if (!task) return noTask(view, id)
      rows.push(task)
    }
    return accept(
      rows.map((task) => removeRow('task', task)),
      `Removed ${named(rows)}.`,
    )
  },
})

export const clearColumn = defineCommand({
  name: 'clear_column',
  description: 'Remove every task of one status, like all that are done.',
  input: z.object({ status: status }),
  destructive: true,
  approvalRule: 'several',
  reads: (input) => [{ by: 'column', status: input.status }],
  decide(input, view) {
    const rows = column(view, input.status)
    const name = STATUS_NAMES[input.status]
    if (rows.length === 0) return accept([], `${name} is already empty.`)
    return accept(
      rows.map((task) => removeRow('task', task)),
      `Cleared ${name}: removed ${named(rows)}.`,
    )
  },
})

function named(tasks: readonly Task[]): string {
  if (tasks.length <= NAMED) return joinWords(tasks.map(nameTask))
  const first = tasks.slice(0, NAMED - 1).map(nameTask)
  return `${countOf(tasks.length, 'task')}: ${joinWords([...first, `${tasks.length - first.length} more`])}`
}
