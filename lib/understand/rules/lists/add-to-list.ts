/** Adds things to a list, each as its own item. */

import { LIMITS } from '#lib/limits.ts'
import { WHAT_THING } from '../../slots/clarifications.ts'
import { itemSpans, nameOfThing, thingsOf } from '../../slots/item-names.ts'
import type { Place } from '../../slots/lists.ts'
import { hasNoContent, isPronoun, type Phrase, textOf } from '../../text/phrase.ts'
import type { ClauseResult, ParseContext, Span } from '../../text/types.ts'
import { ask, call } from '../grammar.ts'

const NO_FIELDS =
  'List items can’t have a date or priority. Add one at a time, or make it a task: add a task: buy milk, due Friday.'

type Put = {
  things: Phrase
  place: Place
  spans: readonly Span[]
  /** Words after the list, such as a day. */
  rest?: Phrase
}

export function addToList({ things, place, spans, rest }: Put, scene: ParseContext): ClauseResult {
  const { lists = [] } = scene.context
  const name = place.of === 'list' ? place.name : undefined
  const held = lists.find((list) => list.name === name)
  const found = thingsOf(things, held).map(nameOfThing)
  const named = found.filter((thing) => !hasNoContent(thing))
  const spoken = isPronoun(things) ? scene.things : undefined
  if (named.length === 0 && spoken === undefined) return ask(WHAT_THING)
  if (rest && named.length > 1) return ask(NO_FIELDS)
  const said = spoken ?? named.map((thing) => (rest ? `${textOf(thing)} ${textOf(rest)}` : textOf(thing)))
  const intents = []
  for (let at = 0; at < said.length; at += LIMITS.itemsPerCall) {
    intents.push(call('add_items', { list: name, items: said.slice(at, at + LIMITS.itemsPerCall) }))
  }
  return { intents, spans: [...spans, ...itemSpans(named)], open: 'closed' }
}
