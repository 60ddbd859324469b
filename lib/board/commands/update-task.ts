import { z } from 'zod'
import { edit } from '../model/changes.ts'
import { accept, defineCommand } from '../model/command.ts'
import { withCompletion } from '../model/progress.ts'
import type { Task } from '../model/types.ts'
import { describeEdit } from '../rules/describe-task.ts'
import { noCategory, noTask } from '../rules/find-rows.ts'
import * as field from '../rules/task-fields.ts'
import { warningAbout } from '../secrets/find-secret.ts'
import { nameTask } from '../text/text.ts'

export const updateTask = defineCommand({
  name: 'update_task',
  description:
    'Change fields of one task: title, notes, category, completion, priority, effort, due date, blocked reason. Give only what changes. To change the status use update_task_status.',
  input: z.object({
    task: z.string().describe('The task: its number like #3, or its title in words.'),
    title: field.title.optional().describe('A new title.'),
    notes: field.notes.optional().describe('New notes. Empty to clear.'),
    category: z.string().optional().describe('The name of an existing category.'),
    completion: field.completion
      .optional()
      .describe('Percent done, 0 to 100. 100 is done; less reopens a done task.'),
    priority: field.priority.optional(),
    effort: field.effort.optional(),
    due_date: field.dueDate.optional().describe('A day, YYYY-MM-DD, or none to clear.'),
    blocked_reason: field.blockedReason.optional().describe('What blocks the task. Empty to clear.'),
  }),
  refs: { task: 'task', category: 'category' },
  destructive: false,
  reads: (input) => [{ by: 'tasks', ids: [input.task] }, { by: 'categories' }],
  decide(input, view, env) {
    const task = view.tasks.get(input.task)
    if (!task) return noTask(view, input.task)
    if (input.category !== undefined && !view.categories.has(input.category)) return noCategory(view)
    const fields: Partial<Task> = {
      ...(input.completion === undefined ? {} : withCompletion(task, input.completion, env.now)),
      title: input.title,
      notes: input.notes,
      categoryId: input.category,
      priority: input.priority,
      effort: input.effort,
      dueDate: input.due_date === 'none' ? null : input.due_date,
      blockedReason: input.blocked_reason,
    }
    const change = edit('task', task, fields)
    if (!change) return accept([], `Nothing to change on ${nameTask(task)}.`)
    const after = change.after as Partial<Task>
    const what = describeEdit(task, after, (id) => view.categories.get(id)?.name ?? '')
    const warning = warningAbout(input.title, input.notes, input.blocked_reason)
    return accept([change], `Updated ${nameTask({ ...task, ...after })}: ${what}.${warning}`)
  },
})
