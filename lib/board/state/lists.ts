/** Lists as people name them: “the shopping list”, `shopping`, `shopping_list`. */
import { byRank } from '../model/rank.ts'
import type { Item, List, Rows } from '../model/types.ts'
import { cleanLine, fold } from '../text/text.ts'

/** The default list if there is none yet and none is named. */
export const FIRST_LIST = 'shopping'

/** `the Shopping List` becomes `Shopping`: the word “list” isn’t part of the name. */
export function listName(text: string): string {
  const line = cleanLine(text.replaceAll('_', ' '))
  const bare = line.replace(/^(?:the|my|our|a|an) /i, '').replace(/ list$/i, '')
  return bare.trim() || line
}

/** Its key in the session state: `shopping_list`. */
export function listKey(name: string): string {
  const words = inKey(name, /[^\p{L}\p{M}\p{N}]+/gu)
  // A name of symbols alone, like 🛒, is its own key, so that two such lists differ.
  return `${words || inKey(name, /[\s.[\]{}]+/g) || 'unnamed'}_list`
}

function inKey(name: string, apart: RegExp): string {
  return fold(name)
    .replace(apart, '_')
    .split('_')
    .filter((word) => word !== '')
    .join('_')
}

export function listsInOrder(board: Pick<Rows, 'lists'>): List[] {
  return [...board.lists.values()].sort(byRank)
}

export function itemsOf(board: Pick<Rows, 'items'>, listId: string): Item[] {
  return [...board.items.values()].filter((item) => item.listId === listId).sort(byRank)
}

/** By id, name or key, ignoring case. */
export function findList(board: Pick<Rows, 'lists'>, named: string): List | undefined {
  const byId = board.lists.get(named)
  if (byId) return byId
  const key = listKey(listName(named))
  return [...board.lists.values()].find((list) => listKey(list.name) === key)
}

/**
 * Finds the items that words may mean: the one with that id or text, else those with the same words in singular or
 * plural, else those that contain them. Several matches are ambiguous.
 */
export function itemFinder<T extends Pick<Item, 'id' | 'text'>>(items: readonly T[]): (named: string) => T[] {
  const known = items.map((item) => ({ item, text: fold(item.text), words: fold(item.text).split(' ') }))
  type Known = (typeof known)[number]
  // The first of several wins.
  const lastFirst = known.toReversed()
  const byId = new Map(lastFirst.map((one) => [one.item.id, one]))
  const byText = new Map(lastFirst.map((one) => [one.text, one]))
  const byForm = new Map<string, Set<Known>>()
  for (const one of known) {
    for (const form of one.words.flatMap(singulars)) {
      byForm.set(form, (byForm.get(form) ?? new Set()).add(one))
    }
  }
  const withWord = (word: string) => new Set(singulars(word).flatMap((form) => [...(byForm.get(form) ?? [])]))
  return (named) => {
    const wanted = fold(named)
    const exact = byId.get(named) ?? byText.get(wanted)
    if (exact) return [exact.item]
    const said = wanted.split(' ')
    let holding: Known[] = known
    for (const word of new Set(said)) {
      const found = withWord(word)
      holding = holding.filter((one) => found.has(one))
      if (holding.length === 0) return []
    }
    const same = holding.filter(
      ({ words }) =>
        words.length === said.length && said.every((word, i) => isSameWord(word, words[i] ?? '')),
    )
    return (same.length > 0 ? same : holding).map(({ item }) => item)
  }
}

function isSameWord(one: string, other: string): boolean {
  return one === other || singulars(one).some((form) => singulars(other).includes(form))
}

/** The word and its possible singulars: `cookies` is `cookie` or `cooky`. */
function singulars(word: string): string[] {
  if (!word.endsWith('s')) return [word]
  const forms = [word]
  if (/[^su]s$/.test(word)) forms.push(word.slice(0, -1))
  if (/(?:o|ch|sh|x|s|z)es$/.test(word)) forms.push(word.slice(0, -2))
  if (/[^aeiou]ies$/.test(word)) forms.push(`${word.slice(0, -3)}y`)
  if (/.ves$/.test(word)) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`)
  return forms
}
