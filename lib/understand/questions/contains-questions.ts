/** Whether something is on a list or among the tasks: “is milk on my list?”, “did I add the dentist?”. */

import { call, draft, type Rule } from '../rules/grammar.ts'
import { textSlot } from '../slots/fields.ts'
import { itemOn, listsHolding, type Place } from '../slots/lists.ts'
import { CHANGES } from '../slots/question-words.ts'
import { askedPlaceSlot } from '../slots/scope.ts'
import { formsOver, type Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, part, textOf } from '../text/phrase.ts'
import type { ClauseResult, ParseContext } from '../text/types.ts'
import { ELSEWHERE, SERVICES } from '../text/vocabulary.ts'

const NEVER = new Set(['list', 'lists', ',', ';', 'remind', 'please'])

/** The words to search for, if they aren’t a sentence. */
const thingSlot: Slot<Phrase> = {
  role: 'item',
  max: 14,
  read(phrase) {
    const keys = keysOf(phrase)
    if (/^(?:what|what's|which|how)(?: (?:is|are|was|all|i|else|we))*$/.test(keys.join(' '))) return undefined
    if (CHANGES.has(keys[0] ?? '') || keys.some((key) => NEVER.has(key))) return undefined
    const whole = phrase.tokens
      .slice(phrase.from, phrase.to)
      .every(({ kind }) => kind !== 'break' && kind !== 'ref')
    return whole ? { value: phrase } : undefined
  },
}
const goodsSlot: Slot<Phrase> = {
  ...thingSlot,
  max: 3,
  read(phrase, scene) {
    const keys = keysOf(withoutDeterminer(phrase))
    const isPlain =
      keys.length <= 2 && !keys.some((key) => NO_GOODS.has(key) || SERVICES.has(key) || ELSEWHERE.has(key))
    return isPlain ? thingSlot.read(phrase, scene) : undefined
  },
}

const form = formsOver({ thing: thingSlot, goods: goodsSlot, place: askedPlaceSlot, text: textSlot })

const NO_GOODS = new Set('to for a an the any you your worry change know shots shot help it'.split(' '))

const NOW =
  'already|currently|still|now|right_now|yet|also|coming_up|listed|written|written_down|added|put|placed|put_down|jotted_down|entered|present|included|included_somewhere'
const ON = 'on|in|at|among|to|onto|into|from|off'
const AT = 'on|in|at|among'
const PUTS =
  'have|have_to|got|need|put|add|added|include|included|write|wrote|write_down|wrote_down|jot_down|jot|jotted_down|set|set_up|set_aside|create|created|' +
  'make|made|place|placed|request|requested|remember_to_put|remember_to_add|remember_to_include|forget_to_put|forget_to_add|save|saved|list|listed|note|noted|enter|entered|remembered_to_add|remembered_to_put|forgotten_to_add'
const HAS =
  'has|have|contain|contains|include|includes|list|lists|hold|holds|mention|mentions|consist_of|consists_of|show|say'
const KINDS = 'reminder|reminders|task|tasks|todo|todos|to-do|event|item|entry|note|alert|appointment'

const VAGUE =
  /^(?:(?:is|there|any|some|every|all|the|my) ?)*(?:anything|any|something|things?|items?|stuff|tasks?|everything|it|nothing|one|much|things to do)(?: (?:else|new|left|important|more|to do|at all|due|today))*$/
const GLUE = new Set(
  'the a an my our some any to of for on in at up out off and with do how if it is are that there task reminder item entry reminders already time'.split(
    ' ',
  ),
)

/** Also matches other forms: “cleaning” and “clean”, “plants” and “plant”. */
function searched(thing: Phrase): string {
  const kept = keysOf(thing).filter((key) => !GLUE.has(key) && /[\p{L}\p{N}]/u.test(key))
  return kept.slice(0, 4).map(stem).join(' ')
}

function stem(word: string): string {
  const noun = word.replace(/'s$/, '')
  const bare = noun.replace(/(?<=\p{L}{3})ing$/u, '')
  if (bare !== noun) return bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1')
  return noun.replace(/(?<=\p{L}{3})(?:ies|s)$/u, '')
}

function inPlace({ thing, place }: { thing: Phrase; place: Place }): ClauseResult | undefined {
  const vague = VAGUE.test(keysOf(thing).join(' '))
  if (place.of === 'list') {
    const item = vague ? undefined : textOf(withoutDeterminer(thing))
    return draft(call('list_items', { list: place.name, item }))
  }
  const words = vague ? undefined : searched(thing) || undefined
  return draft(call('list_tasks', { words, category: place.category }))
}

function withoutDeterminer(thing: Phrase): Phrase {
  const skip = /^(?:the|a|an|my|some|any|our)$/.test(keysOf(thing)[0] ?? '') && thing.to - thing.from > 1
  return skip ? part(thing, thing.from + 1, thing.to) : thing
}

const amongTasks = ({ text }: { text: Phrase }): ClauseResult | undefined => {
  const words = searched(text)
  return words === '' ? undefined : draft(call('list_tasks', { words }))
}

/** “do I need milk?”: asked of the lists there are. */
function needed({ goods }: { goods: Phrase }, { context: { lists = [] } }: ParseContext): ClauseResult {
  const [only] = lists
  return draft(
    call('list_items', {
      list: lists.length === 1 ? only?.name : undefined,
      item: textOf(withoutDeterminer(goods)),
    }),
  )
}

function neededIfHeld({ goods }: { goods: Phrase }, scene: ParseContext): ClauseResult | undefined {
  const holding = listsHolding(scene, textOf(withoutDeterminer(goods)))
  return holding.some((list) => itemOn(list, textOf(withoutDeterminer(goods))))
    ? needed({ goods }, scene)
    : undefined
}

export const HOLDS: readonly Rule[] = [
  form(
    `is|are|was|were|will|should|has there? <thing> be|been? ${NOW}? ${ON} <place> ${NOW}|today|tomorrow|or_not?`,
    inPlace,
  ),
  form(`do|did|have|has|had i|we|you ${NOW}? ${PUTS} <thing> ${ON} <place> ${NOW}|today|yesterday?`, inPlace),
  form(
    `do|did|have|has|had i|we|you ${NOW}? ${PUTS} <thing> ${ON} <place> to|for|about <text>`,
    ({ text, place }) => inPlace({ thing: text, place }),
  ),
  form(`is|are|was there <thing> ${ON} <place> for|about|to <text>`, ({ text, place }) =>
    inPlace({ thing: text, place }),
  ),
  form(`do|does|did <place> ${NOW}? ${HAS} <thing> ${ON} it|them|there`, inPlace),
  form(`do|does|did <place> ${NOW}? ${HAS} <thing> ${NOW}?`, inPlace),
  form(
    `at|on|for|by? what|which time|day|date|days is|are|was|do_i_have|did_i_put <thing> ${ON} <place> ${NOW}?`,
    inPlace,
  ),
  form(`when|where is|are|was|do_i_have|did_i_put <thing> ${ON} <place> ${NOW}?`, inPlace),
  form('am|was i supposed|meant|going to buy|get|pick_up|purchase <goods>', needed),
  form(`${ON} <place> did|do|have i|we|you ${PUTS} <thing>`, inPlace),
  form(
    'check|search|scan|look_at|look_in|look_on|look_through|browse|examine|review|go_through <place> to|and see|check|find|find_out|make_sure if|whether|that? <thing> is|are on_it|in_it|there|listed|on_there|included|in_there|on_the_list',
    inPlace,
  ),
  form(
    'check|search|scan|look_at|look_in|look_on|look_through|browse|examine|review|go_through <place> for <thing>',
    inPlace,
  ),
  form(
    `do|did|have|is|are|was i|we|there|you already|ever|currently|still? have|got|set|set_up|request|requested|create|created|make|made|add|added? a|an|any|some|my|the? new? ${KINDS} set|set_up|pending? for|to|about|of|called|named|regarding|on <text>`,
    amongTasks,
  ),
  form(
    'do|should i|we really|still|also? have_to|need_to|need|gotta get|buy|pick_up|grab|purchase <goods> at|from|in? the|a? store|shop|supermarket|market|grocery_store|grocery?',
    needed,
  ),
  form(
    'do i|we still|also? need|want <goods> at|from the|a? store|shop|supermarket|market|grocery_store',
    needed,
  ),
  form('do i|we still|also? need <goods>', neededIfHeld),
]

/** After “check whether …”, where the word order isn’t that of a question. */
export const STATED: readonly Rule[] = [
  form(`<thing> is|are|was|were ${NOW}? ${AT} <place> ${NOW}?`, inPlace),
  form(`i|i've|we've|we|you have|'ve|had|did? ${NOW}? ${PUTS} <thing> ${ON} <place> ${NOW}?`, inPlace),
  form(`there is|are|was <thing> ${ON} <place> ${NOW}?`, inPlace),
  form(`<thing> ${AT} <place> ${NOW}?`, inPlace),
  form(`<place> ${NOW}? ${HAS} <thing> on_it|in_it?`, inPlace),
  form(
    `i|i've|we|you have|'ve|had|did? ${PUTS} a|an|any|some|my|the? ${KINDS} for|to|about|of|called|named|regarding <text>`,
    amongTasks,
  ),
]
