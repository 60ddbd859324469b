import { z } from 'zod'
import { edit } from '../model/changes.ts'
import { accept, defineCommand, refuse, type View } from '../model/command.ts'
import { STATUS_NAMES, type Status } from '../model/names.ts'
import { withStatus } from '../model/progress.ts'
import { placeAt } from '../model/rank.ts'
import { status } from '../model/task-fields.ts'
import type { Task } from '../model/types.ts'
import { column, noTask } from '../rules/find-rows.ts'
import { nameTask } from '../text/text.ts'

export const moveTask = defineCommand({
  name: 'move_task',
  description:
    'Put one task at a place in a column: before or after another task of that column, or at its end.',
  input: z.object({
    task: z.string().describe('The task: its number like #3, or its title in words.'),
    status: status.optional().describe('The column. Default: that of the other task, or its own.'),
    before: z.string().optional().describe('Put it just before this task.'),
    after: z.string().optional().describe('Put it just after this task.'),
  }),
  refs: { task: 'task', before: 'task', after: 'task' },
  destructive: false,
  reads(input) {
    const anchor = input.before ?? input.after
    const tasks = { by: 'tasks', ids: [input.task] } as const
    if (anchor) return [tasks, { by: 'neighbours', of: anchor }]
    return input.status ? [tasks, { by: 'last-in-column', status: input.status }] : [tasks]
  },
  decide(input, view, env) {
    const task = view.tasks.get(input.task)
    if (!task) return noTask(view, input.task)
    const anchorId = input.before ?? input.after
    if (anchorId === task.id) return refuse('invalid', 'A task can’t be moved before or after itself.')
    const anchor = anchorId === undefined ? undefined : view.tasks.get(anchorId)
    const status = input.status ?? anchor?.status ?? task.status
    const others = column(view, status).filter((other) => other.id !== task.id)
    const at = anchor?.status === status ? others.indexOf(anchor) : -1
    const isWhole = view.wholeColumns.has(status)
    // Without a neighbour in that column, or if it has since left, the task goes to the end.
    if (at === -1 && !isWhole && (anchorId !== undefined || !input.status)) {
      return { need: [{ by: 'column', status }] }
    }
    const index = at === -1 ? others.length : input.before ? at : at + 1
    const ranks = isAlreadyAt(view, task, status, others, index)
      ? new Map<string, string>()
      : placeAt(others, task, index)
    if (ranks.size > 1 && !isWhole) return { need: [{ by: 'column', status }] }
    const moved = edit('task', task, { ...withStatus(task, status, env.now), rank: ranks.get(task.id) })
    const shifted = others.map((other) => edit('task', other, { rank: ranks.get(other.id) }))
    if (!moved) return accept([], `${nameTask(task)} is already there.`)
    const reply =
      task.status === status
        ? `Moved ${nameTask(task)} within ${STATUS_NAMES[status]}.`
        : `Moved ${nameTask(task)} to ${STATUS_NAMES[status]}.`
    return accept([moved, ...shifted], reply)
  },
})

function isAlreadyAt(
  view: View,
  task: Task,
  status: Status,
  others: readonly Task[],
  index: number,
): boolean {
  if (task.status !== status) return false
  return column(view, status)[index]?.id === task.id && others.every((other) => other.rank !== task.rank)
}
