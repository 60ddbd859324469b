/** Which task is meant: `#3`, `task 3`, `T-003`, `it`, `the second one`, or the words of its title. */

import { isTitle, referenceNumber } from '#lib/board/rules/find-task.ts'
import { cleanLine } from '#lib/board/text/text.ts'
import { memoizeByPhrase } from '../text/memoize.ts'
import type { Found, Slot } from '../text/pattern.ts'
import { isEmpty, keysOf, type Phrase, part, split, textOf, trim } from '../text/phrase.ts'
import type { TaskSet } from '../text/task-set.ts'
import type { Token } from '../text/tokens.ts'
import type { ParseContext } from '../text/types.ts'
import { ELSEWHERE, NUMBER_WORDS, ORDINAL_WORDS, WORDS } from '../text/vocabulary.ts'
import { WHICH_OF_MANY, WHICH_TASK } from './clarifications.ts'
import { readThem } from './pointed-tasks.ts'
import { leftOut, readListed, setSlotOver } from './read-task-set.ts'

const LONGEST = 60
const DETERMINERS = new Set(['the', 'my', 'our', 'that', 'this', 'your'])
const INDEFINITE = new Set('a an some any every each another no all both either'.split(' '))
const NOUNS = new Set(
  `${WORDS.task}|${WORDS.tasks}|one|number|no`.split('|').map((word) => word.replaceAll('_', ' ')),
)
/** With one of these, words can only mean a task; “my card” and “the ticket” can mean other things. */
const SURE_NOUNS = new Set(
  [...NOUNS].filter((noun) => !/^(?:cards?|tickets?|things?|number|no|entr.*|one)$/.test(noun)),
)
const NAMING = new Set(['called', 'named', 'titled', 'about', 'that', ':'])
const IT = new Set(
  'it|that|this|that item|this item|that one|this one|that task|this task|the latest task|the latest one|the same task|the same one|the new one|the new task|the task|the one i just added|the task i just added'.split(
    '|',
  ),
)
/** The last task of the list that was shown, else like “it”. */
const LAST = new Set(
  'the last one|last one|the last task|last task|the last item|the last of them'.split('|'),
)
const MANY = new Set(
  'everything|all|all tasks|all of them|all of it|it all|the lot|every one of them|the rest|all the rest|the others|all the others|the other ones|everything else|all my tasks|all the tasks|all of my tasks|every task|all items|all my items|them|these|those|them all|both|my list|the list|my tasks|the tasks|my whole list|the whole list|the entire list|my todo list|my to-do list|the board|my board|all done tasks|done tasks|completed tasks|all completed tasks|finished tasks'.split(
    '|',
  ),
)
const VAGUE = new Set(
  'priority|the priority|its priority|status|the status|its status|due date|the due date|its due date|deadline|the deadline|category|the category|effort|the effort|progress|the progress|title|the title|name|the name|notes|the notes|task|a task|an item|item|something|anything|one|some|a todo|tasks|items|stuff|things|this thing|that thing|the item|the one'.split(
    '|',
  ),
)
const NEVER_LAST = new Set('list lists board to as is are at the a an and or on in of for'.split(' '))
const NEVER_FIRST = new Set(
  'you me us him her what which who where when why how if self myself i we to up down out away with for from of'.split(
    ' ',
  ),
)

/** `explicit`: it can only mean a task; words alone aren’t explicit. */
type Reference = Found<string> & { explicit: boolean; bare?: boolean }

export const readReference = memoizeByPhrase(readOne)

function readOne(phrase: Phrase, scene: ParseContext): Reference | undefined {
  const keys = keysOf(phrase)
  const written = keys.join(' ')
  const isLast = LAST.has(written)
  if (isLast || IT.has(written)) {
    const { lastNumber, lastShown = lastNumber } = scene.context
    const last = isLast ? lastShown : lastNumber
    const it = scene.it ?? (last === undefined ? undefined : `#${last}`)
    return it === undefined ? { value: '', ask: WHICH_TASK, explicit: true } : { value: it, explicit: true }
  }
  if (MANY.has(written)) return { value: '', ask: WHICH_OF_MANY, explicit: false }
  if (VAGUE.has(written)) return { value: '', ask: WHICH_TASK, explicit: false }
  const many = readMany(phrase, scene)
  if (many) return { value: '', ask: many.ask ?? WHICH_OF_MANY, explicit: false }
  return numbered(phrase) ?? counted(keys, scene) ?? inWords(phrase, keys, scene)
}

function numbered(phrase: Phrase): Reference | undefined {
  const ends = trim(phrase, (token) => DETERMINERS.has(token.key) || NOUNS.has(token.key))
  // “task one”: the last noun is the number.
  const core = isEmpty(ends) ? part(phrase, phrase.to - 1, phrase.to) : ends
  const token = core.tokens[core.from]
  if (!token || core.to - core.from !== 1) return undefined
  const named = phrase.to - phrase.from > 1
  const word = named ? NUMBER_WORDS.indexOf(token.key as (typeof NUMBER_WORDS)[number]) : -1
  const isNumber = token.kind === 'ref' || token.kind === 'number'
  const number = isNumber ? referenceNumber(token.text) : word > 0 ? word : null
  if (number === null) return undefined
  return { value: `#${number}`, explicit: true, bare: token.kind === 'number' && !named }
}

/** `the second one`, counted in the list that was last shown. */
function counted(keys: readonly string[], scene: ParseContext): Reference | undefined {
  const rest = keys.filter((key) => !DETERMINERS.has(key) && !NOUNS.has(key))
  const ordinal = rest[0]
  if (rest.length !== 1 || ordinal === undefined || keys.length === 1) return undefined
  const digits = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(ordinal)?.[1]
  const place = digits
    ? Number.parseInt(digits, 10)
    : ORDINAL_WORDS.indexOf(ordinal as (typeof ORDINAL_WORDS)[number])
  if (place < 1) return undefined
  const number = scene.context.shown?.[place - 1]
  return number === undefined
    ? { value: '', ask: WHICH_TASK, explicit: true }
    : { value: `#${number}`, explicit: true }
}

function inWords(phrase: Phrase, keys: readonly string[], scene: ParseContext): Reference | undefined {
  const first = phrase.tokens[phrase.from]
  if (!first || INDEFINITE.has(first.key)) return undefined
  let { from, to } = phrase
  if (DETERMINERS.has(keyAt(phrase, from))) from += 1
  const nounFirst = nounAt(phrase, from)
  from += nounFirst
  if (nounFirst > 0 && NAMING.has(keyAt(phrase, from))) from += 1
  const theOne = from > phrase.from && keyAt(phrase, to - 1) === 'one'
  const nounLast = nounFirst === 0 && (theOne || SURE_NOUNS.has(keyAt(phrase, to - 1)))
  if (nounLast) to -= 1
  const core = part(phrase, from, to)
  const inside = core.tokens.slice(from, to)
  const value = textOf(core)
  if (
    value === '' ||
    (nounFirst > 0 && /^(?:check)?lists?$/.test(keyAt(phrase, from)) && inside[0]?.kind === 'word') ||
    NEVER_FIRST.has(keyAt(phrase, from)) ||
    NEVER_LAST.has(keyAt(phrase, to - 1)) ||
    inside.some(isForeign) ||
    keys.includes('if') ||
    keys.includes('unless')
  )
    return undefined
  const quoted = inside.length === 1 && inside[0]?.kind === 'quote'
  const explicit = nounFirst > 0 || nounLast || quoted
  const isElsewhere = ELSEWHERE.has(keyAt(phrase, to - 1)) || ELSEWHERE.has(keyAt(phrase, from))
  if (!explicit && isElsewhere && !isTitle(value, scene.context.tasks ?? [])) return undefined
  return { value, explicit }
}

/** How many tokens the noun that starts here has: `task`, `to do`, `list item`. */
function nounAt(phrase: Phrase, at: number): number {
  if (SURE_NOUNS.has(`${keyAt(phrase, at)} ${keyAt(phrase, at + 1)}`)) return 2
  return SURE_NOUNS.has(keyAt(phrase, at)) ? 1 : 0
}

function isForeign(token: Token): boolean {
  return (
    token.kind === 'ref' || token.kind === 'break' || token.kind === 'bullet' || ',;()'.includes(token.key)
  )
}

function keyAt(phrase: Phrase, at: number): string {
  return at < phrase.to ? (phrase.tokens[at]?.key ?? '') : ''
}

/** `1, 2 and 3`, `#1-#3`, `the dentist task and the roadmap task`, or one reference. */
function readReferences(
  phrase: Phrase,
  scene: ParseContext,
): (Found<string[]> & { explicit: boolean }) | undefined {
  const run = range(phrase)
  if (run) return { value: run, explicit: true }
  const them = readThem(phrase, scene)
  if (them) return { ...them, value: them.value.tasks }
  const one = readReference(phrase, scene)
  const pieces = split(phrase, (token) => token.key === ',' || token.key === 'and' || token.key === '&')
  const spaced = pieces.length === 1 ? numbersInARow(phrase) : null
  const several = (spaced ?? pieces).map((piece) => readReference(piece, scene))
  if (several.length > 1 && several.every((piece) => piece !== undefined)) {
    const listed = keysOf(phrase).includes(',') && !one?.explicit
    if (listed || several.every((piece) => piece.explicit)) return listOf(several)
  }
  return one ? listOf([one]) : undefined
}

function listOf(references: readonly Reference[]): Found<string[]> & { explicit: boolean } {
  const value = [...new Set(references.map((reference) => reference.value))]
  const ask = references.find((reference) => reference.ask !== undefined)?.ask
  return { value, ask, explicit: references.every((reference) => reference.explicit && !reference.bare) }
}

/** `#1 #2 #3` */
function numbersInARow(phrase: Phrase): Phrase[] | null {
  const start = NOUNS.has(keyAt(phrase, phrase.from)) ? phrase.from + 1 : phrase.from
  const isRow = phrase.tokens.slice(start, phrase.to).every((token) => token.kind === 'ref')
  if (!isRow || phrase.to - start < 2) return null
  return Array.from({ length: phrase.to - start }, (_, i) => part(phrase, start + i, start + i + 1))
}

function range(phrase: Phrase): string[] | null {
  const written = cleanLine(
    keysOf(phrase)
      .join(' ')
      .replace(/^tasks? /, ''),
  )
  const match = /^#?(\d{1,5}) ?(?:-|–|to|through|until) ?#?(\d{1,5})$/.exec(written)
  const low = Number.parseInt(match?.[1] ?? '', 10)
  const high = Number.parseInt(match?.[2] ?? '', 10)
  if (!(low < high) || high - low >= 50) return null
  return Array.from({ length: high - low + 1 }, (_, i) => `#${low + i}`)
}

export const taskSlot: Slot<string> = { role: 'task', max: LONGEST, read: readReference }

const keptReferences = memoizeByPhrase(readReferences)

/** Only what must mean a task: `#3`, `task 3`, `3`, `it`, `the dentist task`. */
export const refSlot: Slot<string> = {
  role: 'task',
  max: LONGEST,
  read(phrase, scene) {
    const found = readReference(phrase, scene)
    return found?.explicit ? found : undefined
  },
}

export const tasksSlot: Slot<string[]> = { role: 'task', max: LONGEST, read: keptReferences }

/** Like `refs`, without bare numbers: sentences can start with one. */
export const refsSlot: Slot<string[]> = {
  role: 'task',
  max: LONGEST,
  read(phrase, scene) {
    const found = keptReferences(phrase, scene)
    return found?.explicit ? found : undefined
  },
}

const readMany = setSlotOver(keptReferences)

/** A set of tasks, not one by one, with only known words. */
export const setSlot: Slot<TaskSet> = {
  role: 'task',
  max: LONGEST,
  read(phrase, scene, end) {
    const found = readMany(phrase, scene, end)
    return found?.ask === undefined ? found : undefined
  },
}

/** A set of tasks with unknown words. */
export const vagueSlot: Slot<TaskSet> = {
  role: 'task',
  max: LONGEST,
  read(phrase, scene, end) {
    const found = readMany(phrase, scene, end)
    return found?.ask === undefined ? undefined : found
  },
}

/** The tasks as a list: “my to-do list”. */
export const listedSlot: Slot<TaskSet> = { role: 'task', max: LONGEST, read: readListed }

/** Exceptions from a set: “rent”, “the work ones”, “#1 and #2”. */
export const exceptSlot: Slot<number[]> = {
  role: 'task',
  max: LONGEST,
  read(phrase, scene) {
    const value = leftOut(phrase, scene, keptReferences)
    return value && { value }
  },
}
