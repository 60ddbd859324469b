import { z } from 'zod'
import { EFFORTS, PRIORITIES, STATUSES } from './names.ts'

/** A row of the board. Both schemas hold every row read from the database. */
export const taskSchema = z.object({
  id: z.string(),
  /** `#3`: given by the server, counts up per session, never reused. */
  number: z.int().positive(),
  title: z.string().min(1),
  notes: z.string(),
  status: z.enum(STATUSES),
  /** Percent, 0 to 100. */
  completion: z.int().min(0).max(100),
  /** What `completion` was before the task was done; reopening by status gives it back. */
  completionBefore: z.int().min(0).max(100).nullable(),
  categoryId: z.string(),
  priority: z.enum(PRIORITIES),
  effort: z.enum(EFFORTS),
  /** A calendar day, `YYYY-MM-DD`, in the user's own zone. */
  dueDate: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .nullable(),
  blockedReason: z.string(),
  /** Place in its column: compared byte by byte, ties broken by id. */
  rank: z.string().min(1),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  doneAt: z.int().nullable(),
})

export const categorySchema = z.object({
  id: z.string(),
  name: z.string().min(1),
  rank: z.string().min(1),
})

export type Task = z.infer<typeof taskSchema>
export type Category = z.infer<typeof categorySchema>

export type TableName = 'task' | 'category'
export type RowOf = { task: Task; category: Category }

/** The rows of a session that somebody holds: all of them in a browser, the ones a command reads on the server. */
export type Board = {
  tasks: ReadonlyMap<string, Task>
  categories: ReadonlyMap<string, Category>
  /** The number the next new task gets. */
  nextNumber: number
}

export const EMPTY_BOARD: Board = { tasks: new Map(), categories: new Map(), nextNumber: 1 }
