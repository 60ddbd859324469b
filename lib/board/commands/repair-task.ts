import { z } from 'zod'
import type { Change } from '../model/changes.ts'
import { accept, defineCommand } from '../model/command.ts'
import { FIELDS } from '../model/task-shape.ts'
import type { Task } from '../model/types.ts'
import { noTask } from '../rules/find-rows.ts'
import { joinWords, nameTask } from '../text/text.ts'

export const repairTask = defineCommand({
  name: 'repair_task',
  description: 'Repair a corrupted task: what can be read stays, the rest gets its default.',
  input: z.object({
    task: z.string().describe('The task: its number like #3, or its title in words.'),
  }),
  refs: { task: 'task' },
  destructive: false,
  reads: (input) => [{ by: 'tasks', ids: [input.task] }],
  decide(input, view, env) {
    const task = view.tasks.get(input.task)
    if (!task) return noTask(view, input.task)
    const fields = (task.corrupted ?? []).map(({ field }) => field)
    if (fields.length === 0) return accept([], `${nameTask(task)} isn’t corrupted.`)
    // The row was read with the defaults: what is stored differs, though before and after are the same here.
    const before = Object.fromEntries(fields.map((field) => [field, task[field]])) as Partial<Task>
    const after = { ...before, ...(fields.includes('createdAt') && { createdAt: env.now }) }
    const change: Change = { table: 'task', id: task.id, before, after }
    const names = joinWords(fields.map((field) => FIELDS[field].name))
    return accept([change], `Repaired ${nameTask(task)}. Set to defaults: ${names}.`)
  },
})
