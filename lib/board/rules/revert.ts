/** Reverts revisions on the current rows: fields that haven’t changed since are restored, the rest is named. */
import { applyInto, type Change, edit, invert, isSame, ownRows, squash } from '../model/changes.ts'
import type { RevisionRecord, View } from '../model/command.ts'
import { PLACES, rowsOf } from '../model/tables.ts'
import type { Board, Item, Row, Rows, Task, Value } from '../model/types.ts'
import { itemsOf } from '../state/lists.ts'
import { isExpired } from '../state/read-state.ts'
import { movedPaths, revertJson } from '../state/revert-json.ts'
import { fold, nameTask } from '../text/text.ts'
import { checkRestorable, type RestoreCheck, type TextsOn } from './can-restore.ts'
import { fieldName } from './describe-changes.ts'
import { defaultCategory } from './find-rows.ts'

export type RevertResult = {
  changes: Change[]
  /** What changed since, by name. */
  kept: string[]
  /** Why the rest couldn’t be restored, as sentences: names taken by other rows, and rules. */
  taken: string[]
  rules: string[]
}

type Work = {
  view: View
  textsOn: TextsOn
  tasks: number
  now: number
  kept: Set<string>
  taken: Set<string>
  rules: Set<string>
}

export function revertRevisions(revisions: readonly RevisionRecord[], view: View, now: number): RevertResult {
  const undoing = new Set(revisions.map((revision) => revision.number))
  const newestFirst = [...revisions].sort((a, b) => b.number - a.number)
  const done: Change[] = []
  const tasks = view.taskCount
  const rows = ownRows(view)
  const board = { ...view, ...(rows as unknown as Rows) }
  const texts = openTexts(view)
  const said = { kept: new Set<string>(), taken: new Set<string>(), rules: new Set<string>() }
  const work: Work = { view: board, textsOn: texts.on, tasks, now, ...said }
  for (const revision of newestFirst) {
    const movedOn = revision.movedOn.filter((later) => !undoing.has(later.revision))
    const byRow = Map.groupBy(movedOn, ({ table, id }) => `${table} ${id}`)
    for (const change of inBackwardOrder(revision.changes)) {
      const later = byRow.get(`${change.table} ${change.id}`) ?? []
      const back = takeBackOne(change, new Set(later.flatMap((touch) => touch.fields)), work)
      if (!back) continue
      done.push(back)
      const place = rows[PLACES[back.table]]
      const before = place.get(back.id)
      applyInto(place, back)
      if (back.table === 'item')
        texts.moved(before as Item | undefined, place.get(back.id) as Item | undefined)
      if (back.table === 'task') work.tasks += Number(back.before === null) - Number(back.after === null)
    }
  }
  const { kept, taken, rules } = work
  return { changes: squash(done), kept: [...kept], taken: [...taken], rules: [...rules] }
}

/** The texts on each list, kept up to date while rows change: searching each time would take quadratic time. */
function openTexts({ items }: Rows) {
  const lists = new Map<string, Map<string, string>>()
  const on = (listId: string) => {
    const texts = lists.get(listId) ?? new Map<string, string>()
    lists.set(listId, texts)
    return texts
  }
  const put = ({ listId, text, id }: Item) => on(listId).set(fold(text), id)
  for (const item of items.values()) put(item)
  return {
    on,
    moved(before: Item | undefined, after: Item | undefined) {
      if (before) on(before.listId).delete(fold(before.text))
      if (after) put(after)
    },
  }
}

/** Rows that contain others are restored before them, and removed after them. */
function inBackwardOrder(changes: readonly Change[]): Change[] {
  const place = (change: Change) => {
    if (change.table !== 'list' && change.table !== 'category') return 1
    return change.after === null ? 0 : change.before === null ? 2 : 1
  }
  return changes.toReversed().toSorted((a, b) => place(a) - place(b))
}

function takeBackOne(change: Change, moved: ReadonlySet<string>, work: Work): Change | null {
  const { view, now, kept } = work
  const held: Row | undefined = rowsOf(view, change.table).get(change.id)
  // An expired value counts as deleted, even if its row still exists.
  const row = held && 'expiresAt' in held && isExpired(held, now) ? undefined : held
  if (change.before === null) {
    if (!row) return null
    if (moved.size === 0 && isUnused(change, view)) return { ...invert(change), before: row } as Change
    kept.add(nameRow(change.table, row))
    return null
  }
  if (change.after === null) {
    if (row || isPast(change, undefined, now)) return null
    return hasRoom(change, { ...change.before, id: change.id } as Row, true, work)
      ? invert(withLiveCategory(change, view))
      : null
  }
  if (!row) {
    const known = view.removed.get(change.id)
    if (!isPast(change, undefined, now))
      kept.add(nameRow(change.table, { ...change.before, ...known, id: change.id }))
    return null
  }
  const back = edit(change.table, row as never, fieldsBack(change, row, moved, work))
  return back && isPast(invert(back), row, now) ? null : back
}

function fieldsBack(change: Change, row: Row, moved: ReadonlySet<string>, work: Work): object {
  const fields: Record<string, unknown> = {}
  for (const name of Object.keys(change.after ?? {})) {
    const [before, after, held] = [change.before, change.after, row].map(
      (fields) => (fields as Record<string, unknown>)[name],
    )
    const isThere = name !== 'categoryId' || work.view.categories.has(String(before))
    if (!isThere) work.kept.add(nameField(name, change.table, row))
    else if (name === 'json' && (!isSame(held, after) || moved.size > 0)) {
      const json = jsonBack({ before, after }, row as Value, moved, work)
      if (json !== held) fields.json = json
    } else if (isSame(held, after) && !moved.has(name)) fields[name] = before
    else if (!isSame(held, before)) work.kept.add(nameField(name, change.table, row))
  }
  const needsRoom = ['name', 'text', 'json'].some((name) => fields[name] !== undefined)
  if (!needsRoom || hasRoom(change, { ...row, ...fields } as Row, false, work)) return fields
  const { name: _name, text: _text, json: _json, ...others } = fields
  return others
}

/** Keeps what others set inside the same object, and what can’t be told apart. */
function jsonBack(
  change: { before: unknown; after: unknown },
  row: Value,
  moved: ReadonlySet<string>,
  { kept }: Work,
): string | null {
  const paths = movedPaths(moved)
  if (row.json === change.after && paths.length === 0) return change.before as string | null
  const reverted = revertJson(change, row.json, paths)
  if (!reverted) {
    if (row.json !== change.before) kept.add(nameField('json', 'value', row))
    return row.json
  }
  for (const path of reverted.kept) kept.add(`the value “${[row.id, ...path].join('.')}”`)
  return reverted.json
}

function hasRoom(
  { table }: Change,
  row: Row,
  isNew: boolean,
  { view, textsOn, tasks, now, taken, rules }: Work,
): boolean {
  const room = checkRestorable(table, row, view, { isNew, tasks, now, textsOn })
  if ('ok' in room) return true
  if ('rule' in room) rules.add(room.rule)
  else if (room.taken === 'name') taken.add(`The name of ${nameRow(table, row)} is taken.`)
  else taken.add(`The list of ${nameRow(table, row)} was deleted.`)
  return false
}

/** Values that have expired are not restored. */
function isPast(change: Change, row: Row | undefined, now: number): boolean {
  if (change.table !== 'value') return false
  const { expiresAt } = { ...row, ...change.before } as Partial<Value>
  return isExpired({ expiresAt: expiresAt ?? null }, now)
}

/** A category or list that got rows since is kept, so that no row points to a missing one. */
function isUnused(change: Change, board: Board): boolean {
  if (change.table === 'category')
    return [...board.tasks.values()].every((task) => task.categoryId !== change.id)
  return change.table !== 'list' || itemsOf(board, change.id).length === 0
}

/** Whether a removed row can be restored. */
export function checkRowRestorable(gone: Change, view: View, now: number): RestoreCheck {
  if (rowsOf(view, gone.table).has(gone.id)) return { taken: 'name' }
  const row = { ...gone.before, id: gone.id } as Row
  return checkRestorable(gone.table, row, view, { isNew: true, tasks: view.taskCount, now })
}

/** A restored task whose category was removed becomes general. */
export function withLiveCategory(change: Change, board: Board): Change {
  if (change.table !== 'task' || change.before === null) return change
  const task = change.before as Task
  const fallback = defaultCategory(board)
  if (board.categories.has(task.categoryId) || !fallback) return change
  return { ...change, before: { ...task, categoryId: fallback.id } } as Change
}

function nameField(field: string, table: Change['table'], row: Row): string {
  return `the ${fieldName(table, field)} of ${nameRow(table, row)}`
}

function nameRow(table: Change['table'], row: Partial<Row>): string {
  switch (table) {
    case 'task':
      return 'number' in row && row.number !== undefined ? nameTask(row as Task) : 'a removed task'
    case 'category':
      return 'name' in row ? `the category “${row.name}”` : 'a removed category'
    case 'list':
      return 'name' in row ? `the ${row.name} list` : 'a deleted list'
    case 'item':
      return 'text' in row ? `'${row.text}'` : 'a removed item'
    case 'value':
      return `the value “${row.id}”`
    case 'checkpoint':
      return 'name' in row ? `the checkpoint “${row.name}”` : 'a removed checkpoint'
    default:
      return table satisfies never
  }
}
