/** What narrows a question: a list, a status, a category, a day, words. */
import type { Status } from '#lib/board/names.ts'
import type { DueFilter } from '#lib/board/queries.ts'
import { readDue } from './dates.ts'
import { categoryOf, knownSlot } from './fields.ts'
import { statusSlot } from './levels.ts'
import { listSlot, type Place } from './lists.ts'
import { type Form, firstMatch, formsOver } from './pattern.ts'
import { keysOf, type Phrase, part, textOf } from './phrase.ts'
import { ASKS, SHOWN, VOCABULARY } from './question-words.ts'
import type { Scene } from './types.ts'

export type Filters = {
  statuses: Status[]
  dues: DueFilter[]
  category?: string
  words?: string
  noun?: true
  list?: Extract<Place, { of: 'list' }>
}

/** “my open tasks” are no list called open: here only what is called a list or a board is one. */
const boardSlot: typeof listSlot = {
  ...listSlot,
  read: (phrase, scene) =>
    /^(?:(?:check)?lists?|board|backlog)$/.test(keysOf(phrase).at(-1) ?? '')
      ? listSlot.read(phrase, scene)
      : undefined,
}

/** “shopping list” without anything before it; “show me what list” names none. */
const bareListSlot: typeof listSlot = {
  ...boardSlot,
  read(phrase, scene) {
    const words = keysOf(phrase).slice(0, -1)
    const isName = words.length > 0 && words.every((word) => !VOCABULARY.has(word) && !ASKS.has(word))
    return isName ? boardSlot.read(phrase, scene) : undefined
  },
}

const filterForm = formsOver({
  known: knownSlot,
  status: statusSlot,
  list: boardSlot,
  bareList: bareListSlot,
})
type Filter = Partial<{ status: Status; due: DueFilter; category: string; noun: true; list: Filters['list'] }>

function inPlace(place: Place): Filter {
  return place.of === 'tasks' ? { ...categoryOf(place), noun: true } : { list: place, noun: true }
}

const FILTERS: readonly Form<Filter>[] = [
  filterForm('on|in|from|of|for|my|the|our|your|this <list>', ({ list }) => inPlace(list)),
  filterForm('<bareList>', ({ bareList }) => inPlace(bareList)),
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

/** Where the filter that begins here ends; the beginning where none does. */
export function readFilter(phrase: Phrase, scene: Scene, filters: Filters, afterNoun: boolean): number {
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
    if (filter.list) filters.list = filter.list
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
