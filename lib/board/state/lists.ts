/** Lists as people name them: “the shopping list”, `shopping`, `shopping_list`. */
import { byRank } from '../rank.ts'
import { cleanLine, fold } from '../text.ts'
import type { Item, List, Rows } from '../types.ts'

/** The list that is meant where there is none yet and nobody named one. */
export const FIRST_LIST = 'shopping'

/** `the Shopping List` is called `Shopping`: the word “list” is said by whoever speaks of it. */
export function listName(text: string): string {
  const line = cleanLine(text.replaceAll('_', ' '))
  const bare = line.replace(/^(?:the|my|our|a|an)\s+/i, '').replace(/\s+list$/i, '')
  return bare.trim() || line
}

/** Its key in the session state: `shopping_list`. */
export function listKey(name: string): string {
  const words = fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return `${words || 'unnamed'}_list`
}

export function listsInOrder(board: Pick<Rows, 'lists'>): List[] {
  return [...board.lists.values()].sort(byRank)
}

export function itemsOf(board: Pick<Rows, 'items'>, listId: string): Item[] {
  return [...board.items.values()].filter((item) => item.listId === listId).sort(byRank)
}

/** By id, name or key, whatever the case. */
export function findList(board: Pick<Rows, 'lists'>, named: string): List | undefined {
  const byId = board.lists.get(named)
  if (byId) return byId
  const key = listKey(listName(named))
  return [...board.lists.values()].find((list) => listKey(list.name) === key)
}

/** The item of this text: the same words, then the same word in the singular or plural, then the only one that holds them. */
export function findItem(items: readonly Item[], named: string): Item | undefined {
  const wanted = fold(named)
  const exact = items.find((item) => item.id === named || fold(item.text) === wanted)
  if (exact) return exact
  const same = items.find((item) => singular(fold(item.text)) === singular(wanted))
  if (same) return same
  const words = wanted.split(' ').map(singular)
  const holding = items.filter((item) => {
    const own = fold(item.text).split(' ').map(singular)
    return words.every((word) => own.includes(word))
  })
  return holding.length === 1 ? holding[0] : undefined
}

function singular(text: string): string {
  if (/(?:oes|ches|shes|xes|sses)$/.test(text)) return text.slice(0, -2)
  if (/[^aeiou]ies$/.test(text)) return `${text.slice(0, -3)}y`
  return /[^su]s$/.test(text) ? text.slice(0, -1) : text
}
