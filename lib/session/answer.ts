/** Answers a reader's question from the rows: filter, counts, categories. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { allCategories } from '#db/board-store.ts'
import { type Reader, read } from '#db/client.ts'
import { toTasks } from '#db/rows.ts'
import { tasks } from '#db/schema.ts'
import type { Status } from '#lib/board/names.ts'
import { type Answer, type Counts, dueRange, type Question, type TaskFilter } from '#lib/board/queries.ts'
import { cleanLine } from '#lib/board/text.ts'
import type { Task } from '#lib/board/types.ts'
import { escapeLike } from './resolve.ts'

const STATUS_ORDER = sql`case ${tasks.status} when 'in_progress' then 0 when 'open' then 1 else 2 end`

export async function answer(sessionId: string, question: Question, today: string): Promise<Answer> {
  return read(async (db) => {
    const where = and(eq(tasks.sessionId, sessionId), ...conditions(question.filter, today))
    const rows = await db
      .select()
      .from(tasks)
      .where(where)
      .orderBy(STATUS_ORDER, asc(tasks.rank), asc(tasks.id))
      .limit(question.limit)
    const [matching] = await db.select({ n: count() }).from(tasks).where(where)
    return {
      tasks: toTasks(rows).rows,
      matching: matching?.n ?? 0,
      counts: await countTasks(db, sessionId, today),
      categories: (await allCategories(db, sessionId)).rows,
      today,
    }
  })
}

function conditions(filter: TaskFilter, today: string): (SQL | undefined)[] {
  const found: (SQL | undefined)[] = []
  if (filter.statuses) found.push(inArray(tasks.status, [...filter.statuses]))
  if (filter.categoryId) found.push(eq(tasks.categoryId, filter.categoryId))
  if (filter.due) {
    const { from, to, open } = dueRange(filter.due, today)
    if (filter.due === 'undated') found.push(isNull(tasks.dueDate))
    else found.push(isNotNull(tasks.dueDate))
    if (from) found.push(gte(tasks.dueDate, from))
    if (to) found.push(lte(tasks.dueDate, to))
    if (open) found.push(ne(tasks.status, 'done'))
  }
  for (const word of cleanLine(filter.words ?? '')
    .split(' ')
    .filter(Boolean)) {
    const holds = sql`${`%${escapeLike(word)}%`} escape '\\'`
    found.push(or(like(tasks.title, holds), like(tasks.notes, holds)))
  }
  return found
}

/** The same counts, from rows that are all of a board. */
export function countRows(rows: readonly Task[], today: string): Counts {
  const byStatus = none()
  const byCategory = new Map<string, Record<Status, number>>()
  for (const { status, categoryId } of rows) {
    const own = byCategory.get(categoryId) ?? none()
    own[status] += 1
    byStatus[status] += 1
    byCategory.set(categoryId, own)
  }
  const due = rows.filter((task) => task.dueDate !== null && task.status !== 'done')
  const dueToday = due.filter((task) => task.dueDate === today).length
  const overdue = due.filter((task) => (task.dueDate ?? today) < today).length
  return { total: rows.length, byStatus, byCategory, overdue, dueToday }
}

export async function countTasks(db: Reader, sessionId: string, today: string): Promise<Counts> {
  const here = eq(tasks.sessionId, sessionId)
  const groups = await db
    .select({ categoryId: tasks.categoryId, status: tasks.status, n: count() })
    .from(tasks)
    .where(here)
    .groupBy(tasks.categoryId, tasks.status)
  const due = await db
    .select({ dueDate: tasks.dueDate, n: count() })
    .from(tasks)
    .where(and(here, lte(tasks.dueDate, today), ne(tasks.status, 'done')))
    .groupBy(tasks.dueDate)
    .orderBy(desc(tasks.dueDate))
  const byStatus = none()
  const byCategory = new Map<string, Record<Status, number>>()
  for (const { categoryId, status, n } of groups) {
    const own = byCategory.get(categoryId) ?? none()
    own[status as Status] += n
    byStatus[status as Status] += n
    byCategory.set(categoryId, own)
  }
  const dueToday = due.find((row) => row.dueDate === today)?.n ?? 0
  const late = due.reduce((sum, row) => sum + row.n, 0) - dueToday
  const total = byStatus.open + byStatus.in_progress + byStatus.done
  return { total, byStatus, byCategory, overdue: late, dueToday }
}

const none = (): Record<Status, number> => ({ open: 0, in_progress: 0, done: 0 })
