/** Filters in a question: a list, a status, a category, a day, a priority, words. */

import type { Effort, Priority, Status } from '#lib/board/model/names.ts'
import type { DayKind, DueFilter } from '#lib/board/readers/task-query.ts'
import { DAY_MS } from '#lib/limits.ts'
import { type DaySpan, readDaySpan } from '../dates/date-ranges.ts'
import { readDue } from '../dates/due-date.ts'
import { type Form, firstMatch, formsOver, type Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, part, textOf } from '../text/phrase.ts'
import type { ParseContext } from '../text/types.ts'
import { categoryOf, knownSlot } from './fields.ts'
import { effortSlot, prioritySlot, statusSlot } from './levels.ts'
import { LIST_FIELDS, type ListField, listValueSlot } from './list-fields.ts'
import type { Place } from './lists.ts'
import { ASKS, SHOWN, VOCABULARY } from './question-words.ts'
import { askedPlaceSlot } from './scope.ts'

export type Filters = { [Name in ListField['filter']]?: string } & {
  statuses: Status[]
  dues: DueFilter[]
  days?: DaySpan & { of?: DayKind }
  category?: string
  priority?: Priority
  effort?: Effort
  isBlocked?: boolean
  words?: string
  noun?: true
  list?: Extract<Place, { of: 'list' }>
}

/** “shopping list” with nothing before it; “show me what list” isn’t one. */
const bareListSlot: Slot<Place> = {
  ...askedPlaceSlot,
  read(phrase, scene) {
    const words = keysOf(phrase).slice(0, -1)
    const isName = words.length > 0 && words.every((word) => !VOCABULARY.has(word) && !ASKS.has(word))
    return isName ? askedPlaceSlot.read(phrase, scene) : undefined
  },
}

/** People don’t use `none` as a filter. */
const levelSlot: Slot<Priority> = {
  ...prioritySlot,
  read(phrase, scene) {
    const found = prioritySlot.read(phrase, scene)
    return found?.value === 'none' ? undefined : found
  },
}

/** “what I have to do” and “go over my list” aren’t about a status. */
const stateSlot: Slot<Status> = {
  ...statusSlot,
  read: (phrase, scene) =>
    /^(?:to[ -]?do|over)$/.test(keysOf(phrase).join(' ')) ? undefined : statusSlot.read(phrase, scene),
}

const filterForm = formsOver({
  known: knownSlot,
  status: statusSlot,
  state: stateSlot,
  level: levelSlot,
  effort: effortSlot,
  value: listValueSlot,
  list: askedPlaceSlot,
  bareList: bareListSlot,
})
export type Filter = Partial<Omit<Filters, 'statuses' | 'dues'> & { status: Status; due: DueFilter }>

function inPlace(place: Place): Filter {
  return place.of === 'tasks' ? { ...categoryOf(place), noun: true } : { list: place, noun: true }
}

const PLACES: readonly Form<Filter>[] = [
  filterForm('on|in|from|of|for|off|to|at|per|my|the|our|your|this|a <list>', ({ list }) => inPlace(list)),
  filterForm('<bareList>', ({ bareList }) => inPlace(bareList)),
]

/** Filters for tasks on any list. */
export const NARROWING: readonly Form<Filter>[] = [
  filterForm('overdue|past_due|late|past_their_due_date|behind_schedule|missed', () => ({
    due: 'overdue' as const,
  })),
  filterForm('without|with_no|no|missing a|any? due_date|due_dates|deadline|date|deadlines', () => ({
    due: 'undated' as const,
  })),
  filterForm('with|have|has a|any? due_date|due_dates|deadline|date|deadlines', () => ({
    due: 'dated' as const,
  })),
  filterForm(
    'due|for|by|on|in? this_week|the_week|next_7_days|next_seven_days|the_next_7_days|the_next_seven_days|week',
    () => ({ due: 'week' as const }),
  ),
  filterForm(
    'in|under|from|for|on? my|the? category? :? <known> category|list|ones|stuff|things?',
    ({ known }) => ({ category: known }),
  ),
  filterForm("that|which? is|are|'s? blocked|stuck|on_hold|waiting|held_up", () => ({ isBlocked: true })),
  filterForm("that|which? is|are|'s? not_blocked|unblocked|not_stuck", () => ({ isBlocked: false })),
  filterForm(
    'with|of|at|that_are|which_are|marked? <level> priority|priorities|prio|importance',
    ({ level }) => ({
      priority: level,
      noun: true as const,
    }),
  ),
  filterForm('with? priority|priorities|importance :? <level>', ({ level }) => ({
    priority: level,
    noun: true as const,
  })),
  filterForm('that_are|which_are|marked|marked_as <level>', ({ level }) => ({ priority: level })),
  filterForm('with|of|that_need|that_take|requiring? <effort> effort|work|focus', ({ effort }) => ({
    effort,
    noun: true as const,
  })),
  ...LIST_FIELDS.flatMap(({ filter, noun, said }) => [
    filterForm(`that_are|which_are? ${said} as|with|:? <value>`, ({ value }) => ({
      [filter]: value,
      noun: true as const,
    })),
    filterForm(`with|under|have|has the|a? ${noun} :|called? <value>`, ({ value }) => ({
      [filter]: value,
      noun: true as const,
    })),
    filterForm(`with|under|have|has the|a? <value> ${noun}`, ({ value }) => ({
      [filter]: value,
      noun: true as const,
    })),
  ]),
  filterForm('quick|easy|small|short|tiny wins|ones|things|stuff', () => ({
    effort: 'quick' as const,
    noun: true as const,
  })),
  filterForm('<state>', ({ state }) => ({ status: state })),
]

const FILTERS = [...PLACES, ...NARROWING]

/** The end of the filter that starts here; the start if there is none. */
export function readFilter(
  phrase: Phrase,
  scene: ParseContext,
  filters: Filters,
  afterNoun: boolean,
): number {
  for (let to = Math.min(phrase.to, phrase.from + 8); to > phrase.from; to -= 1) {
    const piece = part(phrase, phrase.from, to)
    const filter = firstMatch(FILTERS, piece, scene)?.result ?? dayFilter(piece, scene)
    if (!filter) continue
    const { status, due, ...others } = filter
    if (status) filters.statuses.push(status)
    if (due) filters.dues.push(due)
    Object.assign(filters, others)
    return to
  }
  const key = phrase.tokens[phrase.from]?.key ?? ''
  if (
    afterNoun &&
    /^(?:about|mentioning|containing|with|called|named|like|matching|regarding|concerning|for)$/.test(key)
  ) {
    const rest = part(phrase, phrase.from + 1, phrase.to)
    const isDate = readDue(rest, scene) || knownSlot.read(rest, scene)
    const first = keysOf(rest)[0] ?? ''
    // “with percentages”: the table shows them anyway, so these aren’t search words.
    if (key === 'with' && keysOf(rest).every((word) => SHOWN.has(word))) return phrase.to
    if (!isDate && rest.to > rest.from && !/^(?:me|us|a|no|any|high|due)$/.test(first)) {
      filters.words = textOf(rest)
      return phrase.to
    }
  }
  return phrase.from
}

/** A single day, or a range from its first to its last day. */
export function dayFilter(phrase: Phrase, scene: ParseContext): Filter | undefined {
  const first = keysOf(phrase)[0] ?? ''
  const bare = /^(?:on|for|by|due|until|in|of|during|over|'s)$/.test(first)
    ? part(phrase, phrase.from + 1, phrase.to)
    : phrase
  if (isClock(keysOf(phrase))) return {}
  if (bare.to === bare.from || !(mayBeDays(keysOf(bare)[0]) || mayBeDays(first))) return undefined
  if (bare.to - phrase.from === 1 && first === 'may') return undefined
  const days = readDaySpan(bare, scene) ?? readDaySpan(phrase, scene)
  if (days) return { days }
  const due = readDue(withoutOwner(bare), scene)
  if (!due || due.weak === 'very' || (due.weak && bare === phrase)) return undefined
  const ahead = (Date.parse(due.day) - Date.parse(scene.today)) / DAY_MS
  if (ahead === 0) return { due: 'today' }
  if (ahead === 1) return { due: 'tomorrow' }
  const isEnd = first === 'by' || first === 'until'
  return { days: isEnd ? { to: due.day } : { from: due.day, to: due.day } }
}

/** `between two and four pm`: tasks have no time of day, so this is ignored. */
function isClock(keys: readonly string[]): boolean {
  return (
    /^(?:at|between|around|from|after|before)$/.test(keys[0] ?? '') &&
    keys.length > 1 &&
    CLOCK.test(keys.slice(1).join(' '))
  )
}
const HOUR =
  "(?:\\d{1,2}(?:[:.]\\d{2})?(?:am|pm)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)(?: (?:am|pm|a\\.m|p\\.m|o'clock|thirty|fifteen))?"
const CLOCK = new RegExp(`^${HOUR}(?: (?:and|to|until|till) ${HOUR})?$`)

/** Words that dates start with: dates are only searched for there. */
function mayBeDays(key = ''): boolean {
  return (
    DAY_WORDS.has(key) ||
    /^\d|day(?:'s)?$|^to[dmn]|^tmr|^2m/.test(key) ||
    /^(?:mon|tue|wed|thu|fri|sat|sun)/.test(key)
  )
}
const DAY_WORDS = new Set(
  (
    'this next last past the over my upcoming coming previous in for within during from between after since starting before until till up_to later end eod eow eom a one two three four five six seven ' +
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec weekend on by'
  ).split(' '),
)

/** “today's”, “tomorrow's schedule”: the day. */
function withoutOwner(phrase: Phrase): Phrase {
  const last = phrase.tokens[phrase.to - 1]
  if (!last?.key.endsWith("'s")) return phrase
  const tokens = [...phrase.tokens]
  tokens[phrase.to - 1] = { ...last, key: last.key.slice(0, -2), text: last.text.slice(0, -2) }
  return { ...phrase, tokens }
}
