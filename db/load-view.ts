/** Loads only the rows that a command declares. */
import { and, asc, desc, eq, gt, lt, or } from 'drizzle-orm'
import type { Change } from '#lib/board/model/changes.ts'
import type { Selector, View } from '#lib/board/model/command.ts'
import type { Status } from '#lib/board/model/names.ts'
import { NO_ROWS, PLACES, TABLES } from '#lib/board/model/tables.ts'
import type { Row, RowOf, Rows, Task } from '#lib/board/model/types.ts'
import { DAY_MS, RETENTION_DAYS } from '#lib/limits.ts'
import { allRows, removedTasks, rowsByIds, tasksByIds } from './board-store.ts'
import type { Tx } from './client.ts'
import { changesAfter } from './log-store.ts'
import {
  activeRevisionsOfTurn,
  activeRevisionsSinceTurn,
  latestRedoable,
  latestUndoable,
  removals,
  revisionRecords,
  valuesAt,
} from './revision-store.ts'
import { COLUMNS, type RowTable, toRows, toTasks } from './rows.ts'
import { listItems, tasks } from './schema.ts'

export type Viewer = { userId: string; sessionId: string; turnId: string | null }
export type Counters = { nextNumber: number; taskCount: number; revision: number }
type Loading = {
  tx: Tx
  viewer: Viewer
  now: number
  rows: Rows
  wholeColumns: Set<Status>
  wholeLists: Set<string>
  asked: string[]
  revisions: View['revisions']
  gone: View['gone']
  since: View['since']
  past: View['past']
}

export async function loadView(
  tx: Tx,
  viewer: Viewer,
  counters: Counters,
  selectors: readonly Selector[],
  now: number,
): Promise<View> {
  const loading: Loading = {
    tx,
    viewer,
    now,
    rows: emptyRows(),
    wholeColumns: new Set(),
    wholeLists: new Set(),
    asked: [],
    revisions: [],
    gone: [],
    since: null,
    past: new Map(),
  }
  for (const selector of selectors) await load(loading, selector)
  const { rows, asked, wholeColumns, wholeLists, revisions, gone, since, past } = loading
  const missing = [...asked, ...tasksIn(revisions)].filter((id) => !rows.tasks.has(id))
  return {
    ...rows,
    ...counters,
    wholeColumns,
    wholeLists,
    revisions,
    gone,
    since,
    past,
    removed: missing.length > 0 ? await removedTasks(tx, viewer.sessionId, missing) : new Map(),
  }
}

/** An undo says by name which of its tasks are gone. */
const tasksIn = (revisions: View['revisions']) =>
  revisions.flatMap(({ changes }) => changes.filter(({ table }) => table === 'task').map(({ id }) => id))

const emptyRows = (): Rows =>
  Object.fromEntries(Object.keys(NO_ROWS).map((place) => [place, new Map()])) as unknown as Rows

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
      return addAll(loading, 'category')
    case 'lists':
      return addAll(loading, 'list')
    case 'checkpoints':
      return addAll(loading, 'checkpoint')
    case 'values':
      return addAll(loading, 'value')
    case 'items':
      return addItems(loading, selector.listId)
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
      return addRevisions(loading, await activeRevisionsOfTurn(tx, sessionId, selector.turnId))
    case 'latest-undoable':
      return addRevisions(loading, await latestUndoable(tx, viewer, selector.whose))
    case 'latest-redoable':
      return addRevisions(loading, await latestRedoable(tx, viewer, selector.whose))
    case 'since-turn':
      return addRevisions(loading, await activeRevisionsSinceTurn(tx, sessionId, selector.turnId))
    case 'removed':
      loading.gone = await removals(tx, sessionId, selector.ids, loading.now - RETENTION_DAYS.trash * DAY_MS)
      return addNamed(loading, loading.gone)
    case 'changes-since':
      return addSince(loading, selector.revision)
    default:
      return selector satisfies never
  }
}

function add<Name extends RowTable>(loading: Loading, name: Name, rows: readonly RowOf[Name][]): void {
  const held = loading.rows[PLACES[name]] as unknown as Map<string, Row>
  for (const row of rows) {
    // Expired values are gone, even before their rows are deleted.
    const expiresAt = 'expiresAt' in row ? row.expiresAt : null
    if (expiresAt === null || expiresAt > loading.now) held.set(row.id, row)
  }
}

function addTasks(loading: Loading, rows: readonly Task[]): void {
  add(loading, 'task', rows)
}

async function addAll(loading: Loading, name: RowTable): Promise<void> {
  add(loading, name, (await allRows(loading.tx, name, loading.viewer.sessionId)).rows)
}

async function addItems(loading: Loading, listId: string): Promise<void> {
  const { tx, viewer, rows } = loading
  const here = eq(listItems.sessionId, viewer.sessionId)
  const where = listId === 'all' ? here : and(here, eq(listItems.listId, listId))
  add(loading, 'item', toRows('item', await tx.select(COLUMNS.item).from(listItems).where(where)).rows)
  for (const id of listId === 'all' ? rows.lists.keys() : [listId]) loading.wholeLists.add(id)
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
  await addNamed(
    loading,
    loading.revisions.flatMap((revision) => revision.changes),
  )
}

async function addSince(loading: Loading, revision: number): Promise<void> {
  const { tx, viewer, rows } = loading
  loading.since = await changesAfter(tx, viewer.sessionId, revision)
  await addAll(loading, 'value')
  const gone = loading.since.filter((change) => change.table === 'value' && !rows.values.has(change.id))
  const ids = [...new Set(gone.map((change) => change.id))]
  loading.past = await valuesAt(tx, viewer.sessionId, revision, ids)
}

/** The rows that changes name, and those whose names or places they could meet. */
async function addNamed(loading: Loading, named: readonly Change[]): Promise<void> {
  const { tx, viewer } = loading
  for (const table of TABLES) {
    const ids = named.filter((change) => change.table === table).map((change) => change.id)
    if (ids.length > 0) add(loading, table, await rowsByIds(tx, table, viewer.sessionId, [...new Set(ids)]))
  }
  await addAll(loading, 'category')
  const tables = new Set(named.map((change) => change.table))
  if (tables.has('checkpoint')) await addAll(loading, 'checkpoint')
  if (tables.has('list') || tables.has('item') || tables.has('value')) {
    await addAll(loading, 'list')
    await addAll(loading, 'value')
  }
  for (const change of named) {
    if (change.before !== null) continue
    if (change.table === 'category') {
      await load(loading, { by: 'tasks-in-category', categoryId: change.id })
    }
    if (change.table === 'list') await addItems(loading, change.id)
  }
  const lists = new Set(named.flatMap((change) => listOf(change, loading.rows)))
  for (const listId of lists) await addItems(loading, listId)
}

/** The list whose items a change is of: no two of them have the same text. An edit names only what it changed. */
function listOf(change: Change, rows: Rows): string[] {
  if (change.table !== 'item') return []
  const named = (change.before ?? change.after) as Partial<RowOf['item']> | null
  const listId = rows.items.get(change.id)?.listId ?? named?.listId
  return listId ? [listId] : []
}
