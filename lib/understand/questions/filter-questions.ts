/** Questions made only of words about boards and filters. */

import { call } from '../rules/grammar.ts'
import { type Filters, readFilter } from '../slots/filters.ts'
import {
  ASKS,
  ASKS_BEFORE,
  CHANGES,
  EVENT_NOUNS,
  NOUNS,
  SHOWS,
  SUMMARY,
  TASK_NOUNS,
  VOCABULARY,
} from '../slots/question-words.ts'
import { keysOf, type Phrase, part, spanOf } from '../text/phrase.ts'
import type { ClauseResult, ParseContext, Span } from '../text/types.ts'

const ANY_LIST = { of: 'list', isKnown: true, isVague: true } as const

/**
 * A question made of nothing but words about boards and filters. A word too many, and it is no question to a board.
 * `wrapped`: “I need to know …” stood before it, so it need not begin as a question does.
 */
export function readQuestion(phrase: Phrase, scene: ParseContext, how?: 'wrapped'): ClauseResult | undefined {
  const keys = keysOf(phrase)
  if (keys.length > LONGEST) return undefined
  if (isOrder(keys) || (how !== 'wrapped' && !ASKS.has(keys[0] ?? '') && !startsAsNoun(phrase, scene)))
    return undefined
  const filters: Filters = { statuses: [], dues: [] }
  const spans: Span[] = []
  const seen: Seen = {
    nouns: 0,
    tasks: false,
    events: false,
    asked: false,
    summary: keys.join(' ').startsWith('how many'),
  }
  let at = phrase.from
  while (at < phrase.to) {
    const isVerb = at === phrase.from && OPENS.test(`${keys[0]} ${keys[1]}`)
    const next = isVerb ? at : readFilter(part(phrase, at, phrase.to), scene, filters, seen.nouns > 0)
    if (next > at) {
      spans.push(...spanOf(part(phrase, at, next), 'filter'))
      const read = keysOf(part(phrase, at, next))
      if (read.some((key) => EVENT_NOUNS.has(key))) seen.events = true
      if (read[0] === 'due' || filters.noun) seen.nouns += 1
      at = next
      continue
    }
    const key = phrase.tokens[at]?.key ?? ''
    const twoWords = `${key}_${at + 1 < phrase.to ? phrase.tokens[at + 1]?.key : ''}`
    if (key === 'lists' && (scene.context.lists ?? []).length > 0) filters.list ??= ANY_LIST
    if (TASK_NOUNS.has(key)) seen.tasks = true
    if (EVENT_NOUNS.has(key)) seen.events = true
    const before = phrase.tokens[at - 1]?.key ?? ''
    // “what do you like to do” isn’t about tasks.
    if ((/^to_dos?$/.test(twoWords) && !/^(?:like|love|you)$/.test(before)) || NOUNS.has(key)) seen.nouns += 1
    else if (SUMMARY.has(key) && !/^report_(?:it|that|this|a|the)$/.test(twoWords)) seen.summary = true
    else if (!VOCABULARY.has(key) && !ASKS.has(key) && !/^[,.?!:]$/.test(key)) return undefined
    at += /^to_dos?$/.test(twoWords) ? 2 : 1
  }
  const filtered = isFiltered(filters)
  const about = seen.nouns > 0 || seen.summary
  if (!about && !(filtered && isAsking(keys, filters))) return undefined
  const { list } = filters
  if (list && (!list.isVague || !(filtered || seen.tasks || seen.summary)))
    return { intents: [call('list_items', { list: list.name })], spans }
  const counts = keys[0] === 'how' && keys[1] === 'many'
  if (seen.summary && (!filtered || (!counts && isWhole(filters))))
    return { intents: [call('get_summary')], spans }
  if (seen.events && !filtered && UPCOMING.test(keys.join(' '))) filters.days = { from: scene.today }
  return { intents: lists(filters), spans }
}

/** “add …”, “take milk off …”, “give me a reminder”, “meeting on friday” aren’t questions. */
function isOrder(keys: readonly string[]): boolean {
  const [first = '', second = ''] = keys
  const before = ASKS_BEFORE.get(first)
  if (before) return !before.has(second)
  if (CHANGES.has(first))
    return !/^(?:schedule|plan)$/.test(first) || /^(?:a|an|the|my|me|in|for)$/.test(second)
  if (ONE.test(first) || (!ASKS.has(first) && keys.some((key) => ONE.test(key)))) return true
  if (keys.some((key, i) => /^(?:check|cross|tick)$/.test(key) && keys[i + 1] === 'off')) return true
  const made = keys.some((key, i) => ONE.test(key) && /^(?:a|an|another|new|one)$/.test(keys[i - 1] ?? ''))
  const asks = /^(?:have|has)$/.test(first)
    ? /^(?:i|we|you)$/.test(second)
    : /^(?:do|did|does|is|are|was|what|what's|which|when|any|where)$/.test(first)
  return made && !asks
}
/** “open my calendar” isn’t about a status. */
const OPENS = /^open (?:my|the|our|up|all|calendar|schedule)$/
const ONE = /^(?:reminder|event|meeting|appointment)$/

type Seen = { nouns: number; tasks: boolean; events: boolean; asked: boolean; summary: boolean }
const LONGEST = 30
const UPCOMING = /(?:^| )(?:next|upcoming|coming|up|ahead)(?: |$)/

function isFiltered({ statuses, dues, noun: _noun, list: _list, ...others }: Filters): boolean {
  return statuses.length + dues.length > 0 || Object.values(others).some((filter) => filter !== undefined)
}

/** Filtered only by “not done”: the summary answers that. */
function isWhole(filters: Filters): boolean {
  return !isFiltered({ ...filters, statuses: [] }) && filters.statuses.every((status) => status !== 'done')
}

/** Without a noun, a filter must be asked about in words that people use of their own days and work. */
function isAsking(
  keys: readonly string[],
  { dues, statuses, days, priority, isBlocked, category }: Filters,
): boolean {
  const first = keys[0] ?? ''
  if (keys.includes('day') && /^(?:what|which)$/.test(first)) return false
  if (SHOWS.has(first)) return keys.length <= 6
  if (category !== undefined && /^(?:what|what's)$/.test(first))
    return keys.some((key) => /^(?:in|under)$/.test(key))
  if (keys.length === 1) return dues.length > 0 || isBlocked === true
  if (dues.length > 0 || days) {
    if (dues.includes('overdue')) return true
    return BEGINS.test(first) && keys.some((key) => PERSONAL.has(key))
  }
  return (statuses.length > 0 || priority !== undefined || isBlocked !== undefined) && BEGINS.test(first)
}

const BEGINS =
  /^(?:what|what's|which|anything|any|is|are|do|does|am|have|how|how's|how_many|i|tell|my|there)$/
const PERSONAL = new Set(
  "i my me we our mine i'm i've on due going happening coming planned scheduled busy free available left up doing anything something for to".split(
    ' ',
  ),
)

function startsAsNoun(phrase: Phrase, scene: ParseContext): boolean {
  const last = phrase.tokens[phrase.to - 1]?.key ?? ''
  return (
    NOUNS.has(phrase.tokens[phrase.from]?.key ?? '') ||
    NOUNS.has(last) ||
    readFilter(phrase, scene, { statuses: [], dues: [] }, false) > phrase.from
  )
}

/** The tool takes one status and one due filter: “overdue or due today” are two lists. */
function lists({ statuses, dues, days, isBlocked, noun: _noun, list: _list, ...fields }: Filters) {
  const each = statuses.length > 0 ? statuses : [undefined]
  const when = dues.length > 0 ? dues : [undefined]
  return each
    .slice(0, 3)
    .flatMap((status) =>
      when
        .slice(0, 3)
        .map((due) =>
          call('list_tasks', { status, due, ...fields, blocked: isBlocked, ...(due ? {} : days) }),
        ),
    )
}
