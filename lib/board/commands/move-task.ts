import { z } from 'zod'
import { edit } from '../changes.ts'
import { accept, defineCommand, refuse, type View } from '../command.ts'
import * as field from '../fields.ts'
import { withStatus } from '../progress.ts'
import { placeAt } from '../rank.ts'
import { nameTask } from '../text.ts'
import { STATUS_NAMES, type Status, type Task } from '../types.ts'
import { column, noTask } from '../view.ts'

export const moveTask = defineCommand({
  name: 'move_task',
  description:
    'Put one task at a place in a column: before or after another task of that column, or at its end.',
  input: z.object({
    task: z.string().describe('The task: its number like #3, or its title in words.'),
    status: field.status.describe('The column.'),
    before: z.string().optional().describe('Put it just before this task.'),
    after: z.string().optional().describe('Put it just after this task.'),
  }),
  refs: { task: 'task', before: 'task', after: 'task' },
  destructive: false,
  reads(input) {
    const anchor = input.before ?? input.after
    return [
      { by: 'tasks', ids: [input.task] },
      anchor ? { by: 'neighbours', of: anchor } : { by: 'last-in-column', status: input.status },
    ]
  },
  decide(input, view, env) {
    const task = view.tasks.get(input.task)
    if (!task) return noTask(view, input.task)
    const anchorId = input.before ?? input.after
    if (anchorId === task.id) return refuse('invalid', 'A task cannot be put before or after itself.')
    const others = column(view, input.status).filter((other) => other.id !== task.id)
    const at = anchorId ? others.findIndex((other) => other.id === anchorId) : others.length
    // The neighbour moved on or left meanwhile: the end of the column is where the task still makes sense.
    const index = at === -1 ? others.length : input.before ? at : anchorId ? at + 1 : at
    if (at === -1 && !view.wholeColumns.has(input.status))
      return { need: [{ by: 'column', status: input.status }] }
    const ranks = isAlreadyAt(view, task, input.status, others, index)
      ? new Map<string, string>()
      : placeAt(others, task, index)
    if (ranks.size > 1 && !view.wholeColumns.has(input.status)) {
      return { need: [{ by: 'column', status: input.status }] }
    }
    const moved = edit('task', task, { ...withStatus(task, input.status, env.now), rank: ranks.get(task.id) })
    const shifted = others.map((other) => edit('task', other, { rank: ranks.get(other.id) }))
    if (!moved) return accept([], `${nameTask(task)} is already there.`)
    const reply =
      task.status === input.status
        ? `Moved ${nameTask(task)} within ${STATUS_NAMES[input.status]}.`
        : `Moved ${nameTask(task)} to ${STATUS_NAMES[input.status]}.`
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
