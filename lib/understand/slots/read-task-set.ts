/** Many tasks said at once: `all overdue work tasks`, `everything except #3`, `those`. */

import type { Status } from '#lib/board/model/names.ts'
import { isTitle, referenceNumber } from '#lib/board/rules/find-task.ts'
import { memoizeByPhrase } from '../text/memoize.ts'
import type { Found } from '../text/pattern.ts'
import { keysOf, type Phrase, part, textOf, trim } from '../text/phrase.ts'
import { named, type ReadSet, setOf, type TaskSet, unclear } from '../text/task-set.ts'
import type { KnownTask, ParseContext } from '../text/types.ts'
import { NUMBER_WORDS } from '../text/vocabulary.ts'
import { askedAfter, WHICH_OF_MANY } from './clarifications.ts'
import { findKnownTask } from './find-task.ts'
import { saidListSlot } from './lists.ts'
import { readCounted, readThem } from './pointed-tasks.ts'
import { categoryLimit, readLimit } from './set-filters.ts'
import { hintsAtSets, readSetWords, type SetWords } from './set-words.ts'

type References = (phrase: Phrase, scene: ParseContext) => Found<string[]> | undefined

const EXCEPT = /^(?:except|but|besides|excluding|without|save|bar|minus|not)$/
/** Some tasks, without saying which. */
const SOME = new RegExp(
  `^(?:(?:just|only|any|about|around) )?(?:some|most|half|several|many|few|(?:a )?(?:few|couple|bunch|lot)|\\d{1,2}|${NUMBER_WORDS.slice(2).join('|')})(?: of)?(?: .*)?(?:tasks|todos|to-dos|ones|items|things|stuff|them|these|those)\\b`,
)
const FIRST_OF =
  /^(?:the |my )?(?:first|last|next|top|bottom|oldest|newest|latest|other) .*(?:tasks|ones|items|todos|things|them)$/

/** `references` reads exceptions. */
export function readSet(phrase: Phrase, scene: ParseContext, references: References): ReadSet | undefined {
  const keys = keysOf(phrase)
  const written = keys.length > 40 ? '' : keys.join(' ')
  const pointed = readThem(phrase, scene) ?? readCounted(phrase, scene)
  if (pointed) return pointed
  if (SOME.test(written) || FIRST_OF.test(written)) return unclear(phrase, WHICH_OF_MANY)
  const { base, except } = withoutExcept(phrase)
  const those = except && readThem(base, scene)
  if (those) return withoutThose(those, leftOut(except, scene, references))
  const said = readSetWords(base, scene)
  const both = said && said.unknown.length === 0 ? undefined : union(base, scene)
  const sets = both ?? (said ? [said] : [])
  if (both === undefined && said && said.unknown.length > 0 && isTitled(base, scene)) return undefined
  if (sets.length === 0) return undefined
  const unknown = sets.flatMap((set) => set.unknown)
  if (unknown.length > 0) return unclear(phrase, notUnderstood(unknown))
  if (!except) return answer(sets, [], phrase, scene)
  const numbers = leftOut(except, scene, references)
  return numbers ? answer(sets, numbers, phrase, scene) : unclear(phrase, WHICH_OF_MANY)
}

/** A task has exactly this title. */
const isTitled = (phrase: Phrase, { context: { tasks = [] } }: ParseContext) =>
  isTitle(textOf(phrase).replace(/^(?:the|my) /i, ''), tasks)

/** With an unknown word that limits the tasks, nothing is done. */
const notUnderstood = (unknown: readonly string[]) =>
  askedAfter(`I can’t tell which tasks are meant by “${unknown.join(' ')}”.`, WHICH_OF_MANY)

function withoutExcept(phrase: Phrase): { base: Phrase; except?: Phrase } {
  const keys = keysOf(phrase)
  const cut = keys.findIndex(
    (key, i) =>
      i > 0 &&
      ((EXCEPT.test(key) && !/^(?:due|a|any|deadline|date|priority)/.test(keys[i + 1] ?? '')) ||
        (/^(?:other|apart|aside)$/.test(key) && /^(?:than|from)$/.test(keys[i + 1] ?? ''))),
  )
  if (cut < 0 || (keys[cut] === 'not' && !/^(?:the|my|#)/.test(keys[cut + 1] ?? ''))) return { base: phrase }
  const at = phrase.from + cut
  const skipped = /^(?:than|from|for|not)$/.test(keys[cut + 1] ?? '') ? 2 : 1
  const base = trim(part(phrase, phrase.from, at), ({ key }) => key === ',')
  return { base, except: part(phrase, at + skipped, phrase.to) }
}

function withoutThose(those: ReadSet, numbers: readonly number[] | undefined): ReadSet {
  if (!numbers || those.ask !== undefined) return { ...those, ask: WHICH_OF_MANY }
  return { ...those, value: without(those.value, numbers) }
}

/** The set without these. */
export function without(set: TaskSet, numbers: readonly number[]): TaskSet {
  const left = (names: string[]) => names.filter((name) => !numbers.includes(Number(name.slice(1))))
  const { tasks, whole, finished, begun } = set
  return {
    ...set,
    tasks: left(tasks),
    whole: left(whole),
    finished: left(finished),
    begun: left(begun),
    column: undefined,
  }
}

/** Numbers of the excluded tasks, whatever their status. */
export function leftOut(phrase: Phrase, scene: ParseContext, references: References): number[] | undefined {
  const set = readSet(phrase, scene, references)
  if (set) return set.ask === undefined ? numbersOf([...set.value.tasks, ...set.value.finished]) : undefined
  const named = references(phrase, scene)
  if (!named || named.ask !== undefined) return undefined
  const numbers = named.value.map((name) => referenceNumber(name) ?? findKnownTask(name, scene)?.number)
  return numbers.every((number) => number !== undefined) ? numbers : undefined
}

const numbersOf = (tasks: readonly string[]) => tasks.map((task) => Number(task.slice(1)))

/** `all done tasks and all overdue tasks`: each side names tasks. */
function union(phrase: Phrase, scene: ParseContext): SetWords[] | undefined {
  const at = phrase.tokens.findIndex(
    ({ key }, i) => i > phrase.from && i < phrase.to - 1 && /^(?:and|&|plus|,)$/.test(key),
  )
  if (at < 0) return undefined
  const left = readSetWords(part(phrase, phrase.from, at), scene)
  const after = part(phrase, at + 1, phrase.to)
  const right = readSetWords(after, scene)
  const rest = right ? [right] : union(after, scene)
  return left && rest ? [left, ...rest] : undefined
}

const isIn = (task: KnownTask, { limits }: SetWords) =>
  limits.every((either) => either.some((limit) => limit.holds(task)))
const saysStatus = ({ limits }: SetWords) => limits.some(([limit]) => limit?.kind === 'status')

function answer(
  sets: readonly SetWords[],
  except: readonly number[],
  phrase: Phrase,
  { context: { tasks: known, more } }: ParseContext,
): ReadSet {
  const tasks = more ? undefined : known
  const column = except.length === 0 && sets.length === 1 && sets[0] ? columnOf(sets[0], tasks) : undefined
  if (!tasks) {
    const ask = column === undefined ? WHICH_OF_MANY : undefined
    return { value: { ...setOf([], [], phrase, WHICH_OF_MANY), column }, ask, explicit: false }
  }
  const left = tasks.filter(({ number }) => !except.includes(number))
  const live = left.filter((task) =>
    sets.some((set) => isIn(task, set) && (task.status !== 'done' || saysStatus(set))),
  )
  const any = left.filter((task) => sets.some((set) => isIn(task, set)))
  const isWhole = sets.every(({ limits }) => limits.length === 0)
  const counts = sets.map(({ count }) => count).filter((count) => count !== undefined)
  const isCounted = counts.every((count) => count === live.length)
  const value = {
    ...setOf(live, any, phrase, { question: noneOf(sets) }),
    column,
    ...(isWhole && { whole: named(any) }),
  }
  return { value, ask: isCounted ? undefined : WHICH_OF_MANY, explicit: false }
}

function columnOf(set: SetWords, tasks: readonly KnownTask[] = []): Status | undefined {
  const [either = []] = set.limits
  if (set.limits.length === 1 && either.length === 1) return either[0]?.status
  const [first] = tasks
  const isOnly = first && tasks.every(({ status }) => status === first.status)
  return set.limits.length === 0 && isOnly ? first.status : undefined
}

/** “No overdue tasks in work.” */
function noneOf(sets: readonly SetWords[]): string {
  const names = sets.map((set) => {
    const said = set.limits.map((either) => ({
      before: either.flatMap(({ before }) => before ?? []).join(' or '),
      after: either.flatMap(({ after }) => after ?? []).join(' or '),
    }))
    const isLive = saysStatus(set) || said.some(({ before }) => before === 'overdue')
    return [
      ...(isLive ? [] : ['open']),
      ...said.map(({ before }) => before),
      'tasks',
      ...said.map(({ after }) => after),
    ]
      .filter(Boolean)
      .join(' ')
  })
  return `No ${names.join(' or ')}.`
}

/** “my work list”: its tasks. */
export function readListed(phrase: Phrase, scene: ParseContext): ReadSet | undefined {
  const place = saidListSlot.read(phrase, scene)?.value
  if (place?.of !== 'tasks') return undefined
  if (place.rest !== undefined)
    return limitedList(phrase, scene) ?? unclear(phrase, notUnderstood([place.rest]))
  const limits = place.category === undefined ? [] : [[categoryLimit(place.category)]]
  return answer([{ limits, unknown: [] }], [], phrase, scene)
}

/** “today's to-do list”: the filter comes before the list. */
function limitedList(phrase: Phrase, scene: ParseContext): ReadSet | undefined {
  const from = phrase.from + (/^(?:the|my|our)$/.test(keysOf(phrase)[0] ?? '') ? 1 : 0)
  const found = readLimit(part(phrase, from, phrase.to - 1), scene)
  const place = found && saidListSlot.read(part(phrase, found.to, phrase.to), scene)?.value
  if (!found || place?.of !== 'tasks' || place.rest !== undefined) return undefined
  const limits = place.category === undefined ? [] : [[categoryLimit(place.category)]]
  return answer([{ limits: [[found.limit], ...limits], unknown: [] }], [], phrase, scene)
}

const DANGLING = /^(?:and|or|&|plus|,)$/
/** The change, or the destination, starts with one of these. */
const FOLLOWS = /^(?:is|are|has|have|'s|back|out|off|over|forward|ahead|up|down|again)$/
const BECOMES = /^(?:as|to|into|until|till|->|→|=|:)$/
const FARTHEST = 14

/**
 * The shortest set that nothing after it belongs to: of `all high priority tasks to friday` never `all`.
 * Words at the end of the clause may say what changes: `everything high priority`.
 */
export function setSlotOver(references: References) {
  const read = memoizeByPhrase((phrase, scene) => readSet(phrase, scene, references))
  return (phrase: Phrase, scene: ParseContext, end = phrase.to): ReadSet | undefined => {
    const found = hintsAtSets(phrase.tokens) ? read(phrase, scene) : undefined
    const next = phrase.to < end ? (phrase.tokens[phrase.to]?.key ?? '') : ''
    if (!found || DANGLING.test(next)) return undefined
    if (FOLLOWS.test(next) || BECOMES.test(next)) return found
    for (let to = phrase.to + 1; to < Math.min(end, phrase.to + FARTHEST); to += 1) {
      const longer = read(part(phrase, phrase.from, to), scene)
      const after = phrase.tokens[to]?.key ?? ''
      // Unknown words there may still limit the set.
      if (longer && (longer.ask === undefined ? !DANGLING.test(after) : BECOMES.test(after))) return undefined
    }
    return found
  }
}
