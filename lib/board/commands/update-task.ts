import { z } from 'zod'
import { edit } from '../model/changes.ts'
import { accept, defineCommand, refuse } from '../model/command.ts'
import { withCompletion } from '../model/progress.ts'
import { CHANGEABLE, fieldsSet, problemOfFields, UPDATE_INPUT } from '../model/task-shape.ts'
import type { Task } from '../model/types.ts'
import { taskPhrases, wordsIn } from '../rules/describe-task.ts'
import { noCategory, noTask } from '../rules/find-rows.ts'
import { warningAbout } from '../secrets/find-secret.ts'
import { nameTask } from '../text/text.ts'

export const updateTask = defineCommand({
  name: 'update_task',
  description: `Change fields of one task: ${CHANGEABLE.join(', ')}. Give only what changes. To change the status use update_task_status.`,
  input: z.object({
    task: z.string().describe('The task: its number like #3, or its title in words.'),
    ...UPDATE_INPUT,
  }),
  refs: { task: 'task', category: 'category' },
  destructive: false,
  reads: (input) => [{ by: 'tasks', ids: [input.task] }, { by: 'categories' }],
  decide(input, view, env) {
    const task = view.tasks.get(input.task)
    if (!task) return noTask(view, input.task)
    if (input.category !== undefined && !view.categories.has(input.category)) return noCategory(view)
    const progress = input.completion === undefined ? {} : withCompletion(task, input.completion, env.now)
    const fields: Partial<Task> = { ...fieldsSet(input, task), ...progress }
    const problem = problemOfFields(fields)
    if (problem) return refuse('limit', problem)
    const change = edit('task', task, fields)
    if (!change) return accept([], `Nothing to change on ${nameTask(task)}.`)
    const after = change.after as Partial<Task>
    const what = taskPhrases(after, wordsIn(view, env.now), task).join(', ')
    const warning = warningAbout(input.title, input.notes, input.blocked_reason)
    return accept([change], `Updated ${nameTask({ ...task, ...after })}: ${what}.${warning}`)
  },
})
