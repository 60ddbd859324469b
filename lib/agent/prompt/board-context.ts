/** The board in a context block: read once per revision and cached in this process. */
import { and, asc, desc, eq, lt, ne } from 'drizzle-orm'
import { allCategories, someRows } from '#db/board-store.ts'
import { type Reader, read } from '#db/client.ts'
import { toTasks } from '#db/rows.ts'
import { sessions, tasks } from '#db/schema.ts'
import type { Category, Rows, Task } from '#lib/board/model/types.ts'
import type { Counts } from '#lib/board/readers/task-query.ts'
import { countRows, countTasks } from '#lib/session/queries/query-tasks.ts'
import { singleton } from '#lib/singletons.ts'

/** How many tasks fit in a context block. */
export const SHOWN_TASKS = 30
const KEPT_BOARDS = 100

export type BoardFacts = {
  counts: Counts
  categories: readonly Category[]
  /** Overdue, then in progress, then recently changed: each once. */
  tasks: readonly Task[]
  /** All lists, items and values; expired ones are left out when they are shown. */
  rows: Rows
}

type Kept = { revision: number; today: string; facts: BoardFacts }

const kept = () => singleton('board-facts', () => new Map<string, Kept>())

export async function boardContext(sessionId: string, today: string): Promise<BoardFacts> {
  return read(async (db) => {
    const [row] = await db
      .select({ revision: sessions.revision })
      .from(sessions)
      .where(eq(sessions.id, sessionId))
    const revision = row?.revision ?? 0
    const known = kept().get(sessionId)
    if (known?.revision === revision && known.today === today) return known.facts
    const facts = await readFacts(db, sessionId, today)
    keep(sessionId, { revision, today, facts })
    return facts
  })
}

/** Keeps the boards used last; a `Map` keeps insertion order. */
function keep(sessionId: string, entry: Kept): void {
  const boards = kept()
  boards.delete(sessionId)
  boards.set(sessionId, entry)
  const oldest = boards.keys().next()
  if (boards.size > KEPT_BOARDS && !oldest.done) boards.delete(oldest.value)
}

async function readFacts(db: Reader, sessionId: string, today: string): Promise<BoardFacts> {
  const here = eq(tasks.sessionId, sessionId)
  // One more than is shown says whether these are all; a board that fits is read once, and counted here.
  const latest = toTasks(
    await db
      .select()
      .from(tasks)
      .where(here)
      .orderBy(desc(tasks.revision))
      .limit(SHOWN_TASKS + 1),
  ).rows
  const categories = (await allCategories(db, sessionId)).rows
  const rows = await someRows(db, sessionId, ['list', 'item', 'value'])
  if (latest.length <= SHOWN_TASKS)
    return { counts: countRows(latest, today), categories, tasks: latest, rows }
  const isLate = and(here, lt(tasks.dueDate, today), ne(tasks.status, 'done'))
  const isBegun = and(here, eq(tasks.status, 'in_progress'))
  const late = await db.select().from(tasks).where(isLate).orderBy(asc(tasks.dueDate)).limit(8)
  const begun = await db.select().from(tasks).where(isBegun).orderBy(asc(tasks.rank)).limit(8)
  const first = toTasks([...late, ...begun]).rows
  const byId = new Map([...first, ...latest].map((task) => [task.id, task]))
  const counts = await countTasks(db, sessionId, today)
  return { counts, categories, tasks: [...byId.values()].slice(0, SHOWN_TASKS), rows }
}
