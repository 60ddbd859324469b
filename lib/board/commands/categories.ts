/** The commands on categories. Names are unique on a board, ignoring case. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { LIMIT_REFUSALS } from '../model/capacity.ts'
import { addRow, edit, removeRow } from '../model/changes.ts'
import { accept, defineCommand, refuse } from '../model/command.ts'
import { idSchema } from '../model/id.ts'
import * as field from '../model/input-schemas.ts'
import { DEFAULT_CATEGORY } from '../model/names.ts'
import { rankAfter } from '../model/rank.ts'
import type { Category } from '../model/types.ts'
import { categoriesInOrder, defaultCategory, findCategory, noCategory } from '../rules/find-rows.ts'
import { countOf } from '../text/text.ts'

const isDefault = (category: Category) => category.name === DEFAULT_CATEGORY

export const addCategory = defineCommand({
  name: 'add_category',
  description: 'Add a category that tasks can have. Only when the user asks for it.',
  input: z.object({ id: idSchema, name: field.categoryName.describe('The name.') }),
  newIds: ['id'],
  destructive: false,
  reads: () => [{ by: 'categories' }],
  decide(input, view) {
    const same = findCategory(view, input.name)
    if (same) return refuse('exists', `Category “${same.name}” already exists.`)
    if (view.categories.has(input.id)) {
      return refuse('exists', 'This category id already exists.')
    }
    if (view.categories.size >= LIMITS.categoriesPerSession) return LIMIT_REFUSALS.category
    const rank = rankAfter(categoriesInOrder(view).at(-1)?.rank)
    return accept(
      [addRow('category', { id: input.id, name: input.name, rank })],
      `Added the category “${input.name}”.`,
    )
  },
})

export const renameCategory = defineCommand({
  name: 'rename_category',
  description: 'Give a category another name. Its tasks keep it.',
  input: z.object({
    category: z.string().describe('The name it has now.'),
    name: field.categoryName.describe('The new name.'),
  }),
  refs: { category: 'category' },
  destructive: true,
  approvalRule: 'used',
  reads: () => [{ by: 'categories' }],
  decide(input, view) {
    const category = view.categories.get(input.category)
    if (!category) return noCategory(view)
    if (isDefault(category))
      return refuse(
        'protected',
        `“${DEFAULT_CATEGORY}” is where tasks without a category go; it keeps its name.`,
      )
    const same = findCategory(view, input.name)
    if (same && same.id !== category.id) return refuse('exists', `Category “${same.name}” already exists.`)
    const change = edit('category', category, { name: input.name })
    if (!change) return accept([], `The category is already called “${category.name}”.`)
    return accept([change], `Renamed the category “${category.name}” to “${input.name}”.`)
  },
})

export const removeCategory = defineCommand({
  name: 'remove_category',
  description: 'Remove a category. Its tasks move to general.',
  input: z.object({ category: z.string().describe('Its name.') }),
  refs: { category: 'category' },
  destructive: true,
  approvalRule: 'used',
  reads: (input) => [{ by: 'categories' }, { by: 'tasks-in-category', categoryId: input.category }],
  decide(input, view) {
    const category = view.categories.get(input.category)
    const fallback = defaultCategory(view)
    if (!category || !fallback) return noCategory(view)
    if (isDefault(category))
      return refuse('protected', `“${DEFAULT_CATEGORY}” is where tasks without a category go; it stays.`)
    const moved = [...view.tasks.values()]
      .filter((task) => task.categoryId === category.id)
      .map((task) => edit('task', task, { categoryId: fallback.id }))
    const tasks = moved.length > 0 ? ` ${countOf(moved.length, 'task')} moved to ${fallback.name}.` : ''
    return accept(
      [...moved, removeRow('category', category)],
      `Removed the category “${category.name}”.${tasks}`,
    )
  },
})
