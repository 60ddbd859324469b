/** Questions made of nothing but words about boards and filters. */
import { type Filters, readFilter } from './filters.ts'
import { call } from './grammar.ts'
import { keysOf, type Phrase, part, spanOf } from './phrase.ts'
import { ASKS, NOUNS, SHOWS, SUMMARY, TASK_NOUNS, VOCABULARY } from './question-words.ts'
import type { Draft, Scene, Span } from './types.ts'

const ANY_LIST = { of: 'list', isKnown: true, isVague: true } as const

/** A question made of nothing but words about boards and filters. A word too many, and it is no question to a board. */
export function readQuestion(phrase: Phrase, scene: Scene): Draft | undefined {
  const keys = keysOf(phrase)
  if (!ASKS.has(keys[0] ?? '') && !startsAsNoun(phrase, scene)) return undefined
  const filters: Filters = { statuses: [], dues: [] }
  const spans: Span[] = []
  const seen = { noun: false, tasks: false, summary: keys.join(' ').startsWith('how many') }
  let at = phrase.from
  while (at < phrase.to) {
    const next = readFilter(part(phrase, at, phrase.to), scene, filters, seen.noun)
    if (next > at) {
      spans.push(...spanOf(part(phrase, at, next), 'filter'))
      if (phrase.tokens[at]?.key === 'due' || filters.noun) seen.noun = true
      at = next
      continue
    }
    const key = phrase.tokens[at]?.key ?? ''
    const twoWords = `${key}_${at + 1 < phrase.to ? phrase.tokens[at + 1]?.key : ''}`
    if (key === 'lists' && (scene.context.lists ?? []).length > 0) filters.list ??= ANY_LIST
    if (TASK_NOUNS.has(key)) seen.tasks = true
    if (twoWords === 'to_do' || NOUNS.has(key)) seen.noun = true
    else if (SUMMARY.has(key)) seen.summary = true
    else if (!VOCABULARY.has(key) && !ASKS.has(key) && !/^[,.?!:]$/.test(key)) return undefined
    at += twoWords === 'to_do' ? 2 : 1
  }
  const filtered =
    filters.statuses.length + filters.dues.length > 0 ||
    filters.category !== undefined ||
    filters.words !== undefined
  if (!seen.noun && !seen.summary && !(filtered && isAsking(keys, filters))) return undefined
  const { list } = filters
  if (list && (!list.isVague || !(filtered || seen.tasks || seen.summary)))
    return { intents: [call('list_items', { list: list.name })], spans }
  if (seen.summary && !filters.category) return { intents: [call('get_summary')], spans }
  return { intents: lists(filters), spans }
}

function isAsking(keys: readonly string[], { dues, statuses }: Filters): boolean {
  if (SHOWS.has(keys[0] ?? '')) return keys.length <= 6
  if (keys.length === 1) return dues.length > 0
  return (
    dues.includes('overdue') ||
    (statuses.length > 0 && /^(?:what|what's|which|anything|is|are|do)$/.test(keys[0] ?? ''))
  )
}

function startsAsNoun(phrase: Phrase, scene: Scene): boolean {
  const last = phrase.tokens[phrase.to - 1]?.key ?? ''
  return (
    NOUNS.has(phrase.tokens[phrase.from]?.key ?? '') ||
    NOUNS.has(last) ||
    readFilter(phrase, scene, { statuses: [], dues: [] }, true) === phrase.to
  )
}

/** The tool takes one status and one due filter: “overdue or due today” are two lists. */
function lists({ statuses, dues, category, words }: Filters) {
  const each = statuses.length > 0 ? statuses : [undefined]
  const when = dues.length > 0 ? dues : [undefined]
  return each.slice(0, 3).flatMap((status) =>
    when.slice(0, 3).map((due) =>
      call('list_tasks', {
        ...(status ? { status } : {}),
        ...(due ? { due } : {}),
        ...(category ? { category } : {}),
        ...(words ? { words } : {}),
      }),
    ),
  )
}
