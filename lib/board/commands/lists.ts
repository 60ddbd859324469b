/** The commands on lists. A list's name is unique on its board, ignoring case, and doesn’t include “list”. */
import { z } from 'zod'
import { addRow, edit, removeRow } from '../model/changes.ts'
import { accept, defineCommand, refuse } from '../model/command.ts'
import { idSchema } from '../model/id.ts'
import * as field from '../model/input-schemas.ts'
import { findList, itemsOf, listName } from '../state/lists.ts'
import { emptied, meantList, newList } from '../state/write-lists.ts'
import { isKeyTaken } from '../state/write-values.ts'
import { countOf } from '../text/text.ts'

export const createList = defineCommand({
  name: 'create_list',
  description: 'Create an empty list. add_items creates its list on its own.',
  input: z.object({ id: idSchema, name: field.listName }),
  newIds: ['id'],
  destructive: false,
  reads: () => [{ by: 'lists' }, { by: 'values' }],
  decide(input, view, env) {
    const made = newList(view, input.id, input.name, env.now)
    if (!('list' in made)) return made
    return accept([addRow('list', made.list)], `Created the ${made.list.name} list.`)
  },
})

export const renameList = defineCommand({
  name: 'rename_list',
  description: 'Give a list another name.',
  input: z.object({ list: field.listName.describe('The name it has now.'), name: field.listName }),
  destructive: false,
  reads: () => [{ by: 'lists' }, { by: 'values' }],
  decide(input, view, env) {
    const list = meantList(view, input.list)
    if ('ok' in list) return list
    const name = listName(input.name)
    const same = findList(view, name)
    if (same && same.id !== list.id) return refuse('exists', `List “${same.name}” already exists.`)
    if (isKeyTaken(view, name, env.now)) {
      return refuse('exists', 'A value already has that name. Choose another.')
    }
    const change = edit('list', list, { name })
    return accept(
      [change],
      change ? `Renamed the ${list.name} list to ${name}.` : `It’s already called ${name}.`,
    )
  },
})

export const clearList = defineCommand({
  name: 'clear_list',
  description: 'Remove all items from a list, keeping the list.',
  input: z.object({
    list: field.listName.optional().describe('Its name. Default: the only list.'),
    checked: z.boolean().optional().describe('Only checked items.'),
  }),
  uiOnly: ['checked'],
  destructive: false,
  reads: () => [{ by: 'lists' }],
  decide(input, view) {
    if (input.list === undefined && view.lists.size === 0) return accept([], 'No lists to clear.')
    const list = meantList(view, input.list)
    if ('ok' in list) return list
    if (!view.wholeLists.has(list.id)) return { need: [{ by: 'items', listId: list.id }] }
    if (input.checked) {
      const ticked = itemsOf(view, list.id).filter((item) => item.checked)
      const what = countOf(ticked.length, 'checked item')
      return accept(
        ticked.map((item) => removeRow('item', item)),
        ticked.length > 0
          ? `Removed ${what} from the ${list.name} list.`
          : `No checked items on the ${list.name} list.`,
      )
    }
    const changes = emptied(view, list)
    if (changes.length === 0) return accept([], `The ${list.name} list is already empty.`)
    return accept(changes, `Cleared the ${list.name} list (${countOf(changes.length, 'item')}).`)
  },
})

export const deleteList = defineCommand({
  name: 'delete_list',
  description: 'Delete a list with everything on it. Only when the user wants the list itself gone.',
  input: z.object({ list: field.listName.describe('Its name.') }),
  destructive: false,
  reads: () => [{ by: 'lists' }],
  decide(input, view) {
    const list = meantList(view, input.list)
    if ('ok' in list) return list
    if (!view.wholeLists.has(list.id)) return { need: [{ by: 'items', listId: list.id }] }
    const items = itemsOf(view, list.id).length
    const lost = items > 0 ? ` and its ${countOf(items, 'item')}` : ''
    return accept([...emptied(view, list), removeRow('list', list)], `Deleted the ${list.name} list${lost}.`)
  },
})
