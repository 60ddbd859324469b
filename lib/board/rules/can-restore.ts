/** Whether a row, or its old name, can be restored: undo keeps the same rules as commands. */
import { LIMITS } from '#lib/limits.ts'
import { LIMIT_REFUSALS } from '../model/capacity.ts'
import type { View } from '../model/command.ts'
import type { Category, Checkpoint, Item, List, Row, TableName, Value } from '../model/types.ts'
import { findList, itemsOf, listKey } from '../state/lists.ts'
import { isExpired } from '../state/read-state.ts'
import { problemOfRow } from '../state/write-values.ts'
import { fold } from '../text/text.ts'
import { findCategory } from './find-rows.ts'

/** `taken`: another row has its name, or its list was deleted; `rule`: the rule it would break, as a sentence. */
export type RestoreCheck = { ok: true } | { taken: 'name' | 'list' } | { rule: string }

/** The folded texts on a list, each with the id of its item. */
export type TextsOn = (listId: string) => ReadonlyMap<string, string>

const textsIn =
  (view: View): TextsOn =>
  (listId) =>
    new Map(itemsOf(view, listId).map(({ id, text }) => [fold(text), id]))

const FREE: RestoreCheck = { ok: true }
const TAKEN: RestoreCheck = { taken: 'name' }

/** `isNew`: it doesn’t exist now. `tasks`: the current number of tasks. `textsOn`: for checking many rows. */
export function checkRestorable(
  table: TableName,
  row: Row,
  view: View,
  {
    isNew,
    tasks,
    now,
    textsOn = textsIn(view),
  }: { isNew: boolean; tasks: number; now: number; textsOn?: TextsOn },
): RestoreCheck {
  const isSelf = (other: { id: string } | undefined) => (other?.id ?? row.id) === row.id
  const unless = (isFull: boolean, name: keyof typeof LIMIT_REFUSALS): RestoreCheck =>
    isNew && isFull ? { rule: LIMIT_REFUSALS[name].message } : FREE
  switch (table) {
    case 'task':
      return unless(tasks >= LIMITS.tasksPerSession, 'task')
    case 'category':
      if (!isSelf(findCategory(view, (row as Category).name))) return TAKEN
      return unless(view.categories.size >= LIMITS.categoriesPerSession, 'category')
    case 'list': {
      const { name } = row as List
      const value = view.values.get(listKey(name))
      const isHidden = value !== undefined && value.json !== null && !isExpired(value, now)
      if (isHidden || !isSelf(findList(view, name))) return TAKEN
      return unless(view.lists.size >= LIMITS.listsPerSession, 'list')
    }
    case 'item': {
      const { listId, text } = row as Item
      if (!view.lists.has(listId)) return { taken: 'list' }
      const others = textsOn(listId)
      if ((others.get(fold(text)) ?? row.id) !== row.id) return TAKEN
      return unless(others.size >= LIMITS.itemsPerList, 'item')
    }
    case 'value': {
      if (isExpired(row as Value, now)) return { rule: 'It has expired.' }
      if ([...view.lists.values()].some((list) => listKey(list.name) === row.id)) return TAKEN
      const rule = problemOfRow(view, row as Value, now)
      return rule === null ? FREE : { rule }
    }
    case 'checkpoint': {
      const { name } = row as Checkpoint
      const same = [...view.checkpoints.values()].find((other) => fold(other.name) === fold(name))
      if (!isSelf(same)) return TAKEN
      return unless(view.checkpoints.size >= LIMITS.checkpointsPerSession, 'checkpoint')
    }
    default:
      return table satisfies never
  }
}
