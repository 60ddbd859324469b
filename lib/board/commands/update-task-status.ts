import { z } from 'zod'
import { edit } from '../model/changes.ts'
import { accept, defineCommand } from '../model/command.ts'
import { STATUS_NAMES } from '../model/names.ts'
import { withStatus } from '../model/progress.ts'
import { status } from '../model/task-fields.ts'
import { noTask } from '../rules/find-rows.ts'
import { nameTask } from '../text/text.ts'

export const updateTaskStatus = defineCommand({
  name: 'update_task_status',
  description:
    'Set the status of one task: open, in_progress or done. Done means 100 %; reopening gives back the percent it had.',
  input: z.object({
    task: z.string().describe('The task: its number like #3, or its title in words.'),
    status: status,
  }),
  refs: { task: 'task' },
  destructive: false,
  reads: (input) => [{ by: 'tasks', ids: [input.task] }],
  decide(input, view, env) {
    const task = view.tasks.get(input.task)
    if (!task) return noTask(view, input.task)
    const change = edit('task', task, withStatus(task, input.status, env.now))
    const name = STATUS_NAMES[input.status]
    if (!change) return accept([], `${nameTask(task)} is already ${name.toLowerCase()}.`)
    return accept([change], `Moved ${nameTask(task)} to ${name}.`)
  },
})
