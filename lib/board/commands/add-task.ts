import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { LIMIT_REFUSALS } from '../model/capacity.ts'
import { addRow } from '../model/changes.ts'
import { accept, defineCommand, refuse } from '../model/command.ts'
import { idSchema } from '../model/id.ts'
import { withCompletion, withStatus } from '../model/progress.ts'
import { rankAfter } from '../model/rank.ts'
import type { Task } from '../model/types.ts'
import { describeTask } from '../rules/describe-task.ts'
import { column, defaultCategory, noCategory } from '../rules/find-rows.ts'
import * as field from '../rules/task-fields.ts'
import { warningAbout } from '../secrets/find-secret.ts'

export const addTask = defineCommand({
  name: 'add_task',
  description:
    'Add one task. It starts open at 0 %. Call it once for each task. Use the category the user names, or leave it out.',
  input: z.object({
    id: idSchema,
    title: field.title.describe('What is to be done, in the words of the user.'),
    category: z.string().optional().describe('The name of an existing category. Default: general.'),
    notes: field.notes.optional().describe('More about it, if the user said more.'),
    priority: field.priority.optional(),
    effort: field.effort.optional(),
    due_date: field.dueDate.optional().describe('A day, YYYY-MM-DD.'),
    status: field.status.optional().describe('Only if the user says it is already begun or done.'),
    completion: field.completion.optional().describe('Percent already done, 0 to 100.'),
  }),
  refs: { category: 'category' },
  newIds: ['id'],
  destructive: false,
  reads: (input) => [
    { by: 'new-tasks', ids: [input.id] },
    { by: 'categories' },
    { by: 'last-in-column', status: input.status ?? 'open' },
  ],
  decide(input, view, env) {
    if (view.tasks.has(input.id)) return refuse('exists', 'This task id already exists.')
    if (view.taskCount >= LIMITS.tasksPerSession) return LIMIT_REFUSALS.task
    const category = input.category ? view.categories.get(input.category) : defaultCategory(view)
    if (!category) return noCategory(view)
    const fresh = { status: 'open', completion: 0, completionBefore: null, doneAt: null } as const
    const begun = withStatus(fresh, input.status ?? 'open', env.now)
    const progress = input.completion === undefined ? begun : withCompletion(begun, input.completion, env.now)
    const task: Task = {
      id: input.id,
      number: view.nextNumber,
      title: input.title,
      notes: input.notes ?? '',
      categoryId: category.id,
      priority: input.priority ?? 'none',
      effort: input.effort ?? 'none',
      dueDate: input.due_date && input.due_date !== 'none' ? input.due_date : null,
      blockedReason: '',
      rank: rankAfter(column(view, progress.status).at(-1)?.rank),
      createdAt: env.now,
      status: progress.status,
      completion: progress.completion,
      completionBefore: progress.completionBefore,
      doneAt: progress.doneAt,
    }
    const warning = warningAbout(input.title, input.notes)
    return accept([addRow('task', task)], `Added ${describeTask(task, category)}.${warning}`)
  },
})
