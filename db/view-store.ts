/** Loads what a command says it reads, and nothing else: cost follows what is touched. */
import { and, asc, desc, eq, gt, lt, or } from 'drizzle-orm'
import type { Selector, View } from '#lib/board/command.ts'
import type { Status } from '#lib/board/names.ts'
import type { Category, Task } from '#lib/board/types.ts'
import { allCategories, removedTasks, tasksByIds } from './board-store.ts'
import type { Tx } from './client.ts'
import { latestRedoable, latestUndoable, revisionRecords, standingOfTurn } from './revision-store.ts'
import { toTasks } from './rows.ts'
import { tasks } from './schema.ts'

export type Viewer = { userId: string; sessionId: string; turnId: string | null }
type Counters = { nextNumber: number; taskCount: number }
type Loading = {
  tx: Tx
  viewer: Viewer
  tasks: Map<string, Task>
  categories: Map<string, Category>
  wholeColumns: Set<Status>
  asked: string[]
  revisions: View['revisions']
}

export async function loadView(
  tx: Tx,
  viewer: Viewer,
  counters: Counters,
  selectors: readonly Selector[],
): Promise<View> {
  const loading: Loading = {
    tx,
    viewer,
    tasks: new Map(),
    categories: new Map(),
    wholeColumns: new Set(),
    asked: [],
    revisions: [],
  }
  for (const selector of selectors) await load(loading, selector)
  const missing = loading.asked.filter((id) => !loading.tasks.has(id))
  return {
    tasks: loading.tasks,
    categories: loading.categories,
    nextNumber: counters.nextNumber,
    taskCount: counters.taskCount,
    wholeColumns: loading.wholeColumns,
    revisions: loading.revisions,
    removed: missing.length > 0 ? await removedTasks(tx, viewer.sessionId, missing) : new Map(),
  }
}

async function load(loading: Loading, selector: Selector): Promise<void> {
  const { tx, viewer } = loading
  const { sessionId } = viewer
  switch (selector.by) {
    case 'tasks':
      loading.asked.push(...selector.ids)
      return addTasks(loading, await tasksByIds(tx, sessionId, selector.ids))
    case 'new-tasks':
      return addTasks(loading, await tasksByIds(tx, sessionId, selector.ids))
    case 'categories':
      for (const row of (await allCategories(tx, sessionId)).rows) loading.categories.set(row.id, row)
      return
    case 'tasks-in-category': {
      const where = and(eq(tasks.sessionId, sessionId), eq(tasks.categoryId, selector.categoryId))
      return addTasks(loading, toTasks(await tx.select().from(tasks).where(where)).rows)
    }
    case 'last-in-column': {
      const inColumn = and(eq(tasks.sessionId, sessionId), eq(tasks.status, selector.status))
      const last = tx.select().from(tasks).where(inColumn).orderBy(desc(tasks.rank), desc(tasks.id)).limit(1)
      return addTasks(loading, toTasks(await last).rows)
    }
    case 'neighbours':
      return addTasks(loading, await neighbours(tx, sessionId, selector.of))
    case 'column': {
      const inColumn = and(eq(tasks.sessionId, sessionId), eq(tasks.status, selector.status))
      loading.wholeColumns.add(selector.status)
      return addTasks(loading, toTasks(await tx.select().from(tasks).where(inColumn)).rows)
    }
    case 'revisions':
      return addRevisions(loading, selector.numbers)
    case 'turn-revisions':
      return addRevisions(loading, await standingOfTurn(tx, sessionId, selector.turnId))
    case 'latest-undoable':
      return addRevisions(loading, await latestUndoable(tx, viewer, selector.whose))
    case 'latest-redoable':
      return addRevisions(loading, await latestRedoable(tx, viewer, selector.whose))
    default:
      return selector satisfies never
  }
}

function addTasks(loading: Loading, rows: readonly Task[]): void {
  for (const row of rows) loading.tasks.set(row.id, row)
}

/** The rows just before and after one row of a column, and that row. */
async function neighbours(tx: Tx, sessionId: string, id: string): Promise<Task[]> {
  const [row] = await tasksByIds(tx, sessionId, [id])
  if (!row) return []
  const inColumn = and(eq(tasks.sessionId, sessionId), eq(tasks.status, row.status))
  const below = or(lt(tasks.rank, row.rank), and(eq(tasks.rank, row.rank), lt(tasks.id, row.id)))
  const above = or(gt(tasks.rank, row.rank), and(eq(tasks.rank, row.rank), gt(tasks.id, row.id)))
  // Two on each side: one of them may be the very task that moves.
  const before = await tx
    .select()
    .from(tasks)
    .where(and(inColumn, below))
    .orderBy(desc(tasks.rank), desc(tasks.id))
    .limit(2)
  const after = await tx
    .select()
    .from(tasks)
    .where(and(inColumn, above))
    .orderBy(asc(tasks.rank), asc(tasks.id))
    .limit(2)
  return [...toTasks(before).rows, row, ...toTasks(after).rows]
}

/** Revisions and the rows they name, as these are now. */
async function addRevisions(loading: Loading, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  const { tx, viewer } = loading
  loading.revisions = await revisionRecords(tx, viewer.sessionId, numbers)
  const named = loading.revisions.flatMap((revision) => revision.changes)
  const taskIds = named.filter((change) => change.table === 'task').map((change) => change.id)
  addTasks(loading, await tasksByIds(tx, viewer.sessionId, [...new Set(taskIds)]))
  await load(loading, { by: 'categories' })
  for (const change of named) {
    if (change.table !== 'category' || change.before !== null) continue
    await load(loading, { by: 'tasks-in-category', categoryId: change.id })
  }
}
