/** Rows as the board knows them: checked on read, so that one bad row cannot take the board down. */
import { type Category, categorySchema, type Task, taskSchema } from '#lib/board/types.ts'

export type Checked<T> = { rows: T[]; damaged: number }

function checked<T>(
  schema: { safeParse(value: unknown): { success: boolean; data?: T } },
  found: unknown[],
): Checked<T> {
  const rows: T[] = []
  for (const row of found) {
    const result = schema.safeParse(row)
    if (result.success) rows.push(result.data as T)
  }
  return { rows, damaged: found.length - rows.length }
}

export function toTasks(found: unknown[]): Checked<Task> {
  return checked<Task>(taskSchema, found)
}

export function toCategories(found: unknown[]): Checked<Category> {
  return checked<Category>(categorySchema, found)
}
