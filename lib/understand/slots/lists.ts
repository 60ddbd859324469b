/** What “the … list” names: a named list, or the tasks of the board. */
import { distance } from 'fastest-levenshtein'
import { itemFinder, listKey, listName } from '#lib/board/state/lists.ts'
import { madeOnce } from '#lib/board/text/made-once.ts'
import { fold } from '#lib/board/text/text.ts'
import { readDue } from '../dates/due-date.ts'
import { memoizeByPhrase } from '../text/memoize.ts'
import type { Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, part, textOf } from '../text/phrase.ts'
import type { KnownList, ParseContext } from '../text/types.ts'
import { categoryCalled } from './find-task.ts'

export type Place =
  /** `rest`: words that would limit the tasks but aren’t a category. */
  | { of: 'tasks'; category?: string; rest?: string }
  /** Without a `name`: any list. `isVague`: “my list”. */
  | { of: 'list'; name?: string; isKnown: boolean; isVague?: true }

const DETERMINERS = new Set('my the our this that your a an its whole'.split(' '))
/** “does my shopping list” isn’t the name of a list. */
const OWNERS = /^(?:my|our|your)$/
const NOUN = /^(?:lists?|checklists?)$/
/** Written as one word. */
const JOINED = /^(wish|bucket|packing|shopping|grocery|reading|guest)list$/
const TASKS_NOUN = /^(?:boards?|backlog|taskboard|to-?dos?|dos?|tasks?)$/
/** A list of these means the board. */
const TASKS =
  /(?:^| )(?:to-?dos?|to dos?|todos|tasks?|chores?|reminders?|things to do|stuff to do|to do items?)$/
/** `things to do`, `tasks i have to complete`: longer words for the tasks. */
const DUTIES =
  /(?:^| )(?:things|stuff|tasks|chores|jobs|items|errands) (?:(?:that )?(?:i|we) (?:have|need|want|still have) )?to (?:do|be done|get done|complete|accomplish|finish|remember|tackle)(?: today)?$/
/** They don’t say which list. */
const ANY = new Set(
  'whole entire full complete current existing same own main little following other last previous latest all the my new'.split(
    ' ',
  ),
)
/** Even if there are no other lists, these don’t mean the tasks. */
const OTHER = /\b(?:other|following|last|previous|new)\b/
const isAny = (words: string) => words === '' || words.split(' ').every((word) => ANY.has(word))
const WHOLE = /^(?:whole|entire|full|complete|current|existing)$/
const NO_NAME = /(?:^| )(?:on|to|in|from|of|off|with|for|and|then|as|is|into|onto)(?: |$)/
/** “books to read” is also a name, “books on my desk” isn’t. */
const NO_PLACE = /(?:^| )(?:on|from|off|then|is|into|onto|me|us|my|it|that|this|today|now|later)(?: |$)/
/** “does the packing list” is a question, not a name. */
const NO_START =
  /^(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|what|what's|which|who|how|why|when|where|if|let|let's)$/
/** People say one and mean the other. */
const SHOPPING = /^(?:(?:grocery|weekly) )?(?:shopping|grocer(?:y|ies)|groceries|supermarket)$/
const BUYING = /^(?:things|stuff|items|food) to (?:buy|get|pick up|purchase)$/
/** These are also recognized with one letter wrong. */
const OFTEN_SAID = ['shopping', 'grocery', 'groceries'] as const
/** Real words that are one letter away from “list”. */
const NO_LIST = new Set('lost last lift mist fist gist wist lint lisp lit its is lust'.split(' '))
const LONGEST = 10

export const isShopping = (name: string) => SHOPPING.test(fold(name))

const placeOf = memoizeByPhrase(readPlace)

export function readPlace(phrase: Phrase, scene: ParseContext): Place | undefined {
  const inside = phrase.tokens.slice(phrase.from, phrase.to)
  if (!inside.every(({ kind }) => kind === 'word' || kind === 'quote' || kind === 'number')) return undefined
  const keys = inside.map(({ key }) => key)
  const last = keys.at(-1) ?? ''
  if (NO_START.test(keys[0] ?? '')) return undefined
  const start = leadOf(keys.slice(0, -1))
  const words = keys.slice(start, -1)
  const name = words.join(' ')
  const isTurned =
    NOUN.test(keys[start] ?? '') && /^(?:of|for|called|named|titled)$/.test(keys[start + 1] ?? '')
  const joined = JOINED.exec(last)?.[1]
  if (joined && keys.length - start === 1)
    return named(part(phrase, phrase.to - 1, phrase.to), joined, scene, joined)
  if (isTurned) return turned(part(phrase, phrase.from + start, phrase.to), scene, keys[0] ?? '')
  if (
    words.some(
      (word, i) => NOUN.test(word) || (i > 0 && OWNERS.test(word) && inside[start + i]?.kind === 'word'),
    )
  )
    return undefined
  const unquoted = inside.slice(start, -1).map(({ kind, key }) => (kind === 'quote' ? '' : key))
  if (/^dos?$/.test(last) && words.join(' ') === 'to') return { of: 'tasks' }
  if (NO_NAME.test(unquoted.join(' ').replace(/\bto dos?\b|\bthings to do\b/g, ''))) return undefined
  if (NOUN.test(last) || isSlipOfList(last, name, scene) || (last === 'notes' && SHOPPING.test(name)))
    return named(part(phrase, phrase.from + start, phrase.to - 1), name, scene)
  const bare = knownList(scene, textOf(part(phrase, phrase.from + start, phrase.to)), 'exactly')
  if (bare) return { of: 'list', name: bare.name, isKnown: true }
  if (!TASKS_NOUN.test(last) || (last.startsWith('do') && words.at(-1) !== 'to')) return undefined
  return tasksIn(name.replace(/ ?\bto$/, ''), scene)
}

/** `list of things to do`, `list for shopping`: the name comes last. */
function turned(phrase: Phrase, scene: ParseContext, owner: string): Place | undefined {
  const [, preposition = '', ...words] = keysOf(phrase)
  const start = phrase.from + 2 + (DETERMINERS.has(words[0] ?? '') ? 1 : 0)
  const rest = part(phrase, start, phrase.to)
  const name = keysOf(rest).join(' ')
  if (DUTIES.test(name)) return { of: 'tasks' }
  if (BUYING.test(name)) return named(rest, 'shopping', scene, 'shopping')
  const isSure = TASKS.test(name) || SHOPPING.test(name) || knownList(scene, name) !== undefined
  const isShort = name !== '' && rest.to - rest.from <= 6 && !readDue(rest, scene)
  const isNamed =
    preposition === 'for'
      ? isOccasion(part(phrase, phrase.from + 2, phrase.to))
      : !NO_PLACE.test(name) && (owner !== 'the' || preposition !== 'of' || /[a-z] to [a-z]+$/.test(name))
  const isName = isShort && /^(?:my|our|the)$/.test(owner) && isNamed
  return isSure || isName ? named(rest, name, scene) : undefined
}

/** “my list for the trip to Rome”, “for camping”: a purpose, not a person or a time. */
function isOccasion(phrase: Phrase): boolean {
  const keys = keysOf(phrase)
  const [first = ''] = keys
  return /^(?:the|my|our)$/.test(first) ? keys.length > 1 : keys.length === 1 && /[a-z]{3}ing$/.test(first)
}

/** “my shopping lisr”, if the words before it name a list. */
function isSlipOfList(word: string, name: string, scene: ParseContext): boolean {
  if (word.length < 3 || word.length > 5 || NO_LIST.has(word) || distance(word, 'list') > 1) return false
  return TASKS.test(name) || SHOPPING.test(name) || knownList(scene, name, 'exactly') !== undefined
}

/** How many words at the start don’t say which list: `my whole`, `the entire`. */
function leadOf(keys: readonly string[]): number {
  let at = DETERMINERS.has(keys[0] ?? '') ? 1 : 0
  while (at < keys.length && WHOLE.test(keys[at] ?? '')) at += 1
  return at
}

function named(phrase: Phrase, key: string, scene: ParseContext, said = textOf(phrase)): Place | undefined {
  const known = key === '' ? undefined : (knownList(scene, said) ?? knownList(scene, key))
  if (known) return { of: 'list', name: known.name, isKnown: true }
  if (isAny(key)) return anyList(scene, key)
  if (/^dos?$/.test(key)) return undefined
  if (TASKS.test(key)) return tasksIn(key.replace(TASKS, ''), scene)
  const category = categoryOf(key, scene)
  if (category !== undefined) return { of: 'tasks', category }
  const isQuote = phrase.to - phrase.from === 1 && phrase.tokens[phrase.from]?.kind === 'quote'
  // A typo that is fixed in the key is also fixed in the name of a new list.
  const spelled = isQuote || fold(said).replace(/[’‘]/g, "'") === key ? said : key
  const meant = isQuote ? undefined : OFTEN_SAID.find((word) => isOneSlip(word, key))
  return { of: 'list', name: listName(meant ?? spelled), isKnown: false }
}

function isOneSlip(word: string, key: string): boolean {
  return (
    key !== word && key.length >= 6 && Math.abs(key.length - word.length) <= 1 && distance(word, key) === 1
  )
}

/** “my list”: the last mentioned list, or the only one, or the tasks if there is none. */
function anyList({ context: { lists = [] }, list }: ParseContext, words: string): Place {
  const isVague = true
  if (list !== undefined)
    return { of: 'list', name: list, isKnown: lists.some(({ name }) => name === list), isVague }
  if (lists.length === 0) return OTHER.test(words) ? { of: 'tasks', rest: words } : { of: 'tasks' }
  return { of: 'list', name: lists.length === 1 ? lists[0]?.name : undefined, isKnown: true, isVague }
}

function tasksIn(words: string, scene: ParseContext): Place {
  const category = categoryOf(words, scene)
  return {
    of: 'tasks',
    category,
    ...(category === undefined && !isAny(words.trim()) && { rest: words.trim() }),
  }
}

function categoryOf(words: string, scene: ParseContext): string | undefined {
  return categoryCalled(words.trim(), scene)
}

/** The board's list with this name; longer names can have a typo unless the match must be exact. */
export function knownList(
  { context: { lists = [] } }: ParseContext,
  words: string,
  how: 'roughly' | 'exactly' = 'roughly',
): KnownList | undefined {
  const { byKey, folded } = namesOf(lists)
  const same = byKey.get(listKey(listName(words)))
  if (same || how === 'exactly') return same
  const wanted = fold(words)
  const shopping = SHOPPING.test(wanted) ? folded.filter(({ name }) => SHOPPING.test(name)) : []
  if (shopping.length === 1) return shopping[0]?.list
  if (wanted.length < 5) return undefined
  const slips = wanted.length > 5 ? 2 : 1
  const near = folded.filter(
    ({ name }) =>
      name.length >= 5 && Math.abs(name.length - wanted.length) <= slips && distance(name, wanted) <= slips,
  )
  return near.length === 1 ? near[0]?.list : undefined
}

const namesOf = madeOnce((lists: readonly KnownList[]) => ({
  byKey: new Map(lists.toReversed().map((list) => [listKey(list.name), list])),
  folded: lists.map((list) => ({ list, name: fold(list.name) })),
}))

/** The exact text of the item on that list; none if several match. */
export function itemOn(list: KnownList, words: string): string | undefined {
  const [found, ...others] = meantOn(list, words)
  return others.length === 0 ? found : undefined
}

function meantOn(list: KnownList, words: string): string[] {
  return finderOf(list)(words).map(({ text }) => text)
}

const finderOf = madeOnce(({ items }: KnownList) => itemFinder(items.map((text) => ({ id: '', text }))))

/** The lists that have this item. */
export function listsHolding({ context: { lists = [] } }: ParseContext, words: string): KnownList[] {
  return lists.filter((list) => meantOn(list, words).length > 0)
}

/** `my shopping list`, `the board`, or the name of a list of this board. */
export const listSlot: Slot<Place> = {
  role: 'list',
  max: LONGEST,
  read(phrase, scene) {
    // “my todos list”, “the list of chores”: the next words are part of the name.
    if (/^(?:lists?|of)$/.test(phrase.tokens[phrase.to]?.key ?? '')) return undefined
    const value = placeOf(phrase, scene)
    return value && { value }
  },
}

/** Like `list`, but with the word “list”: `call the shopping list groceries`. */
export const saidListSlot: Slot<Place> = {
  ...listSlot,
  read: (phrase, scene) =>
    NOUN.test(keysOf(phrase).at(-1) ?? '') ? listSlot.read(phrase, scene) : undefined,
}

/** The name of a new list, which can also be the name of a category. */
export const newListSlot: Slot<{ name?: string; isTasks: boolean }> = {
  role: 'list',
  max: LONGEST,
  read(phrase, scene) {
    const keys = keysOf(phrase)
    if (!NOUN.test(keys.at(-1) ?? '')) return undefined
    const place = readPlace(phrase, { ...scene, list: undefined })
    if (!place) return undefined
    const words = part(phrase, phrase.from, phrase.to - 1)
    const key = keysOf(words).join(' ')
    if (isAny(key) || /^(?:a|an)$/.test(key)) return { value: { isTasks: false } }
    if (place.of === 'tasks' && place.category === undefined) return { value: { isTasks: true } }
    return { value: { name: place.of === 'list' ? place.name : listName(textOf(words)), isTasks: false } }
  },
}
