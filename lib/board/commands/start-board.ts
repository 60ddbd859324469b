import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { addRow } from '../model/changes.ts'
import { accept, defineCommand, refuse } from '../model/command.ts'
import { categorySchema, itemSchema, listSchema, taskSchema, valueSchema } from '../model/types.ts'
import { countOf } from '../text/text.ts'

/** The first revision of a board, so that its rows follow from its log alone. Only the system sends it. */
export const startBoard = defineCommand({
  name: 'start_board',
  description: 'Fill a new board.',
  audience: 'system',
  input: z.object({
    categories: z.array(categorySchema).max(LIMITS.categoriesPerSession),
    tasks: z.array(taskSchema).max(LIMITS.tasksPerSession),
    lists: z.array(listSchema).max(LIMITS.listsPerSession).default([]),
    items: z
      .array(itemSchema)
      .max(LIMITS.listsPerSession * LIMITS.itemsPerList)
      .default([]),
    values: z.array(valueSchema).max(LIMITS.valuesPerSession).default([]),
  }),
  destructive: false,
  /** The changes already hold the rows. */
  logged: ({ tasks, categories, lists, items, values }) => ({
    tasks: tasks.length,
    categories: categories.length,
    lists: lists.length,
    items: items.length,
    values: values.length,
  }),
  reads: () => [{ by: 'categories' }],
  decide(input, view, env) {
    if (env.actor !== 'system' || view.categories.size > 0)
      return refuse('not_allowed', 'This board already has data.')
    const rows = [
      ...input.categories.map((row) => addRow('category', row)),
      ...input.tasks.map((row) => addRow('task', row)),
      ...input.lists.map((row) => addRow('list', row)),
      ...input.items.map((row) => addRow('item', row)),
      ...input.values.map((row) => addRow('value', row)),
    ]
    return accept(
      rows,
      input.tasks.length > 0
        ? `Created the board with ${countOf(input.tasks.length, 'task')}.`
        : 'Created the board.',
    )
  },
})
