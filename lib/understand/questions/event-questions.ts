/** Things that have a time: “do I have a doctor’s appointment on friday?”. Here they are tasks with a day. */

import { type DaySpan, pastSlot, readDaySpan } from '../dates/date-ranges.ts'
import { readDue } from '../dates/due-date.ts'
import { call, draft, type Rule } from '../rules/grammar.ts'
import { formsOver, type Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, part } from '../text/phrase.ts'
import type { ClauseResult, ParseContext } from '../text/types.ts'
import { searched } from './contains-questions.ts'

/** These say nothing that a title would hold. */
const PLAIN = /^(?:events?|meetings?|appointments?|engagements?|plans?)$/
const EVENT =
  /^(?:events?|meetings?|appointments?|part(?:y|ies)|dinner|lunch|birthday|anniversary|class|exam|interview|wedding|concert|practice|lesson|game|match|trip|reunion|conference|ceremony|date)$/

const eventSlot: Slot<Phrase> = {
  role: 'filter',
  max: 5,
  read(phrase) {
    const keys = keysOf(phrase)
    const isEvent = EVENT.test(keys.at(-1) ?? '') && !/^(?:your|his|her|their|next|what)$/.test(keys[0] ?? '')
    return isEvent ? { value: phrase } : undefined
  },
}
/** As it lies ahead: “on friday” is the next one. */
const daysSlot: Slot<DaySpan> = {
  ...pastSlot,
  read(phrase, scene) {
    const span = readDaySpan(phrase, scene)
    if (span) return { value: span }
    const due = readDue(phrase, scene)
    return due && { value: { from: due.day, to: due.day } }
  },
}

const form = formsOver({ event: eventSlot, days: daysSlot })

function on({ event, days }: { event: Phrase; days?: DaySpan }, _: ParseContext): ClauseResult | undefined {
  const last = keysOf(event).at(-1) ?? ''
  const words = searched(PLAIN.test(last) ? part(event, event.from, event.to - 1) : event)
  return words === '' ? undefined : draft(call('list_tasks', { words, ...days }))
}

export const EVENTS: readonly Rule[] = [
  form('do|did i|we have|got a|an|any|another|my|the? <event> on|for|at|during? <days>', on),
  form('is|are|was|were my|our|the? <event> on|for|at|during? <days>', on),
  form(
    "when|what_time|what_day|when's is|are|was|does|do|will|'s my|our|the? <event> start|begin|end|happen|scheduled|be|happening|take_place? on|for|at|during? <days>?",
    (found, scene) =>
      found.days || /^(?:my|our)$/.test(keysOf(found.event)[0] ?? '') ? on(found, scene) : undefined,
  ),
]
