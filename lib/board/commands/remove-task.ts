import { z } from 'zod'
import { removeRow } from '../model/changes.ts'
import { accept, defineCommand } from '../model/command.ts'
import { noTask } from '../rules/find-rows.ts'
import { nameTask } from '../text/text.ts'

export const removeTask = defineCommand({
  name: 'remove_task',
  description: 'Remove one task from the board. It can be brought back with undo.',
  input: z.object({
    task: z.string().describe('The task: its number like #3, or its title in words.'),
  }),
  refs: { task: 'task' },
  destructive: true,
  approvalRule: 'several',
  reads: (input) => [{ by: 'tasks', ids: [input.task] }],
  decide(input, view) {
    const task = view.tasks.get(input.task)
    if (!task) return noTask(view, input.task)
    return accept([removeRow('task', task)], `Removed ${nameTask(task)}.`)
  },
})
