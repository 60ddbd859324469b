/** Adding tasks, in all the ways people ask for it. */

import { NO_REPEAT } from '../../dates/recurrence.ts'
import { WHAT_TASK, WHAT_THING } from '../../slots/clarifications.ts'
import { argsOf, categoryOf, type Fields, readFields } from '../../slots/fields.ts'
import { tickOf } from '../../slots/inline-marks.ts'
import { takeList, takeUnjoined } from '../../slots/item-names.ts'
import type { Place } from '../../slots/lists.ts'
import { type HowMany, splitItems } from '../../slots/split-items.ts'
import { readTitle, type Titled } from '../../slots/title.ts'
import {
  hasNoContent,
  isEmpty,
  isPronoun,
  keysOf,
  type Phrase,
  spanOf,
  textOf,
  tokensOf,
} from '../../text/phrase.ts'
import type { ClauseResult, Openness, ParseContext, Span } from '../../text/types.ts'
import { ELSEWHERE } from '../../text/vocabulary.ts'
import { ask, call, form, type Rule } from '../grammar.ts'
import { addToList } from '../lists/add-to-list.ts'

type How = { number: HowMany; open: Openness; shared?: Fields; mustBeListed?: true }

/** The calls that add the tasks in a text; `undefined` if the text isn’t one. */
export function addDraft(text: Phrase, scene: ParseContext, how: How): ClauseResult | undefined {
  const put = takeList(text, scene)
  if (put?.place.of === 'list') return addToList(put, scene)
  if (put)
    return addDraft(put.things, scene, { ...how, number: 'one', shared: { ...how.shared, listed: true } })
  // “new tasks since monday” asks.
  if (how.number === 'many' && keysOf(text)[0] === 'since') return undefined
  if (how.number === 'many') return addEach(splitItems(text, 'many', scene), scene, { ...how.shared }, [])
  // “make my todo list blank” doesn’t add a task.
  if (/^lists?$/.test(keysOf(text)[0] ?? '') && tokensOf(text).length <= 2) return undefined
  const whole = readTitle(text, scene)
  if (readFields(withoutComma(whole.phrase), scene, 'anywhere')) return ask(WHAT_TASK)
  const listed = whole.fields.listed === true || how.shared?.listed === true
  if (scene.things && isPronoun(whole.phrase))
    return addThings(scene.things, { ...how.shared, ...whole.fields })
  if (isEmpty(whole.phrase)) return ask(WHAT_TASK)
  if (how.mustBeListed && !listed) return undefined
  if (how.open === 'half' && hasNoContent(whole.phrase)) return ask(WHAT_TASK)
  if (how.open === 'half' && !listed && isForSomethingElse(whole.phrase)) return undefined
  const number = how.number === 'maybe' && listed ? 'list' : how.number
  const items = splitItems(whole.phrase, whole.repeats ? 'one' : number, scene)
  const fields = { ...how.shared, ...whole.fields }
  const added = items.length > 1 ? addEach(items, scene, fields, whole.spans) : addOne({ ...whole, fields })
  const isQuote = tokensOf(whole.phrase).length === 1 && tokensOf(whole.phrase)[0]?.kind === 'quote'
  return 'question' in added ? added : { ...added, open: listed || isQuote ? 'closed' : how.open }
}

/** `add a task: , category: work` */
function withoutComma(text: Phrase): Phrase {
  return keysOf(text)[0] === ',' ? { ...text, from: text.from + 1 } : text
}

function addOne({ phrase, fields, spans, repeats }: Titled): ClauseResult {
  const title = textOf(phrase)
  const intents = [call('add_task', { title, ...argsOf(fields) })]
  const note = repeats ? { note: NO_REPEAT } : {}
  return { intents, spans: [...spans, ...spanOf(phrase, 'title', title)], ...note }
}

function addThings(things: readonly string[], fields: Fields): ClauseResult {
  return { intents: things.map((title) => call('add_task', { title, ...argsOf(fields) })) }
}

/** One call per item. An item that only has fields applies to all. */
function addEach(
  items: readonly Phrase[],
  scene: ParseContext,
  shared: Fields,
  before: readonly Span[],
): ClauseResult {
  const spans = [...before]
  const titles = items.filter((item) => {
    const fields = items.length > 1 ? readFields(item, scene, 'anywhere') : undefined
    if (!fields) return true
    Object.assign(shared, fields.result)
    spans.push(...fields.spans)
    return false
  })
  if (titles.length === 0) return ask(WHAT_TASK)
  let note = {}
  const intents = titles.map((item) => {
    const { phrase, fields, spans: taken, repeats } = readTitle(item, scene)
    const title = textOf(phrase)
    if (repeats) note = { note: NO_REPEAT }
    const isDone = tickOf(item.tokens[item.from - 1]) === 'done'
    const ticked: Fields = isDone ? { status: 'done' } : {}
    spans.push(...taken, ...spanOf(phrase, 'title', title))
    return call('add_task', { title, ...argsOf({ ...shared, ...ticked, ...fields }) })
  })
  return { intents, spans, open: 'open', ...note }
}

/** `add 5 and 89`, `add this song to my playlist`, `add a tag to #3` aren’t tasks. */
function isForSomethingElse(phrase: Phrase): boolean {
  const keys = keysOf(phrase)
  const last = keys.at(-1) ?? ''
  const to = Math.max(
    keys.lastIndexOf('to'),
    keys.lastIndexOf('on'),
    keys.lastIndexOf('onto'),
    keys.lastIndexOf('in'),
  )
  const sums = keys.every((key) => /^(?:up|and|plus|\+|-?\d+|to)$/.test(key))
  const toTask = tokensOf(phrase).some(
    ({ kind }, i) =>
      kind === 'ref' &&
      /^(?:to|for|on|of|from|task)$/.test(keys[i - 1] ?? '') &&
      /^:?$/.test(keys[i + 1] ?? ''),
  )
  const pointed = /^(?:this|that)$/.test(keys[0] ?? '') && keys.some((key) => ELSEWHERE.has(key))
  return sums || toTask || pointed || (to >= 0 && to < keys.length - 1 && ELSEWHERE.has(last))
}

const one: How = { number: 'one', open: 'open' }
const many: How = { number: 'many', open: 'open' }
export const wish: How = { number: 'one', open: 'half' }

export function titled(how: How) {
  return ({ text }: { text: Phrase }, scene: ParseContext) => addDraft(text, scene, how)
}

/** The list is named before its new items. */
function titledOn(how: How) {
  return ({ list, text }: { list: Place; text: Phrase }, scene: ParseContext) =>
    list.of === 'list'
      ? addToList({ things: text, place: list, spans: [] }, scene)
      : addDraft(text, scene, { ...how, shared: categoryOf(list) })
}

/** Only the destination is given. */
function whatOn({ list }: { list?: Place }): ClauseResult {
  return ask(list?.of === 'list' ? WHAT_THING : WHAT_TASK)
}

/** Fields before the noun: `a high priority task`. */
function led(how: How) {
  return ({ lead, text }: { lead: Phrase; text: Phrase }, scene: ParseContext) => {
    const matched = readFields(lead, scene, 'cut-off')
    return matched && addDraft(text, scene, { ...how, shared: matched.result })
  }
}

export function dated(how: How) {
  return ({ due, text }: { due: { day: string; time?: string }; text: Phrase }, scene: ParseContext) =>
    addDraft(text, scene, { ...how, shared: { due_date: due.day, due_time: due.time } })
}

/** “open the shopping list and add milk”: adds to the list mentioned before. */
function also({ text }: { text: Phrase }, scene: ParseContext): ClauseResult | undefined {
  if (scene.list === undefined) return addDraft(text, scene, { number: 'maybe', open: 'half' })
  return takeList(text, scene) || readFields(text, scene, 'edge')
    ? addDraft(text, scene, { number: 'maybe', open: 'half' })
    : addToList({ things: text, place: { of: 'list', name: scene.list, isKnown: true }, spans: [] }, scene)
}

const listed = titled({ number: 'maybe', open: 'half', mustBeListed: true })
/** “get the items on my list”, “have a look at it” add nothing. */
const NOT_PUT =
  /^(?:everything|items|things|stuff|what|what's|contents|(?:(?:a|another|the) )?(?:(?:quick|brief|good|closer) )?(?:look|peek|glance|glimpse))(?: |$)/

/** “list everything on my shopping list”, “list out …” show it. */
const ASKS_FOR_LIST =
  /^(?:out|off|all|everything|each|every|any|what|what's|whatever|which|things?|items?|stuff|tasks?|for|to|the|my|our|down|me|us|contents?|that|those|these)$/

export const ADD: readonly Rule[] = [
  form('@make <count>? <count>? <count>? @tasks for|due|by <due> @called? <text>', dated(many)),
  form('@make <count>? <count>? <count>? @tasks to|on|in <list> @called? <text>', titledOn(many)),
  form('@make <count>? <count>? <count>? @tasks to|on|in <list>', whatOn),
  form('@make <count>? <count>? <count>? @tasks @called? <text>', titled(many)),
  form(
    '@add|@put these|this|the_following|some_things|things? to|on|in|onto <list> : <text>',
    titledOn(many),
  ),
  form('add|create the? following|these @called? <text>', titled(many)),
  form('@make @a? new|single? @task to|on|in|for <list> @called|to|for|about? <text>', titledOn(one)),
  form('@make @a? new|single? @task to|on|in|for? <list>?', whatOn),
  form('@make @a? new|single? @task for|due|on|by? <due> @called|to <text>', dated(one)),
  form(
    '@make @a? new|single? @task with|at <percent> completion|complete|done|progress|completed? @called|to|for|: <text>',
    ({ percent, text }, scene) => addDraft(text, scene, { ...one, shared: { completion: percent } }),
  ),
  form('@make @a? new|single? @task @called|to|for|about|that|of? <text>', titled(one)),
  form('@make a|an? new? <lead> @task @called|to|for|about? <text>', led(one)),
  form('set|set_up a|an|another|the? @task to|for|about|:|that <text>', titled(one)),
  form('set|set_up a|an|another|the? @task', () => ask(WHAT_TASK)),
  form('@task|note_to_self :|-|–|— <text>', titled(one)),
  form('@tasks :|-|–|— <text>', titled(many)),
  form(
    'to|on|in|onto|for? <list> ,? please? @add|put|place|stick|throw|write|jot|pop :? <text>',
    titledOn({ number: 'list', open: 'half' }),
  ),
  form(
    '@add|@put to|on|onto|in|down_on <list> :|that|the_following|i_need|i_want|we_need? <text>',
    titledOn({ number: 'list', open: 'half' }),
  ),
  form('list|note <text>', (found, scene) =>
    ASKS_FOR_LIST.test(keysOf(found.text)[0] ?? '') ? undefined : listed(found, scene),
  ),
  form('put|sign me|us down for <text>', titled({ number: 'one', open: 'half' })),
  form('@add <text>', ({ text }, scene) => {
    const put = takeUnjoined(text, scene)
    return put && addToList(put, scene)
  }),
  form('@add to|on|in? <list>?', whatOn),
  form('@add <text>', also),
  form('@put down|on|in? <text>', (found, scene) =>
    NOT_PUT.test(keysOf(found.text).join(' ')) ? undefined : listed(found, scene),
  ),
  form('create|make|new|write|log <text>', titled({ number: 'maybe', open: 'half', mustBeListed: true })),
]
