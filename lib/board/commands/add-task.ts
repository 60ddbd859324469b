import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { LIMIT_REFUSALS } from '../model/capacity.ts'
import { addRow } from '../model/changes.ts'
import { accept, defineCommand, refuse } from '../model/command.ts'
import { idSchema } from '../model/id.ts'
import { withCompletion, withStatus } from '../model/progress.ts'
import { rankAfter } from '../model/rank.ts'
import { ADD_INPUT, fieldsSet, newTask } from '../model/task-shape.ts'
import { describeTask, wordsIn } from '../rules/describe-task.ts'
import { column, defaultCategory, noCategory } from '../rules/find-rows.ts'
import { warningAbout } from '../secrets/find-secret.ts'

export const addTask = defineCommand({
  name: 'add_task',
  description:
    'Add one task. It starts open at 0 %. Call it once for each task. Use the category the user names, or leave it out.',
  input: z.object({ id: idSchema, ...ADD_INPUT }),
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
    const task = newTask({
      ...fieldsSet(input),
      ...progress,
      id: input.id,
      number: view.nextNumber,
      title: input.title,
      categoryId: category.id,
      rank: rankAfter(column(view, progress.status).at(-1)?.rank),
      createdAt: env.now,
    })
    const warning = warningAbout(input.title, input.notes)
    return accept([addRow('task', task)], `Added ${describeTask(task, wordsIn(view, env.now))}.${warning}`)
  },
})
