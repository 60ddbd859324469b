/** The commands on list items. Items are named by their text, ignoring case, or by id. */
import { z } from 'zod'
import { addRow, edit, removeRow } from '../model/changes.ts'
import { accept, defineCommand, refuse, type View } from '../model/command.ts'
import { idSchema } from '../model/id.ts'
import * as field from '../model/input-schemas.ts'
import { byRank, placeAt } from '../model/rank.ts'
import type { List } from '../model/types.ts'
import { itemsOf } from '../state/lists.ts'
import {
  alreadyOn,
  fill,
  listHolding,
  listToFill,
  meantList,
  type Picked,
  passedOver,
  pick,
} from '../state/write-lists.ts'
import { fold, joinWords } from '../text/text.ts'

const optionalList = field.listName.optional().describe('Its name, e.g. shopping. Default: the only list.')

export const addItems = defineCommand({
  name: 'add_items',
  description: 'Add items to a list, e.g. shopping. Creates the list if needed.',
  input: z.object({ id: idSchema, list: optionalList, items: field.items.describe('Each thing by itself.') }),
  newIds: ['id'],
  destructive: false,
  reads: () => [{ by: 'lists' }, { by: 'values' }],
  decide(input, view, env) {
    const target = listToFill(view, input.list, input.id, env.now)
    if ('ok' in target) return target
    const { list, isNew } = target
    if (!isNew && !view.wholeLists.has(list.id)) return { need: [{ by: 'items', listId: list.id }] }
    const filled = fill(view, list, input.items, input.id)
    if ('ok' in filled) return filled
    const { changes, added, present } = filled
    const back = backOn(view, list.id, present)
    const there = present.filter((text) => !back.some((change) => change.text === text))
    const said = [
      added.length > 0 ? `Added ${joinWords(added)} to the ${list.name} list.` : '',
      back.length > 0 ? `Put ${joinWords(back.map(({ text }) => text))} back on the ${list.name} list.` : '',
      there.length > 0 ? alreadyOn(there, list) : '',
    ]
    const made = isNew ? [addRow('list', list)] : []
    return accept([...made, ...changes, ...back.map(({ change }) => change)], said.filter(Boolean).join(' '))
  },
})

/** Unchecks checked items that are added again. */
function backOn(view: View, listId: string, texts: readonly string[]) {
  return itemsOf(view, listId)
    .filter((item) => item.checked && texts.includes(item.text))
    .map((item) => ({ text: item.text, change: edit('item', item, { checked: false }) }))
}

export const checkItems = defineCommand({
  name: 'check_items',
  description: 'Check or uncheck items on a list. They stay on it.',
  input: z.object({
    list: optionalList,
    items: field.items,
    checked: z.boolean().optional().describe('false: uncheck.'),
  }),
  destructive: false,
  reads: () => [{ by: 'lists' }],
  decide(input, view) {
    const list = listHolding(view, input.list, input.items)
    if ('ok' in list || 'need' in list) return list
    const picked = pick(view, list, input.items)
    const { found } = picked
    if (found.length === 0) return nothingFound(picked, list)
    const checked = input.checked ?? true
    const changes = found.map((item) => edit('item', item, { checked }))
    const verb = checked ? 'Checked off' : 'Unchecked'
    const texts = joinWords(found.map(({ text }) => text))
    return accept(changes, `${verb} ${texts} on the ${list.name} list. ${passedOver(picked, list)}`.trim())
  },
})

export const removeItems = defineCommand({
  name: 'remove_items',
  description: 'Remove items from a list, also when the user has got them: “I got bread”.',
  input: z.object({ list: optionalList, items: field.items }),
  destructive: false,
  reads: () => [{ by: 'lists' }],
  decide(input, view) {
    const list = listHolding(view, input.list, input.items)
    if ('ok' in list || 'need' in list) return list
    const picked = pick(view, list, input.items)
    const { found } = picked
    if (found.length === 0) return nothingFound(picked, list)
    const texts = joinWords(found.map(({ text }) => text))
    return accept(
      found.map((item) => removeRow('item', item)),
      `Removed ${texts} from the ${list.name} list. ${passedOver(picked, list)}`.trim(),
    )
  },
})

const nothingFound = (picked: Picked, list: List) =>
  refuse(picked.unclear.length > 0 ? 'ambiguous' : 'not_found', passedOver(picked, list))

export const editItem = defineCommand({
  name: 'edit_item',
  description: 'Change the words of one thing on a list, or its place.',
  audience: 'callers',
  input: z.object({
    list: field.listName,
    item: z.string(),
    text: field.itemText.optional(),
    /** The item to put it before; `null` = the end. */
    before: z.string().nullable().optional(),
  }),
  destructive: false,
  reads: () => [{ by: 'lists' }],
  decide(input, view) {
    const list = meantList(view, input.list)
    if ('ok' in list) return list
    if (!view.wholeLists.has(list.id)) return { need: [{ by: 'items', listId: list.id }] }
    const items = itemsOf(view, list.id)
    const item = items.find((other) => other.id === input.item)
    if (!item) return refuse('not_found', `That item is no longer on the ${list.name} list.`)
    const { text, before } = input
    const same = items.find(
      (other) => other !== item && text !== undefined && fold(other.text) === fold(text),
    )
    if (same) return refuse('exists', alreadyOn([same.text], list))
    const others = items.filter((other) => other !== item).sort(byRank)
    const found = before === undefined ? -1 : others.findIndex((other) => other.id === before)
    const place = found < 0 ? others.length : found
    const ranks = before === undefined ? new Map<string, string>() : placeAt(others, item, place)
    const moved = items.map((row) => {
      const rank = ranks.get(row.id)
      return edit('item', row, { ...(rank ? { rank } : {}), ...(row === item && text ? { text } : {}) })
    })
    return accept(
      moved,
      text ? `Changed '${item.text}' to '${text}' on the ${list.name} list.` : `Moved '${item.text}'.`,
    )
  },
})
