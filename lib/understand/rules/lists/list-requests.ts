/** Requests about lists that start with the thing, the list or the reason, not with a verb. */

import { joinWords } from '#lib/board/text/text.ts'
import { offer, WHAT_TASK } from '../../slots/clarifications.ts'
import { nameOfThing, thingsOf } from '../../slots/item-names.ts'
import { listsHolding, type Place } from '../../slots/lists.ts'
import { hasNoContent, isPronoun, keysOf, type Phrase, textOf } from '../../text/phrase.ts'
import type { ClauseResult, Intent, ParseContext } from '../../text/types.ts'
import { ask, call, draft, form, type Rule } from '../grammar.ts'
import { addToList } from './add-to-list.ts'
import { matchesTaskTitle } from './match-list-items.ts'

type On = { list: Place; text: Phrase }

const ASKING = /^(?:what's|what|is|are|do|does|did|how|who|which|it|them|that)$/
const NO_TEXT = /^(?:what|which|who|how|anything|nothing|everything|all|something|there|if|when)$/

/** Adds to the list; if the list means the tasks, adds a task. */
export function wanted({ list, text }: On, scene: ParseContext): ClauseResult | undefined {
  if (NO_TEXT.test(keysOf(text)[0] ?? '')) return undefined
  if (list.of === 'list') return addToList({ things: text, place: list, spans: [] }, scene)
  if (isPronoun(text) && scene.things) return added(scene.things, list.category)
  if (hasNoContent(text)) return ask(WHAT_TASK)
  return added([textOf(nameOfThing(text))], list.category)
}

function added(titles: readonly string[], category: string | undefined): ClauseResult {
  return draft(...titles.map((title) => call('add_task', { title, category })))
}

/** Removes from the list; words that match nothing lead to a question. */
function unwanted(
  { list, text }: { list?: Place; text: Phrase },
  scene: ParseContext,
): ClauseResult | undefined {
  const words = textOf(nameOfThing(text))
  if (hasNoContent(text) || NO_TEXT.test(keysOf(text)[0] ?? '')) return undefined
  if (list?.of === 'list' && list.isKnown) {
    const items = thingsOf(
      text,
      scene.context.lists?.find(({ name }) => name === list.name),
    ).map(nameOfThing)
    return draft(call('remove_items', { list: list.name, items: items.map(textOf) }))
  }
  return list === undefined ? gone(words, scene) : draft(call('remove_task', { task: words }))
}

/** Without a list, only what is clearly on the board is removed; anything else is only mentioned. */
function gone(words: string, scene: ParseContext): ClauseResult {
  const known =
    /^(?:#|t-)\d+$/i.test(words) || listsHolding(scene, words).length > 0 || matchesTaskTitle(scene, words)
  const intents: Intent[] = known ? [call('remove_task', { task: words })] : []
  const otherwise = offer(`Remove “${words}”?`, `remove ${words}`, 'Remove')
  return { intents, things: [words], otherwise }
}

/** “I'm out of milk” isn’t a command yet. */
function lacking({ goods }: { goods: Phrase }): ClauseResult {
  const things = thingsOf(goods).map(nameOfThing).map(textOf)
  const named = joinWords(things)
  const otherwise = offer(
    `Add ${named} to the shopping list?`,
    `add ${named} to the shopping list`,
    'Add to list',
  )
  return { intents: [], things, otherwise }
}

/** “Is milk on my list? If not, add it”: a list never holds a thing twice, and a known task is not added again. */
function unlessThere(
  { list, text, last }: On & { last: Phrase },
  scene: ParseContext,
): ClauseResult | undefined {
  const [first] = keysOf(last)
  if (!/^(?:it|them|that|those|some|one|please)$/.test(first ?? 'it')) return undefined
  if (list.of === 'tasks' && matchesTaskTitle(scene, textOf(text)))
    return draft(call('list_tasks', { words: textOf(text) }))
  return wanted({ list, text: nameOfThing(text) }, scene)
}

const HOLDS =
  "do_i_have|do_we_have|have_i_got|do_i_already_have|is|are|is_there|are_there|did_i_add|did_i_put|have_i_added|have_i_put|did_i_include|i'm_not_sure_if|i_am_not_sure_if|not_sure_if|i_don't_know_if|i_don't_know_whether|check_if|see_if|check_whether"
const IF_NOT =
  "if_not|if_it_isn't|if_it_is_not|if_it's_not|if_it_'s_not|if_they_aren't|if_they_are_not|if_they're_not|if_there_isn't|if_there_aren't|if_i_don't|if_i_do_not|if_i_haven't|if_i_didn't|otherwise|or_else|if_no"
const POLITE =
  "please|can_you|could_you|will_you|would_you|then|just|go_ahead_and|i_need_you_to|let's|you_can"
const STOPS = ',|;|.|?|and|but|so|-|or'
const WANT = "need|want|would_like|'d_like|get|have|like|must_have|should_have"
const PUT = 'added|put|placed|included|written|written_down|entered|listed|jotted_down|put_down'
const TAKEN = 'removed|deleted|taken|erased|dropped|scratched|struck|cleared|crossed_off'
const OFF = 'from|off|off_of|out_of|of|from_off'
const ONTO = 'to|on|onto|in|into'

export const CONDITIONS: readonly Rule[] = [
  form(
    `${HOLDS} i_have|there_is|there_are|the|my|any|some? <text> is|are|already|currently? ${ONTO}? <list> ${STOPS}? ${STOPS}? ${IF_NOT} ,|then|already? ${POLITE}? ${POLITE}? add|put|include|write <last>?`,
    (found, scene) =>
      'last' in found && found.last
        ? unlessThere({ ...found, last: found.last }, scene)
        : wanted(found, scene),
  ),
  form(
    `${HOLDS} i_have|there_is|there_are|the|my|any|some? <text> is|are|already|currently? ${ONTO}? <list> ${STOPS}? ${POLITE} ${POLITE}? add|put|include|write it|them|that|those|some ${IF_NOT} already|there|on_there|on_it?`,
    (found, scene) => unlessThere({ ...found, last: { ...found.text, to: found.text.from } }, scene),
  ),
  form(`make|be sure|certain that? i|we have|get|add|put <text> ${ONTO} <list>`, wanted),
  form(`make|be sure|certain that? <text> is|are ${ONTO} <list>`, wanted),
  form('update|edit|change|modify|fill <list> with|to_include|to_have|by_adding <text>', wanted),
  form('update|edit|change|modify <list> by_removing <text>', unwanted),
]

const LACKS: readonly Rule[] = [
  form(
    "i'm|we're|i_am|we_are|i|we just|almost|nearly|all|running|completely|totally? out_of|low_on|short_on|short_of|ran_out_of|ran_low_on|used_up|used_up_all|used_up_the_last_of|used_the_last_of|finished_the_last_of|finished_off|finished_up|drank_the_last_of|ate_the_last_of <goods>",
    lacking,
  ),
  form("i|we have|have_got|'ve_got|got no|no_more <goods> left?", lacking),
  form("i|we don't|do_not have any|any_more|enough|more <goods> left|anymore|any_more?", lacking),
  form("there's|there_is|there_are|there_isn't|there_aren't no|no_more|any <goods> left", lacking),
]

const NO_LONGER: readonly Rule[] = [
  form(`i|we no_longer need|want|have|need_to_have|care_about <text> ${ONTO} <list>`, unwanted),
  form(
    `i|we don't|do_not need|want|have_to|need_to <text> ${ONTO} <list> any_more|anymore|any_longer|now?`,
    unwanted,
  ),
  form('i|we? no_longer need_to|have_to|want_to|need|want|have <text>', unwanted),
  form(
    "i|we don't|do_not need_to|have_to|want_to|need|want <text> any_more|anymore|any_longer|after_all",
    unwanted,
  ),
  form("i|we don't|do_not need|want|have_to|need_to <text>", ({ text }, scene) =>
    matchesTaskTitle(scene, textOf(text)) || listsHolding(scene, textOf(text)).length > 0
      ? unwanted({ text }, scene)
      : undefined,
  ),
]

export const WANTED: readonly Rule[] = [
  ...LACKS,
  ...NO_LONGER,
  form(`can|could|may|might|would|will <text> be|get ${PUT} ${ONTO} <list>`, wanted),
  form(`can|could|may|might|would|will <text> be|get ${TAKEN} ${OFF} <list>`, unwanted),
  form(`<goods> please ,? ${ONTO} <saidList>`, ({ goods, saidList }, scene) =>
    wanted({ list: saidList, text: goods }, scene),
  ),
  form(`on|to|onto|for <list> ,? i|we|i'd ${WANT} <text> ${PUT}?`, wanted),
  form(
    '<saidList> needs|is_missing|lacks|is_short_of|is_lacking|could_use <text>',
    ({ saidList, text }, scene) => wanted({ list: saidList, text }, scene),
  ),
  form("there's|there_is no need|reason for|to_have <text> on <list> any_more|anymore|any_longer?", unwanted),
  form("don't|do_not|stop keep|have|keeping|leave <text> on <list> any_more|anymore|any_longer?", unwanted),
  form(
    '<goods> needs|need|requires|require adding|putting to|on|onto <saidList>',
    ({ goods, saidList }, scene) => wanted({ list: saidList, text: goods }, scene),
  ),
  form('<goods> belongs|belong|goes|go on|in|to <saidList>', ({ goods, saidList }, scene) =>
    wanted({ list: saidList, text: goods }, scene),
  ),
  form('the|my <goods> on <list> can|may|should|must|has_to|have_to go|leave', ({ goods, list }, scene) =>
    unwanted({ list, text: goods }, scene),
  ),
  form(`i|we|i'd|we'd? ${WANT} <text> to_be|to_get? ${PUT} down? ${ONTO} <list>`, wanted),
  form(`i|we|i'd|we'd? ${WANT} <text> to_be|to_get? ${TAKEN} ${OFF} <list>`, unwanted),
  form(
    '<list> should|needs_to|must|has_to|ought_to have|include|contain|list <text> on_it|in_it|on_there?',
    wanted,
  ),
  form('<saidList> :|-|–|— <text>', ({ saidList, text }, scene) => wanted({ list: saidList, text }, scene)),
]

/** These can start with any word, so they are tried last. */
export const PASSIVE: readonly Rule[] = [
  form(
    `<text> needs|need|has|have|should|must|ought|is|are to_go|go|to_be|be|to_get|to_be_${PUT.split('|').join('|to_be_')}|be_${PUT.split('|').join('|be_')} ${ONTO} <list>`,
    wanted,
  ),
  form(
    `<text> needs_to|need_to|has_to|have_to|should|must|ought_to be|get|come ${TAKEN}|off away|down? ${OFF}? <list>`,
    unwanted,
  ),
  form('<goods> removed|deleted|erased|taken_off from_it|from_there?', ({ goods }, scene) =>
    scene.it === undefined && scene.list === undefined
      ? undefined
      : scene.list === undefined
        ? draft(call('remove_task', { task: textOf(goods) }))
        : draft(
            call('remove_items', { list: scene.list, items: thingsOf(goods).map(nameOfThing).map(textOf) }),
          ),
  ),
]

/** Not a command, but it may be meant as one: leads to a question if the message has nothing else. */
export const FRAGMENTS: readonly Rule[] = [
  form('<goods> on|onto|to|for <saidList>', ({ goods, saidList }) =>
    saidList.of === 'list' && !saidList.isVague && !ASKING.test(keysOf(goods)[0] ?? '')
      ? offer(
          `Add ${textOf(goods)} to the ${saidList.name} list?`,
          `add ${textOf(goods)} to the ${saidList.name} list`,
          'Add to list',
        )
      : undefined,
  ),
]
