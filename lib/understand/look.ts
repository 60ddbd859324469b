/** Questions to the board: lists with their filters, and the summary. They change nothing. */

import type { Status } from '#lib/board/names.ts'
import type { DueFilter } from '#lib/board/queries.ts'
import { readDue } from './dates.ts'
import { knownSlot, listSlot } from './fields.ts'
import { call, draft, form, type Rule } from './grammar.ts'
import { statusSlot } from './levels.ts'
import { type Form, firstMatch, formsOver } from './pattern.ts'
import { keysOf, type Phrase, part, spanOf, textOf } from './phrase.ts'
import type { Draft, Scene, Span } from './types.ts'

const summary = () => draft(call('get_summary'))

/** One task has no reader of its own: a number is looked up in the whole list, words find theirs. */
function about({ refs }: { refs: readonly string[] }): Draft {
  const words = refs[0]?.startsWith('#') ? undefined : refs[0]
  return draft(call('list_tasks', words === undefined ? {} : { words }))
}

/** Ways of asking that need no noun. */
const IDIOMS: readonly Rule[] = [
  form('status|status_update|status_report|progress_report|where_are_we please?', summary),
  form("what's|what_is|how_is|how_are|how's|is|are the? status|progress|state of|on|with <refs>", about),
  form(
    "how|is|are 's|is|are? <refs> going|doing|coming_along|done|finished|complete|completed|open|overdue|blocked|in_progress|started yet?",
    about,
  ),
  form('plan my|the|our day|today|week|work|morning|afternoon around|for? <text>?', summary),
  form('what should|must|can i|we do|tackle|work_on|focus_on|start_with next|first|now|today?', summary),
  form(
    "what's|what_is next|left|remaining|outstanding|still_open|still_to_do|left_to_do|pending|up_next to_do? today?",
    summary,
  ),
  form(
    "show|tell|give me? what's|what_is left|remaining|outstanding|still_open|left_to_do|still_to_do on? <list>?",
    summary,
  ),
  form('where do|are i|we stand|at', summary),
  form('how am|are i|we doing', summary),
  form("how's|how_is it|everything|progress|the_board|the_list going|looking|coming_along", summary),
  form('catch|bring me up_to_speed|up', summary),
  form('what|which do i|we still? have|need|got to? do today|tomorrow|this_week|next|left|now?', summary),
  form("what else? is|'s there? left_to_do|to_do|left", summary),
  form("what's|what_is on my plate|agenda today|tomorrow|this_week|now?", summary),
  form('what have|did i|we done|finished|completed|do|finish|complete today|so_far|this_week|already?', () =>
    draft(call('list_tasks', { status: 'done' })),
  ),
  form('what am|are i|we working_on|doing right_now|now|at_the_moment|currently?', () =>
    draft(call('list_tasks', { status: 'in_progress' })),
  ),
  form('show|open|view|display|see me? <refs>', ({ refs }) =>
    refs.every((task) => task.startsWith('#')) ? about({ refs }) : undefined,
  ),
]

const ASKS = new Set(
  (
    "show list display view see get give tell read pull bring check open print what what's what're which whats's do does is are any anything " +
    "how how's my the all summarize summarise summary sum recap overview status stats statistics count find search go let review name " +
    'tasks todos overdue pending upcoming every everything current outstanding remaining progress could look'
  ).split(' '),
)
const NOUNS = new Set(
  'task tasks todo todos to-do to-dos list lists board taskboard backlog items reminders chores plate overdue due to_do column'.split(
    ' ',
  ),
)
const SUMMARY = new Set(
  'summarize summarise summary recap overview stats statistics count sum progress report totals rundown briefing'.split(
    ' ',
  ),
)
const SHOWS = new Set('show list display'.split(' '))
const VOCABULARY = new Set(
  (
    "me my the a an all of on in for to up out please is are am was do does did i i've i'm we we've us our have has had got get that there " +
    "those these them it its it's at right now currently so far still left remaining anything any everything every again full entire " +
    "whole complete current and or with by what what's which how many much high urgent important priority quick brief short read back down " +
    "through over tell say see look looks like been be need needs should can could left today's stuff things thing one ones new " +
    "status category categories you give your added made only just going currently who's first next table outstanding pending upcoming"
  ).split(' '),
)

const SHOWN = new Set(
  'the their its my all and numbers ids percent percents percentage percentages completion progress status statuses state states category categories priorities details dates'.split(
    ' ',
  ),
)

type Filters = { statuses: Status[]; dues: DueFilter[]; category?: string; words?: string; noun?: true }

/** “my open tasks” are no list called open: here only what is called a list or a board is one. */
const boardSlot: typeof listSlot = {
  ...listSlot,
  read: (phrase, scene) =>
    /^(?:lists?|board|backlog)$/.test(keysOf(phrase).at(-1) ?? '') ? listSlot.read(phrase, scene) : undefined,
}

const filterForm = formsOver({ known: knownSlot, status: statusSlot, list: boardSlot })
type Filter = Partial<{ status: Status; due: DueFilter; category: string; noun: true }>
const FILTERS: readonly Form<Filter>[] = [
  filterForm('on|in|from|of|for|my|the|our|your|this|shopping|grocery|groceries <list>', ({ list }) => ({
    ...list,
    noun: true as const,
  })),
  filterForm('overdue|past_due|late|past_their_due_date|behind_schedule', () => ({
    due: 'overdue' as const,
  })),
  filterForm('without|with_no|no a|any? due_date|due_dates|deadline|date|deadlines', () => ({
    due: 'undated' as const,
  })),
  filterForm('with|have|has a|any? due_date|due_dates|deadline|date|deadlines', () => ({
    due: 'dated' as const,
  })),
  filterForm(
    'due|for|by|on? this_week|the_week|next_7_days|next_seven_days|the_next_7_days|the_next_seven_days|week',
    () => ({ due: 'week' as const }),
  ),
  filterForm('in|under|from|for? the? category :? <known> category?', ({ known }) => ({ category: known })),
  filterForm('in|under|from|for|on? my|the? <known> category|list|ones|stuff|things?', ({ known }) => ({
    category: known,
  })),
  filterForm('that|which? is|are? <status>', ({ status }) => (status === 'done' ? { status } : { status })),
]

/** A question made of nothing but words about boards and filters. A word too many, and it is no question to a board. */
function readQuestion(phrase: Phrase, scene: Scene): Draft | undefined {
  const keys = keysOf(phrase)
  if (!ASKS.has(keys[0] ?? '') && !startsAsNoun(phrase, scene)) return undefined
  const filters: Filters = { statuses: [], dues: [] }
  const spans: Span[] = []
  const seen = { noun: false, summary: keys.join(' ').startsWith('how many') }
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

/** Where the filter that begins here ends; the beginning where none does. */
function readFilter(phrase: Phrase, scene: Scene, filters: Filters, afterNoun: boolean): number {
  const key = phrase.tokens[phrase.from]?.key ?? ''
  if (
    afterNoun &&
    /^(?:about|mentioning|containing|with|called|named|like|matching|regarding|concerning|for)$/.test(key)
  ) {
    const rest = part(phrase, phrase.from + 1, phrase.to)
    const isDate = readDue(rest, scene) || knownSlot.read(rest, scene)
    const first = keysOf(rest)[0] ?? ''
    // “with percentages”: what the table shows anyway, and no words to look for.
    if (key === 'with' && keysOf(rest).every((word) => SHOWN.has(word))) return phrase.to
    if (!isDate && rest.to > rest.from && !/^(?:me|us|a|no|any|high|due)$/.test(first)) {
      filters.words = textOf(rest)
      return phrase.to
    }
  }
  for (let to = Math.min(phrase.to, phrase.from + 8); to > phrase.from; to -= 1) {
    const piece = part(phrase, phrase.from, to)
    const filter = firstMatch(FILTERS, piece, scene)?.result ?? dayFilter(piece, scene)
    if (!filter) continue
    if (filter.status) filters.statuses.push(filter.status)
    if (filter.due) filters.dues.push(filter.due)
    if (filter.category) filters.category = filter.category
    if (filter.noun) filters.noun = true
    return to
  }
  return phrase.from
}

/** A day is today, tomorrow, or one of the seven days that “week” spans. */
function dayFilter(phrase: Phrase, scene: Scene): Filter | undefined {
  const bare = /^(?:on|for|by|due|until)$/.test(keysOf(phrase)[0] ?? '')
    ? part(phrase, phrase.from + 1, phrase.to)
    : phrase
  const due = bare.to > bare.from ? readDue(bare, scene) : undefined
  if (!due || due.weak) return undefined
  const days = (Date.parse(due.day) - Date.parse(scene.today)) / 86_400_000
  if (days === 0) return { due: 'today' }
  if (days === 1) return { due: 'tomorrow' }
  return days < 0 ? { due: 'overdue' } : days < 7 ? { due: 'week' } : { due: 'dated' }
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

const HOLDS: readonly Rule[] = [
  form(
    'is|are|do_i_have|have_i_got|did_i_add|did_i_put|have_i_added|do_we_have the|my|some|any? <goods> on|in|to <list>',
    ({ goods }) => draft(call('list_tasks', { words: textOf(goods) })),
  ),
]

/** Whether it begins as a question does; `due friday` alone does not, and belongs to what stands before it. */
export function startsAsking(phrase: Phrase): boolean {
  const key = keysOf(phrase)[0] ?? ''
  return (
    /^(?:show|list|display|view|give|tell|see|read|pull|check|print|what|what's|which|how|how's|plan|where|any|anything|do|is|are)$/.test(
      key,
    ) || SUMMARY.has(key)
  )
}

export function look(phrase: Phrase, scene: Scene): Draft | undefined {
  const idiom = firstMatch([...IDIOMS, ...HOLDS], phrase, scene)
  if (idiom) return idiom.ask === undefined ? { ...idiom.result, spans: idiom.spans } : idiom.result
  return readQuestion(phrase, scene)
}

const HELP: readonly Form<true>[] = [
  form('help|?|commands|manual|instructions|usage|examples|help_me|/help', () => true as const),
  form('what can|could|do you do|understand|help_me_with|help_with|do_for_me for_me?', () => true as const),
  form(
    'what can i|we do|say|type|ask|ask_you|tell_you|use here|with_this|with_you|now|on_this_board?',
    () => true as const,
  ),
  form(
    'what are|is your|the|these|my commands|features|options|possibilities|abilities|capabilities',
    () => true as const,
  ),
  form('who|what are|is you|this|taskboard', () => true as const),
  form(
    'how do|does|can|should|would i|we|you|this|it|one work|use_this|use_you|use_it|use_taskboard|start|begin|get_started|talk_to_you',
    () => true as const,
  ),
  form(
    'how do|can|could|would|should i|we|one add|remove|delete|rename|move|complete|finish|mark|change|update|undo|list|see|show|edit|create|reopen|set <text>?',
    () => true as const,
  ),
  form(
    'what commands|features|things do|can you|i|we know|have|understand|use|do|support',
    () => true as const,
  ),
  form(
    'show|list|tell|give me? the|all|your|available? commands|help|features|options|examples',
    () => true as const,
  ),
]

export function asksForHelp(phrase: Phrase, scene: Scene): boolean {
  return firstMatch(HELP, phrase, scene) !== undefined
}
