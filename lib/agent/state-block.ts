/** The board in a prompt: one block of JSON data of fixed size, made afresh before every step. */
import { and, desc, eq, gt, inArray, lt, ne } from 'drizzle-orm'
import { allCategories } from '#db/board-store.ts'
import { type Reader, read } from '#db/client.ts'
import { toTasks } from '#db/rows.ts'
import { revisions, tasks, turns } from '#db/schema.ts'
import { dayIn } from '#lib/board/queries.ts'
import { shorten } from '#lib/board/text.ts'
import type { Category, Task } from '#lib/board/types.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { countTasks } from '#lib/session/answer.ts'

const SHOWN_TASKS = 30

type Scope = { sessionId: string; turnId: string; timeZone: string; message: string }

export async function stateBlock(scope: Scope, now = Date.now()): Promise<string> {
  return read(async (db) => {
    const today = dayIn(scope.timeZone, now)
    const counts = await countTasks(db, scope.sessionId, today)
    const categories = (await allCategories(db, scope.sessionId)).rows
    const found = counts.total > 0 ? await tasksThatMatter(db, scope, today) : []
    const state = {
      today,
      time_zone: scope.timeZone,
      totals: { all: counts.total, ...counts.byStatus, overdue: counts.overdue, due_today: counts.dueToday },
      categories: categories.map((category) => category.name),
      changed_by_hand: await changedByHand(db, scope),
      tasks: found.map((task) => brief(task, categories)),
    }
    return wrap(state, counts.total)
  })
}

type Brief = ReturnType<typeof brief>

function brief(task: Task, categories: readonly Category[]) {
  return {
    number: task.number,
    title: shorten(task.title, 120),
    status: task.status,
    completion: task.completion,
    category: categories.find((category) => category.id === task.categoryId)?.name,
    ...(task.priority === 'none' ? {} : { priority: task.priority }),
    ...(task.effort === 'none' ? {} : { effort: task.effort }),
    ...(task.dueDate ? { due: task.dueDate } : {}),
    ...(task.blockedReason ? { blocked: shorten(task.blockedReason, 80) } : {}),
  }
}

/** As many tasks as the budget holds; `<` is escaped, so that no text on the board can end the block. */
function wrap(state: { tasks: Brief[] }, total: number): string {
  const shown = [...state.tasks]
  for (;;) {
    const more = total - shown.length
    const note = more > 0 ? { not_shown: `${more} more tasks; list_tasks shows them` } : {}
    const json = JSON.stringify({ ...state, tasks: shown, ...note }).replaceAll('<', '\\u003c')
    if (json.length <= TURN_LIMITS.stateChars || shown.length === 0) {
      return `The board at this moment, as data:\n<session_state>\n${json}\n</session_state>`
    }
    shown.pop()
  }
}

/** Named in the message, overdue, in progress, changed lately: in this order, each once. */
async function tasksThatMatter(db: Reader, { sessionId, message }: Scope, today: string): Promise<Task[]> {
  const here = eq(tasks.sessionId, sessionId)
  const numbers = [...message.matchAll(/\b\d{1,9}\b/g)].slice(0, 20).map((match) => Number(match[0]))
  const named =
    numbers.length > 0
      ? db
          .select()
          .from(tasks)
          .where(and(here, inArray(tasks.number, numbers)))
      : []
  const late = and(here, lt(tasks.dueDate, today), ne(tasks.status, 'done'))
  const begun = and(here, eq(tasks.status, 'in_progress'))
  const groups = [
    await named,
    await db.select().from(tasks).where(late).orderBy(tasks.dueDate).limit(8),
    await db.select().from(tasks).where(begun).orderBy(tasks.rank).limit(8),
    await db.select().from(tasks).where(here).orderBy(desc(tasks.revision)).limit(SHOWN_TASKS),
  ]
  const byId = new Map(toTasks(groups.flat()).rows.map((task) => [task.id, task]))
  return [...byId.values()].slice(0, SHOWN_TASKS)
}

/** What the user changed by hand since the turn before, in one line. */
async function changedByHand(db: Reader, { sessionId, turnId }: Scope): Promise<string> {
  const earlier = and(eq(turns.sessionId, sessionId), ne(turns.id, turnId))
  const [last] = await db.select().from(turns).where(earlier).orderBy(desc(turns.startedAt)).limit(1)
  const byHand = and(
    eq(revisions.sessionId, sessionId),
    eq(revisions.actor, 'user'),
    gt(revisions.createdAt, last?.startedAt ?? 0),
  )
  const rows = await db
    .select({ reply: revisions.reply })
    .from(revisions)
    .where(byHand)
    .orderBy(desc(revisions.number))
    .limit(6)
  return shorten(
    rows
      .map((row) => row.reply)
      .reverse()
      .join(' '),
    400,
  )
}
