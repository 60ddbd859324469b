'use client'

/** What users can do to lists and items; each is one revision. */
import { useMemo } from 'react'
import { useFeed } from '#components/sync/use-store.ts'
import { announce, showToast } from '#components/ui/toasts.ts'
import { toastUnsavedText } from '#components/ui/unsaved-text-toast.ts'
import type { Command } from '#lib/board/commands/registry.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Item, List } from '#lib/board/model/types.ts'
import { shorten } from '#lib/board/text/text.ts'
import { LIMITS } from '#lib/limits.ts'
import { dropBefore, type ItemStep, itemsShown, stepBefore } from './sort-lists.ts'
import { itemTexts } from './split-pasted-items.ts'

const BACK = 'Restore list'
const back = (list: List): Command => ({ name: 'bring_back', input: { row: list.id } })
const addTo = (list: List, items: string[]): Command => ({
  name: 'add_items',
  input: { id: newId(), list: list.id, items },
})

export type ListActions = ReturnType<typeof useListActions>

export function useListActions() {
  const store = useFeed()
  return useMemo(() => {
    const shownOn = (listId: string) => itemsShown(store.screen().board, listId)

    /** `before`: the item to move it before; `null` = the end; `undefined` = don’t move. */
    async function move(item: Item, before: string | null | undefined) {
      if (before === undefined) return
      const input = { list: item.listId, item: item.id, before }
      const outcome = await store.run({ name: 'edit_item', input }, { tell: 'nothing' })
      if (!outcome.ok) return
      const group = shownOn(item.listId).filter(({ checked }) => checked === item.checked)
      const at = group.findIndex(({ id }) => id === item.id) + 1
      announce(`Moved ${shorten(item.text, 80)} to ${at} of ${group.length}.`)
    }

    return {
      shownOn,
      create: (id: string, name: string) => store.run({ name: 'create_list', input: { id, name } }),
      rename(list: List, name: string) {
        const command: Command = { name: 'rename_list', input: { list: list.id, name } }
        return store.run(command, { words: name, again: { label: BACK, command: [back(list), command] } })
      },
      /** Keeps text typed into a list that was deleted. */
      keep(list: List, text: string) {
        if (text.trim() === '' || store.screen().board.lists.has(list.id)) return
        const run = () => void store.run([back(list), addTo(list, itemTexts(text))])
        toastUnsavedText(`The ${list.name} list was deleted.`, text, { label: BACK, run })
      },
      clear: (list: List) => store.run({ name: 'clear_list', input: { list: list.id } }, { tell: 'undo' }),
      clearTicked: (list: List) =>
        store.run({ name: 'clear_list', input: { list: list.id, checked: true } }, { tell: 'undo' }),
      remove: (list: List) => store.run({ name: 'delete_list', input: { list: list.id } }, { tell: 'undo' }),

      /** Adds items in one call, with as many commands as it takes. Duplicates are also shown in a toast. */
      async add(list: List, texts: readonly string[]) {
        const commands: Command[] = []
        for (let from = 0; from < texts.length; from += LIMITS.itemsPerCall) {
          const items = texts.slice(from, from + LIMITS.itemsPerCall)
          commands.push(addTo(list, items))
        }
        const again = { label: BACK, command: [back(list), ...commands] }
        const outcome = await store.run(commands, { words: texts.join(', '), again })
        if (outcome.ok && outcome.changes.length < texts.length)
          showToast({ text: shorten(outcome.reply, 200) })
        return outcome
      },
      tick: (item: Item, checked: boolean) =>
        store.run({ name: 'check_items', input: { list: item.listId, items: [item.id], checked } }),
      /** If it was removed since, its text can be added as a new item. */
      reword(item: Item, text: string) {
        const list = store.screen().board.lists.get(item.listId)?.name
        const command: Command = { name: 'edit_item', input: { list: item.listId, item: item.id, text } }
        const again: Command = { name: 'add_items', input: { id: newId(), list, items: [text] } }
        return store.run(command, {
          words: text,
          again: list ? { label: 'Add as new', command: again } : undefined,
        })
      },
      removeItem: (item: Item) =>
        store.run({ name: 'remove_items', input: { list: item.listId, items: [item.id] } }, { tell: 'undo' }),
      step: (item: Item, step: ItemStep) => move(item, stepBefore(shownOn(item.listId), item, step)),
      /** Another item was dropped at the edge of this one. */
      drop(itemId: string, onto: Item, edge: 'top' | 'bottom') {
        const items = shownOn(onto.listId)
        const item = items.find(({ id }) => id === itemId)
        if (item) void move(item, dropBefore(items, item, onto, edge))
      },
    }
  }, [store])
}
