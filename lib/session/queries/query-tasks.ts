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
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { allCategories } from '#db/board-store.ts'
import { type Reader, read } from '#db/client.ts'
import { toTasks } from '#db/rows.ts'
import { tasks } from '#db/schema.ts'
import type { Status } from '#lib/board/model/names.ts'
import { isListField, TASK_FIELD_NAMES, type TaskFieldName } from '#lib/board/model/task-shape.ts'
import type { Task } from '#lib/board/model/types.ts'
import {
  type Answer,
  addDays,
  type Counts,
  dayBegins,
  dueRange,
  type Question,
  type TaskFilter,
} from '#lib/board/readers/task-query.ts'
import { cleanLine, fold } from '#lib/board/text/text.ts'
import { escapeLike } from '../commands/resolve-references.ts'

const STATUS_ORDER = sql`case ${tasks.status} when 'in_progress' then 0 when 'open' then 1 else 2 end`

const PRIORITY_ORDER = sql`case ${tasks.priority} when 'urgent' then 0 when 'high' then 1 when 'medium' then 2 when 'none' then 3 else 4 end`
const EFFORT_ORDER = sql`case ${tasks.effort} when 'quick' then 0 when 'deep' then 2 else 1 end`

/** What falls due, the oldest first; what is started; what waits for nothing, by priority, then by effort; what is blocked. */
function urgency(by: string): SQL[] {
  const isDue = sql`${tasks.dueDate} is not null and ${tasks.dueDate} <= ${by}`
  return [
    sql`case when ${isDue} then 0 when ${tasks.blockedReason} <> '' then 3 when ${tasks.status} = 'in_progress' then 1 else 2 end`,
    sql`case when ${isDue} then ${tasks.dueDate} end`,
    PRIORITY_ORDER,
    sql`coalesce(${tasks.dueDate}, '9999')`,
    EFFORT_ORDER,
  ]
}

export async function queryTasks(
  sessionId: string,
  question: Question,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<Answer> {
  return read(async (db) => {
    const fields = await asSpelled(db, sessionId, question.filter.fields)
    const where = and(
      eq(tasks.sessionId, sessionId),
      ...conditions({ ...question.filter, fields }, today, timeZone),
    )
    const { urgentBy } = question
    const first = urgentBy === undefined ? [STATUS_ORDER] : urgency(urgentBy === 'today' ? today : urgentBy)
    const rows = await db
      .select()
      .from(tasks)
      .where(where)
      .orderBy(...first, asc(tasks.rank), asc(tasks.id))
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

function conditions(filter: TaskFilter, today: string, timeZone: string): (SQL | undefined)[] {
  const found: (SQL | undefined)[] = []
  if (filter.id !== undefined) found.push(eq(tasks.id, filter.id))
  if (filter.statuses) found.push(inArray(tasks.status, [...filter.statuses]))
  for (const [name, value] of Object.entries(filter.fields ?? {}))
    found.push(has(name as TaskFieldName, value))
  if (filter.due) {
    const { from, to, open } = dueRange(filter.due, today)
    if (filter.due === 'undated') found.push(isNull(tasks.dueDate))
    else found.push(isNotNull(tasks.dueDate))
    if (from) found.push(gte(tasks.dueDate, from))
    if (to) found.push(lte(tasks.dueDate, to))
    if (open) found.push(ne(tasks.status, 'done'))
  }
  if (filter.isBlocked !== undefined)
    found.push(filter.isBlocked ? ne(tasks.blockedReason, '') : eq(tasks.blockedReason, ''))
  if (filter.days) found.push(...withinDays(filter.days, timeZone))
  for (const word of cleanLine(filter.words ?? '')
    .split(' ')
    .filter(Boolean)) {
    const holds = sql`${`%${escapeLike(word)}%`} escape '\\'`
    found.push(or(like(tasks.title, holds), like(tasks.notes, holds)))
  }
  return found
}

/** The field has this value, or one of these among others. */
function has(name: TaskFieldName, value: unknown): SQL {
  const column: SQLiteColumn = tasks[name]
  if (!Array.isArray(value)) return eq(column, value)
  const spelled = sql.join(
    value.map((one) => sql`${one}`),
    sql`, `,
  )
  return sql`exists (select 1 from json_each(${listIn(column)}) where value in (${spelled}))`
}

const listIn = (column: SQLiteColumn) => sql`case when json_valid(${column}) then ${column} else '[]' end`

/** A value of a list, in every way it is written on the board: SQLite folds the case of ASCII alone. */
async function asSpelled(
  db: Reader,
  sessionId: string,
  fields: TaskFilter['fields'] = {},
): Promise<NonNullable<TaskFilter['fields']>> {
  const found = { ...fields }
  for (const name of TASK_FIELD_NAMES.filter((one) => isListField(one) && fields[one] !== undefined)) {
    const values = await db.all<{ value: string }>(
      sql`select distinct value from ${tasks}, json_each(${listIn(tasks[name])}) where ${tasks.sessionId} = ${sessionId}`,
    )
    const wanted = fold(String(fields[name]))
    found[name] = values.map(({ value }) => value).filter((value) => fold(value) === wanted)
  }
  return found
}

function withinDays({ of, from, to }: NonNullable<TaskFilter['days']>, timeZone: string): SQL[] {
  if (of === 'due') {
    const ends = [from && gte(tasks.dueDate, from), to && lte(tasks.dueDate, to)]
    return [isNotNull(tasks.dueDate), ...ends.filter((end) => !!end)]
  }
  const column = of === 'done' ? tasks.doneAt : tasks.createdAt
  const ends = [
    from && gte(column, dayBegins(timeZone, from)),
    to && lt(column, dayBegins(timeZone, addDays(to, 1))),
  ]
  return [isNotNull(column), ...ends.filter((end) => !!end)]
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
