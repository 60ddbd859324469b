/** A phrase that says many tasks at once, word by word: what limits them, and the words that are not understood. */
import { listSlot } from './lists.ts'
import { keysOf, type Phrase, part, textOf } from './phrase.ts'
import { categoryLimit, type Limit, readLimit, readWords } from './set-limits.ts'
import type { Scene } from './types.ts'
import { NUMBER_WORDS, WORDS } from './words.ts'

export type SetWords = {
  /** A task must hold in each of these, in at least one of its alternatives. */
  limits: readonly (readonly Limit[])[]
  /** Said to be so many. */
  count?: number
  /** Words that limit them in a way that is not known. */
  unknown: readonly string[]
}

const words = (written: string): ReadonlySet<string> => new Set(written.split(' '))

const EVERY = words('all every each any everything anything whatever')
const PRONOUNS = words('everything anything whatever')
/** They stand for tasks that something is said of, and for none by themselves. */
const LIMITED = words('any anything whatever each every')
const OWN = words('the my our your these those')
const TASKS = words('tasks todos to-dos to_dos chores tickets reminders')
const THINGS = new Set([...WORDS.tasks.split('|'), 'ones', 'stuff', 'errands', 'jobs'])
const SINGULAR = new Set([...WORDS.task.split('|'), 'thing', 'one', 'stuff'])
/** They say nothing of which tasks they are. */
const GLUE = words(
  "of the my our your that which are is 's that's are i we i've we've have has been still currently there there's it them there're marked single whole entire now",
)
const TASKS_WORD = /^(?:tasks|todos|to-dos)$/
const NO_ADJECTIVE = words('me us you on for to with about in at from when how if what who why into up out')
const JOINS = words('and or , & plus')
const PLACED = words('on in from off of to under')
const WHATS = /^(?:what's|what is|whatever's|whatever is)\b/
const LONGEST = 40
const MOST_UNKNOWN = 10

export function readSetWords(phrase: Phrase, scene: Scene): SetWords | undefined {
  const keys = keysOf(phrase)
  if (keys.length > LONGEST || !maySaySet(keys)) return undefined
  const whats = WHATS.exec(keys.join(' '))?.[0]
  const from = phrase.from + (whats ? whats.split(' ').length : 0)
  const limits: Limit[][] = []
  const unknown: string[] = []
  let count: number | undefined
  let noun: 'tasks' | 'things' | 'one' | undefined
  let last: 'limit' | 'noun' | 'join' | 'glue' = 'glue'
  let join: string | undefined
  let at = from
  while (at < phrase.to) {
    const rest = part(phrase, at, phrase.to)
    const key = phrase.tokens[at]?.key ?? ''
    const text = readWordsTo(rest, scene)
    const found = text ?? readLimit(rest, scene)
    const place = readPlace(rest, scene)
    if (place && place.to > (found?.to ?? at)) {
      if (place.isOther && noun !== 'tasks') return undefined
      if (place.isVague && noun !== 'tasks' && limits.length === 0) return undefined
      if (place.isOther) unknown.push(textOf(part(phrase, at, place.to)))
      if (place.rest !== undefined) unknown.push(place.rest)
      if (place.limit) limits.push([place.limit])
      at = place.to
      last = 'limit'
      join = undefined
      continue
    }
    if (found) {
      const before = limits.at(-1)
      const isSame = before?.[0]?.kind === found.limit.kind
      if (join !== undefined && isSame) before?.push(found.limit)
      else limits.push([found.limit])
      if (join === 'or' && !isSame) unknown.push('or')
      const said = keysOf(part(phrase, at, found.to))
      if (found.limit.kind === 'due' && isLoose(said, limits)) unknown.push(said.join(' '))
      if (THINGS.has(said.at(-1) ?? '')) noun ??= 'things'
      at = found.to
      if (at === phrase.to && isCut(rest, scene)) return undefined
      last = 'limit'
      join = undefined
      continue
    }
    const n = numberOf(key)
    const toDo = key === 'to' && /^dos?$/.test(phrase.tokens[at + 1]?.key ?? '')
    const isNoun = THINGS.has(key) || SINGULAR.has(key)
    if (join !== undefined && !isNoun) unknown.push(join)
    join = undefined
    if (toDo) {
      noun ??= phrase.tokens[at + 1]?.key === 'dos' ? 'tasks' : undefined
      at += 1
      last = noun ? 'noun' : 'glue'
    } else if (isNoun) {
      noun = TASKS.has(key) ? 'tasks' : THINGS.has(key) ? 'things' : (noun ?? 'one')
      last = 'noun'
    } else if (EVERY.has(key)) {
      last = 'noun'
    } else if (JOINS.has(key)) {
      join = key
      last = 'join'
    } else if (n !== undefined && count === undefined && noun === undefined) {
      count = n
      last = 'noun'
    } else if (GLUE.has(key) || OWN.has(key) || (key === 'as' && phrase.tokens[at - 1]?.key === 'marked'))
      last = 'glue'
    else {
      unknown.push(phrase.tokens[at]?.text ?? '')
      last = 'noun'
    }
    at += 1
  }
  if (last === 'glue' || last === 'join' || unknown.length > MOST_UNKNOWN) return undefined
  const said = { limits, count, unknown }
  return isSet(keys, said, noun, whats !== undefined) ? said : undefined
}

/** Whether that is many tasks, and neither one of them nor something else. */
function isSet(
  keys: readonly string[],
  { limits, count, unknown }: SetWords,
  noun: 'tasks' | 'things' | 'one' | undefined,
  isWhats: boolean,
): boolean {
  const [first = ''] = keys
  const isLimited = limits.length > 0
  const isPronoun = PRONOUNS.has(first) || keys.includes('everything') || isWhats
  if (isWhats || (LIMITED.has(first) && (noun === undefined || first === 'any')))
    return noun !== undefined || isPronoun
      ? isLimited || unknown.length > 0
      : isLimited && unknown.length === 0
  if (EVERY.has(first)) {
    if (unknown.length === 0)
      return (
        isPronoun || noun !== undefined || isLimited || keys.every((key) => GLUE.has(key) || key === 'all')
      )
    return noun !== undefined || isPronoun || isLimited
  }
  if (noun !== 'tasks' && noun !== 'things') return false
  // “tasks 1 to 3” names each.
  if (unknown.some((word) => /^#?\d+$/.test(word))) return false
  if (unknown.length > 0)
    return isLimited
      ? noun === 'tasks' || OWN.has(first)
      : TASKS_WORD.test(keys.at(-1) ?? '')
        ? !unknown.some((word) => NO_ADJECTIVE.has(word))
        : OWN.has(first) && TASKS_WORD.test(keys[1] ?? '')
  if (count !== undefined) return isLimited
  return isLimited || OWN.has(first)
}

/** Looked at before anything else, because every stretch of a message is tried. */
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

/** Words of titles: as few as leave a limit after them, or all that is left. */
function readWordsTo(phrase: Phrase, scene: Scene): { limit: Limit; to: number } | undefined {
  if (!readWords(phrase)) return undefined
  for (let to = phrase.from + 2; to < phrase.to; to += 1) {
    const limit = readWords(part(phrase, phrase.from, to))
    if (limit && isLimits(part(phrase, to, phrase.to), scene)) return { limit, to }
  }
  const limit = readWords(phrase)
  return limit && { limit, to: phrase.to }
}

/** “finish all tasks by friday”, “everything i finished last week”: no day that they are due. */
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

/** The limit goes on behind the phrase: `all high` of `all high priority`. */
function isCut(limit: Phrase, scene: Scene): boolean {
  const next = limit.tokens[limit.to]
  if (next?.kind !== 'word' || /^(?:to|until|till|and|or)$/.test(next.key)) return false
  const whole = readLimit(part(limit, limit.from, Math.min(limit.tokens.length, limit.to + 4)), scene)
  return whole !== undefined && whole.to > limit.to
}

/** Limits and nothing else. */
function isLimits(phrase: Phrase, scene: Scene): boolean {
  let isLimited = false
  for (let at = phrase.from; at < phrase.to; ) {
    const found = readLimit(part(phrase, at, phrase.to), scene)
    if (!found && !GLUE.has(phrase.tokens[at]?.key ?? '')) return false
    isLimited ||= found !== undefined
    at = found?.to ?? at + 1
  }
  return isLimited
}

type At = { to: number; limit?: Limit; rest?: string; isVague?: true; isOther?: true }

/** “on my list”, “off the work board”: where the tasks are. */
function readPlace(phrase: Phrase, scene: Scene): At | undefined {
  if (!PLACED.has(phrase.tokens[phrase.from]?.key ?? '')) return undefined
  for (let to = Math.min(phrase.to, phrase.from + 7); to > phrase.from + 1; to -= 1) {
    const place = listSlot.read(part(phrase, phrase.from + 1, to), scene)?.value
    if (
      !place ||
      (place.of === 'tasks' && !/^(?:lists?|board|backlog|taskboard)$/.test(phrase.tokens[to - 1]?.key ?? ''))
    )
      continue
    if (place.of === 'list') return place.isVague ? { to, isVague: true } : { to, isOther: true }
    const limit = place.category === undefined ? undefined : categoryLimit(place.category)
    return { to, limit, rest: place.rest }
  }
  return undefined
}
