/** Reads a phrase for many tasks word by word: its filters, and the unknown words. */
import { madeOnce } from '#lib/board/text/made-once.ts'
import { keysOf, type Phrase, part, textOf } from '../text/phrase.ts'
import type { ParseContext } from '../text/types.ts'
import { NUMBER_WORDS, WORDS } from '../text/vocabulary.ts'
import { listSlot } from './lists.ts'
import { categoryLimit, type Limit, readLimit, readWords } from './set-filters.ts'

export type SetWords = {
  /** A task must match each of these, in at least one alternative. */
  limits: readonly (readonly Limit[])[]
  /** The number of tasks, if given. */
  count?: number
  /** Unknown words that may limit the set. */
  unknown: readonly string[]
}

const words = (written: string): ReadonlySet<string> => new Set(written.split(' '))

const EVERY = words('all every each any everything anything whatever')
const PRONOUNS = words('everything anything whatever')
/** They only mean tasks together with other words. */
const LIMITED = words('any anything whatever each every')
const OWN = words('the my our your')
const TASKS = words('tasks todos to-dos to_dos chores tickets reminders')
const THINGS = new Set([...WORDS.tasks.split('|'), 'ones', 'stuff', 'errands', 'jobs'])
const SINGULAR = new Set([...WORDS.task.split('|'), 'thing', 'one', 'stuff'])
/** They don’t say which tasks. */
const GLUE = words(
  "of the my our your that which are is 's that's are i we i've we've have has been still currently there there's there're marked single whole entire now",
)
const TASKS_WORD = /^(?:tasks|todos|to-dos)$/
const NO_ADJECTIVE = words('me us you on for to with about in at from when how if what who why into up out')
const JOINS = words('and or , & plus')
const PLACED = words('on in from off of to under')
const WHATS = /^(?:what's|what is|whatever's|whatever is)\b/
const LONGEST = 40
const MOST_UNKNOWN = 10

/** What was read of a phrase so far. */
type Said = {
  limits: Limit[][]
  unknown: string[]
  count?: number
  noun?: 'tasks' | 'things' | 'one'
  /** “and” or “or”, right before the next word. */
  join?: string
  last: 'limit' | 'noun' | 'join' | 'glue'
}

export function readSetWords(phrase: Phrase, scene: ParseContext): SetWords | undefined {
  const keys = keysOf(phrase)
  if (keys.length > LONGEST || !maySaySet(keys)) return undefined
  const whats = WHATS.exec(keys.join(' '))?.[0]
  const said: Said = { limits: [], unknown: [], last: 'glue' }
  let at: number | undefined = phrase.from + (whats ? whats.split(' ').length : 0)
  while (at !== undefined && at < phrase.to) at = takeNext(said, part(phrase, at, phrase.to), scene)
  const isWhole = at !== undefined && (said.last === 'limit' || said.last === 'noun')
  if (!isWhole || said.unknown.length > MOST_UNKNOWN) return undefined
  return isSet(keys, said, whats !== undefined) ? said : undefined
}

/** Takes the next part of the phrase and returns its end; `undefined` if the phrase isn’t a set of tasks. */
function takeNext(said: Said, rest: Phrase, scene: ParseContext): number | undefined {
  const found = readWordsTo(rest, scene) ?? readLimit(rest, scene)
  const place = readPlace(rest, scene)
  if (place && place.to > (found?.to ?? rest.from)) return takePlace(said, rest, place)
  if (!found) return takeWord(said, rest)
  takeLimit(said, found.limit, keysOf(part(rest, rest.from, found.to)))
  return found.to === rest.to && isCut(rest, scene) ? undefined : found.to
}

function takePlace(said: Said, rest: Phrase, place: At): number | undefined {
  const isOfTasks = said.noun === 'tasks'
  if (place.isOther && !isOfTasks) return undefined
  if (place.isVague && !isOfTasks && said.limits.length === 0) return undefined
  if (place.isOther) said.unknown.push(textOf(part(rest, rest.from, place.to)))
  if (place.rest !== undefined) said.unknown.push(place.rest)
  if (place.limit) said.limits.push([place.limit])
  Object.assign(said, { last: 'limit', join: undefined })
  return place.to
}

function takeLimit(said: Said, limit: Limit, keys: readonly string[]): void {
  const before = said.limits.at(-1)
  const isSame = before?.[0]?.kind === limit.kind
  if (said.join === 'or' && !isSame) said.unknown.push('or')
  if (limit.kind === 'due' && isLoose(keys, said.limits)) said.unknown.push(keys.join(' '))
  if (said.join !== undefined && isSame) before?.push(limit)
  else said.limits.push([limit])
  if (THINGS.has(keys.at(-1) ?? '')) said.noun ??= 'things'
  Object.assign(said, { last: 'limit', join: undefined })
}

/** A word that doesn’t filter, or an unknown one. */
function takeWord(said: Said, { tokens, from }: Phrase): number {
  const [before, token, next] = [tokens[from - 1], tokens[from], tokens[from + 1]]
  const key = token?.key ?? ''
  const isNoun = THINGS.has(key) || SINGULAR.has(key)
  if (said.join !== undefined && !isNoun) said.unknown.push(said.join)
  said.join = JOINS.has(key) ? key : undefined
  if (key === 'to' && /^dos?$/.test(next?.key ?? '')) {
    if (next?.key === 'dos') said.noun ??= 'tasks'
    said.last = said.noun ? 'noun' : 'glue'
    return from + 2
  }
  const n = numberOf(key)
  const isGlue = GLUE.has(key) || OWN.has(key) || (key === 'as' && before?.key === 'marked')
  if (isNoun) said.noun = TASKS.has(key) ? 'tasks' : THINGS.has(key) ? 'things' : (said.noun ?? 'one')
  else if (n !== undefined && said.count === undefined && said.noun === undefined) said.count = n
  else if (said.join === undefined && !isGlue && !EVERY.has(key)) said.unknown.push(token?.text ?? '')
  said.last = said.join !== undefined ? 'join' : isGlue ? 'glue' : 'noun'
  return from + 1
}

/** Whether it is a set of tasks, not a single task or something else. */
function isSet(keys: readonly string[], { limits, count, unknown, noun }: Said, isWhats: boolean): boolean {
  const [first = ''] = keys
  const isLimited = limits.length > 0
  const isPronoun = PRONOUNS.has(first) || keys.includes('everything') || isWhats
  const isSaid = noun !== undefined || isPronoun
  if (isWhats || (LIMITED.has(first) && (noun === undefined || first === 'any')))
    return isSaid ? isLimited || unknown.length > 0 : isLimited && unknown.length === 0
  if (EVERY.has(first))
    return (
      isSaid || isLimited || (unknown.length === 0 && keys.every((key) => GLUE.has(key) || key === 'all'))
    )
  // “tasks 1 to 3” names each.
  if ((noun !== 'tasks' && noun !== 'things') || unknown.some((word) => /^#?\d+$/.test(word))) return false
  if (unknown.length > 0) return isUnclear(keys, unknown, isLimited, noun)
  return isLimited || (OWN.has(first) && count === undefined)
}

/** With unknown words: “my overdue blue tasks”, “blue tasks”, “my tasks from Bob”. */
function isUnclear(
  keys: readonly string[],
  unknown: readonly string[],
  isLimited: boolean,
  noun: 'tasks' | 'things',
): boolean {
  const [first = '', second = ''] = keys
  if (isLimited) return noun === 'tasks' || OWN.has(first)
  return TASKS_WORD.test(keys.at(-1) ?? '')
    ? !unknown.some((word) => NO_ADJECTIVE.has(word))
    : OWN.has(first) && TASKS_WORD.test(second)
}

/** Without one of these words a phrase can’t be a set of tasks. */
const HINTS = new Set([
  ...[...EVERY, ...THINGS],
  ...words("dos them these those both first last top bottom what what's whatever's"),
])
export const hintsAtSets = madeOnce((tokens: Phrase['tokens']) => tokens.some(({ key }) => HINTS.has(key)))

/** Checked first, because every phrase of a message is tried. */
function maySaySet(keys: readonly string[]): boolean {
  const [first = ''] = keys
  if (EVERY.has(first) || WHATS.test(keys.slice(0, 2).join(' '))) return true
  return keys.length <= 16 && keys.some((key) => THINGS.has(key) || key === 'dos')
}

function numberOf(key: string): number | undefined {
  if (/^\d{1,3}$/.test(key)) return Number(key)
  const at = NUMBER_WORDS.indexOf(key as (typeof NUMBER_WORDS)[number])
  return at > 1 ? at : undefined
}

/** Words of titles: as few as possible before a filter, or all that is left. */
function readWordsTo(phrase: Phrase, scene: ParseContext): { limit: Limit; to: number } | undefined {
  if (!readWords(phrase)) return undefined
  for (let to = phrase.from + 2; to < phrase.to; to += 1) {
    const limit = readWords(part(phrase, phrase.from, to))
    if (limit && isLimits(part(phrase, to, phrase.to), scene)) return { limit, to }
  }
  const limit = readWords(phrase)
  return limit && { limit, to: phrase.to }
}

/** “finish all tasks by friday”, “everything i finished last week”: not their due date. */
function isLoose(said: readonly string[], limits: readonly (readonly Limit[])[]): boolean {
  if (said.some((key) => DUE_WORDS.has(key))) return false
  const [first = ''] = said
  return (
    NO_DUE.test(first) ||
    (first !== 'for' && limits.some((either) => either.some(({ status }) => status === 'done')))
  )
}
const DUE_WORDS = words(
  'due undated dateless unscheduled overdue late date dates deadline deadlines missed behind',
)
const NO_DUE = /^(?:by|before|until|till|after|since|within|during|over|last|past)$/

/** The filter continues after the phrase: `all high` of `all high priority`. */
function isCut(limit: Phrase, scene: ParseContext): boolean {
  const next = limit.tokens[limit.to]
  if (next?.kind !== 'word' || /^(?:to|until|till|and|or)$/.test(next.key)) return false
  const whole = readLimit(part(limit, limit.from, Math.min(limit.tokens.length, limit.to + 4)), scene)
  return whole !== undefined && whole.to > limit.to
}

/** Only filters. */
function isLimits(phrase: Phrase, scene: ParseContext): boolean {
  let isLimited = false
  for (let at = phrase.from; at < phrase.to; ) {
    const found = readLimit(part(phrase, at, phrase.to), scene)
    if (!found && !GLUE.has(phrase.tokens[at]?.key ?? '')) return false
    isLimited ||= found !== undefined
    at = found?.to ?? at + 1
  }
  return isLimited
}

const ANY_LIST = words('my the our this whole entire full')

type At = { to: number; limit?: Limit; rest?: string; isVague?: boolean; isOther?: true }

/** “on my list”, “off the work board”: the place of the tasks. */
function readPlace(phrase: Phrase, scene: ParseContext): At | undefined {
  if (!PLACED.has(phrase.tokens[phrase.from]?.key ?? '')) return undefined
  for (let to = Math.min(phrase.to, phrase.from + 7); to > phrase.from + 1; to -= 1) {
    const place = listSlot.read(part(phrase, phrase.from + 1, to), scene)?.value
    if (
      !place ||
      (place.of === 'tasks' && !/^(?:lists?|board|backlog|taskboard)$/.test(phrase.tokens[to - 1]?.key ?? ''))
    )
      continue
    const words = keysOf(part(phrase, phrase.from + 1, to - 1))
    const isVague = place.of === 'list' && place.isVague && words.every((word) => ANY_LIST.has(word))
    if (place.of === 'list') return isVague ? { to, isVague } : { to, isOther: true }
    const limit = place.category === undefined ? undefined : categoryLimit(place.category)
    return { to, limit, rest: place.rest }
  }
  return undefined
}
