/** Adds items to lists and removes them: the changes, and what was skipped. Shared by every command on lists. */
import { generateNKeysBetween } from 'fractional-indexing'
import { LIMITS } from '#lib/limits.ts'
import { LIMIT_REFUSALS } from '../model/capacity.ts'
import { addRow, type Change, edit, removeRow } from '../model/changes.ts'
import { type Refusal, refuse, type Selector, type View } from '../model/command.ts'
import { rankAfter } from '../model/rank.ts'
import type { Item, List } from '../model/types.ts'
import { fold, joinWords } from '../text/text.ts'
import { FIRST_LIST, findList, itemFinder, itemsOf, listName, listsInOrder } from './lists.ts'
import { isKeyTaken } from './write-values.ts'

export function noList(view: View, named: string): Refusal {
  const names = listsInOrder(view).map((list) => list.name)
  const known = names.length > 0 ? ` Lists: ${joinWords(names)}.` : ' No lists yet.'
  return refuse('not_found', `There is no ${listName(named)} list.${known}`)
}

/** The named list, or the only one. */
export function meantList(view: View, named: string | undefined): List | Refusal {
  if (named !== undefined) return findList(view, named) ?? noList(view, named)
  const [first, ...others] = listsInOrder(view)
  if (!first) return refuse('not_found', 'No lists yet. Try: add milk to the shopping list.')
  const known = joinWords(
    [first, ...others].map((list) => list.name),
    'or',
  )
  return others.length === 0 ? first : refuse('ambiguous', `Which list? ${known}`)
}

/** The list to remove items from: the named one, else the only one that has any of them. */
export function listHolding(
  view: View,
  named: string | undefined,
  texts: readonly string[],
): List | Refusal | { need: readonly Selector[] } {
  const several = named === undefined && view.lists.size > 1
  if (several && [...view.lists.keys()].some((id) => !view.wholeLists.has(id))) {
    return { need: [{ by: 'items', listId: 'all' }] }
  }
  if (several) {
    const holding = listsInOrder(view).filter((list) => {
      const { found, unclear } = pick(view, list, texts)
      return found.length + unclear.length > 0
    })
    if (holding.length === 1) return holding[0] as List
  }
  const list = meantList(view, named)
  if ('ok' in list || view.wholeLists.has(list.id)) return list
  return { need: [{ by: 'items', listId: list.id }] }
}

export function newList(view: View, id: string, named: string, now: number): { list: List } | Refusal {
  const name = listName(named)
  if (name.length > LIMITS.listNameChars) {
    return refuse('limit', `List names can have up to ${LIMITS.listNameChars} characters.`)
  }
  const same = findList(view, name)
  if (same) return refuse('exists', `List “${same.name}” already exists.`)
  if (isKeyTaken(view, name, now)) {
    return refuse('exists', `A value already has that name. Choose another.`)
  }
  if (view.lists.has(id)) return refuse('exists', 'This list id already exists.')
  if (view.lists.size >= LIMITS.listsPerSession) return LIMIT_REFUSALS.list
  return { list: { id, name, rank: rankAfter(listsInOrder(view).at(-1)?.rank) } }
}

/** The named list, or a new one: `new` says which. */
export function listToFill(
  view: View,
  named: string | undefined,
  id: string,
  now: number,
): { list: List; isNew: boolean } | Refusal {
  const lists = listsInOrder(view)
  const [only] = lists
  const known = named === undefined ? (lists.length === 1 ? only : undefined) : findList(view, named)
  if (known) return { list: known, isNew: false }
  if (named === undefined && lists.length > 1) {
    const first = findList(view, FIRST_LIST)
    if (first) return { list: first, isNew: false }
    return meantList(view, named) as Refusal
  }
  const made = newList(view, id, named ?? FIRST_LIST, now)
  return 'list' in made ? { list: made.list, isNew: true } : made
}

const SAME_ITEM_ID = refuse('exists', 'This item id already exists.')

export type Filled = { changes: Change[]; added: string[]; present: string[] } | Refusal

/** Adds no text twice, ignoring case; the first spelling stays. Item ids are `<id>-<place>`. */
export function fill(view: View, list: List, texts: readonly string[], id: string): Filled {
  const held = itemsOf(view, list.id)
  const known = new Map(held.map((item) => [fold(item.text), item.text]))
  const added: string[] = []
  const present: string[] = []
  for (const text of texts) {
    const key = fold(text)
    const same = known.get(key)
    if (same !== undefined) {
      if (!added.includes(same)) present.push(same)
      continue
    }
    known.set(key, text)
    added.push(text)
  }
  if (held.length + added.length > LIMITS.itemsPerList) return LIMIT_REFUSALS.item
  if (added.some((_text, i) => view.items.has(`${id}-${i}`))) return SAME_ITEM_ID
  const ranks = generateNKeysBetween(held.at(-1)?.rank ?? null, null, added.length)
  const changes = added.map((text, i) =>
    addRow('item', { id: `${id}-${i}`, listId: list.id, text, checked: false, rank: ranks[i] as string }),
  )
  return { changes, added, present }
}

/** Sets the texts of a list in this order: existing items keep their id, spelling and check. */
export function replaceItems(
  view: View,
  list: List,
  texts: readonly string[],
  id: string,
): { changes: Change[] } | Refusal {
  const wanted = new Map<string, string>()
  for (const text of texts) if (!wanted.has(fold(text))) wanted.set(fold(text), text)
  if (wanted.size > LIMITS.itemsPerList) return LIMIT_REFUSALS.item
  const held = itemsOf(view, list.id)
  const staying = new Map(held.filter((item) => wanted.has(fold(item.text))).map((i) => [fold(i.text), i]))
  const removed = held.filter((item) => !wanted.has(fold(item.text))).map((item) => removeRow('item', item))
  const fresh = { listId: list.id, checked: false, rank: '' }
  const target = [...wanted].map(
    ([key, text], i): Item => staying.get(key) ?? { ...fresh, id: `${id}-${i}`, text },
  )
  if (target.some((item) => item.rank === '' && view.items.has(item.id))) return SAME_ITEM_ID
  const ranks = ranksFor(target, [...staying.values()])
  const placed = target.map((item, i) => {
    const rank = ranks[i] as string
    return item.rank === '' ? addRow('item', { ...item, rank }) : edit('item', item, { rank })
  })
  return { changes: [...removed, ...placed.filter((change) => change !== null)] }
}

/** Keeps the existing ranks in order and adds new ones after them; if two are equal, all are new. */
function ranksFor(target: readonly Item[], staying: readonly Item[]): string[] {
  const kept = staying.map((item) => item.rank)
  if (new Set(kept).size < kept.length) return generateNKeysBetween(null, null, target.length)
  return [...kept, ...generateNKeysBetween(kept.at(-1) ?? null, null, target.length - kept.length)]
}

export type Picked = {
  found: Item[]
  /** Names that match no item. */
  missing: string[]
  /** Names that match several items. */
  unclear: { named: string; texts: string[] }[]
}

/** The named items, each once. */
export function pick(view: View, list: List, named: readonly string[]): Picked {
  const find = itemFinder(itemsOf(view, list.id))
  const found = new Map<string, Item>()
  const missing: string[] = []
  const unclear: Picked['unclear'] = []
  for (const text of named) {
    const [item, ...others] = find(text)
    if (!item) missing.push(text)
    else if (others.length === 0) found.set(item.id, item)
    else unclear.push({ named: text, texts: [item, ...others].map((other) => other.text) })
  }
  return { found: [...found.values()], missing, unclear }
}

/** Which names were skipped, and why; empty if none. */
export function passedOver({ missing, unclear }: Picked, list: List): string {
  const which = unclear.map(({ named, texts }) => {
    const few = texts.length > 5 ? [...texts.slice(0, 4), `${texts.length - 4} others`] : texts
    return `'${named}' matches ${joinWords(few, 'or')}. Which one?`
  })
  return [missing.length > 0 ? notOn(missing, list) : '', ...which].filter(Boolean).join(' ')
}

export function emptied(view: View, list: List): Change[] {
  return itemsOf(view, list.id).map((item) => removeRow('item', item))
}

/** `'milk' is already on the shopping list.` */
export function alreadyOn(texts: readonly string[], list: List): string {
  return `${quoted(texts)} ${texts.length === 1 ? 'is' : 'are'} already on the ${list.name} list.`
}

function notOn(texts: readonly string[], list: List): string {
  return `${quoted(texts)} ${texts.length === 1 ? 'is' : 'are'} not on the ${list.name} list.`
}

const quoted = (texts: readonly string[]) => joinWords(texts.map((text) => `'${text}'`))
