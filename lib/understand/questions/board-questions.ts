/** Questions about the board: what is next, what was done, lists with their filters. They change nothing. */

import type { DaySpan } from '../dates/date-ranges.ts'
import { pastSlot } from '../dates/date-ranges.ts'
import { BEYOND_QUESTIONS } from '../rules/facts/memory-commands.ts'
import { ask, call, draft, form, type Rule } from '../rules/grammar.ts'
import { listSlot, type Place } from '../slots/lists.ts'
import { SUMMARY } from '../slots/question-words.ts'
import { firstMatch, formsOver } from '../text/pattern.ts'
import { keysOf, type Phrase } from '../text/phrase.ts'
import type { ClauseResult, ParseContext } from '../text/types.ts'
import { withoutOpening } from '../wrapping/openings.ts'
import { HOLDS, STATED } from './contains-questions.ts'
import { FACT_QUESTIONS } from './fact-questions.ts'
import { readQuestion } from './filter-questions.ts'
import { asksWhatToRemember } from './recall-questions.ts'
import { ABOUT, SHOWN_TASK } from './task-questions.ts'

const spanForm = formsOver({ past: pastSlot, list: listSlot })
const summary = () => draft(call('get_summary'))
const plan = () => draft(call('get_agenda'))
const next = () => draft(call('get_agenda', { most: 1 }))

/** What is left of what was just mentioned: a list, or the whole board. */
function left({ list }: { list?: Place }, scene: ParseContext): ClauseResult {
  if (list?.of === 'list' && !list.isVague) return items(list.name)
  return scene.list === undefined ? summary() : items(scene.list)
}

function items(name: string | undefined): ClauseResult {
  return draft(call('list_items', { list: name }))
}

/** Without a list of this name, the tasks are meant. */
function shopping(_: unknown, { context: { lists = [] } }: ParseContext): ClauseResult {
  const list =
    lists.find(({ name }) => /shop|grocer|market|food/i.test(name)) ??
    (lists.length === 1 ? lists[0] : undefined)
  return items(list?.name)
}

/** “what haven't I done”, and not “what have I done”. */
function openOnes({ list }: { list?: Place }): ClauseResult {
  return list?.of === 'list' ? items(list.name) : draft(call('list_tasks', { status: 'open' }))
}

const done = ({ past }: { past?: DaySpan }) =>
  draft(call('list_tasks', past ? { ...past, day_of: 'done' } : { status: 'done' }))
const added = ({ past }: { past?: DaySpan }, { today }: ParseContext) =>
  draft(call('list_tasks', { ...(past ?? { from: today }), day_of: 'added' }))

const WHAT = 'what|which|how_many|how_much|list_what|list_everything|everything'
const KIND = 'tasks|things|items|todos|to-dos|ones|task|stuff|else|work'
const FINISHED =
  'done|finished|completed|closed|accomplished|achieved|ticked_off|checked_off|got_done|gotten_done'
const FINISH = 'do|finish|complete|close|accomplish|achieve|get_done|tick_off|check_off'
const TODAY = 'today|now|first|next|right_now|this_morning|this_afternoon|tonight|at_the_moment'
const STORE =
  'at|from|in|for|when_i_go_to? the|my|a? store|shop|supermarket|market|grocery_store|mall|shops|groceries|shopping|grocery_shopping'

const NOTHING_TO_CLOSE = 'Everything is saved. You can close this page whenever you like.'
const HOW_TO_EXPORT =
  'To export this board, open Board settings → Export. For all boards, use Export everything in the menu of boards.'

/** Ways of asking that need no noun. */
const IDIOMS: readonly Rule[] = [
  form('list the|all|my? items', () => items(undefined)),
  form('exit|quit|bye|goodbye|log_out|logout|close', () => ask(NOTHING_TO_CLOSE)),
  form('back_up|backup|export|download|save_a_copy_of the|this|my? board|everything|data|tasks?', () =>
    ask(HOW_TO_EXPORT),
  ),
  form('plan|organise|organize|schedule my? day|work|tasks? for? <due>', ({ due }) =>
    draft(call('get_agenda', { until: due.day })),
  ),
  form(
    'show|list|display|show_me|list_me|give_me|read_me|tell_me everything|it_all|all|all_of_it there_is|i_have|you_have?',
    () => draft(call('list_tasks')),
  ),
  form(
    "what's|what_is|what_are|show_me|tell_me|make|give_me|make_me? the|my|our|a? plan|plans|game_plan|priorities|focus for|of? the|my|our? today|day|tonight|week|now|morning|afternoon|evening?",
    plan,
  ),
  form(
    "plan|organise|organize|prioritise|prioritize|schedule|structure my|the|our|today's? day|today|week|work|morning|afternoon|evening|tasks|todos|list|workload for|around? <text>?",
    plan,
  ),
  form(
    `what should|must|can|would i|we|you do|tackle|work_on|focus_on|start_with|start|prioritise|prioritize|pick_up|recommend|suggest ${TODAY}?`,
    plan,
  ),
  form('what|where do|should i|we start|begin with|today|now?', plan),
  form('instruct|tell me what to do next|now|today?', plan),
  form(
    "what's|what_is|what|which|show|show_me|tell_me|give_me|my is|'s? the|my? most? next|up_next|urgent|important|pressing|first|top|highest thing|task|one|item|todo|to-do|job|priority? to_do|to_tackle|to_work_on|for_me|on_my_plate|i_should_do?",
    next,
  ),
  form('what am|are i|we going|supposed|meant to do next|now|first', next),
  form('what do i|we have? to? do next|first|now', next),
  form(
    "what's|what_is left|remaining|outstanding|still_open|still_to_do|left_to_do|pending to_do|to_get_done? today|now|for_today?",
    left,
  ),
  form(
    "show|tell|give me? what's|what_is left|remaining|outstanding|still_open|left_to_do|still_to_do on? <list>?",
    left,
  ),
  form(
    "confirm|check|verify|make_sure that? it_'s|it_is|its|the_list_is|they_are|they're empty|gone|clear|there|on_it|on_there",
    (_, scene) => (scene.list === undefined ? draft(call('list_tasks')) : items(scene.list)),
  ),
  form('where do|are i|we stand|at', summary),
  form('how am|are i|we doing', summary),
  form("how's|how_is it|everything|progress|the_board|the_list going|looking|coming_along", summary),
  form('catch|bring me up_to_speed|up', summary),
  form(
    `what|which things|items|stuff|groceries|food|products|else? do|should|must|would i|we|you still|also? have_to|need_to|need|want_to|want? buy|shop_for|pick_up|purchase|get from? ${STORE.replaceAll(' ', ' ')}?`,
    shopping,
  ),
  form(
    'what do|should|must i|we still|also? need|get|have_to_get|need_to_get|buy|have_to_buy|need_to_buy|have_to_pick_up|need_to_pick_up|pick_up at|from|in|when_i_go_to the|my|a? store|shop|supermarket|market|grocery_store|mall|shops|shopping|grocery_shop',
    shopping,
  ),
  form(
    'what do|should i|we still|also? need|get|need_to_get|have_to_get|buy|need_to_buy when|if i|we go|am|are shopping|to_the_store|to_the_shop|to_the_supermarket',
    shopping,
  ),
  form('what do|should i|we still|also? need|want|have to? go shopping for', shopping),
  form(
    'what do|should i|we still|also? need_to_buy|have_to_buy|need_to_shop_for|have_to_shop_for|buy|shop_for|need_to_purchase|have_to_purchase today|tomorrow|this_week|next|now?',
    shopping,
  ),
  form('what do i|we still? have|need|got? to_do|to_get_done|to_finish|to_accomplish still?', plan),
  form('what do i|we still|also? need', shopping),
  form(
    `what|which things|items|stuff|groceries|food? was|were|am|are|should|must i|we supposed|meant|going|be? to? buy|buying|get|getting|pick_up|picking_up|purchase|purchasing|shop_for|shopping_for from? ${STORE}?`,
    shopping,
  ),
  form(
    'what|which tasks|items|things|todos|ones? remain|remains|is_left|are_left|is_remaining|are_remaining for_me|for_us? to_do|to_be_done|to_finish? on|off|from? <list>?',
    left,
  ),
  form(
    "what|which tasks|items|things|todos|ones? haven't|didn't|have_i_not|did_i_not|have_not i|we|been? done|do|finished|finish|completed|complete|gotten_to|gotten_done yet|still? on|off|from? <list>?",
    openOnes,
  ),
  form('what|which do i|we still? have|need|got? to do today|first|next|left|now', plan),
  form("what else? is|'s there? left_to_do|to_do|left", summary),
  spanForm(
    `${WHAT} ${KIND}? have|did|has|had i|we|been|i_we already? @did|${FINISHED}|${FINISH} so_far|already|in_total? on|in|during|over? <past>?`,
    done,
  ),
  spanForm(
    `${WHAT} ${KIND}? was|were|is|are|got|have_been|has_been already? ${FINISHED} so_far|already? on|in|during|over? <past>`,
    done,
  ),
  spanForm(
    `show|list|show_me|list_all|tell_me|give_me what|everything|tasks|all|all_tasks|the_tasks that|which? i|we|i've|was|were|have? ${FINISHED} so_far|already? on|in|during|over? <past>`,
    done,
  ),
  spanForm(`${FINISHED} tasks? on|in|during|over? <past>`, done),
  spanForm(
    `${WHAT} ${KIND}? have|did|has i|we|you already? add|added|create|created|write_down|put_in|put_on_here|enter|entered so_far? on|in|during|over? <past>`,
    added,
  ),
  spanForm(
    `${WHAT} ${KIND}? was|were|is|are|got|have_been added|created|entered|new so_far? on|in|during|over? <past>?`,
    added,
  ),
  spanForm("what's new|been_added on|in? <past>?", added),
  spanForm(
    `show|list|show_me|tell_me|give_me|list_all|show_me_all? what|everything|tasks|all|all_tasks|the_tasks that|which? i|we|i've|was|were? added|created on|in|during|over? <past>`,
    added,
  ),
  spanForm('new|newly_added|added tasks|items|todos from|of|in? <past>', added),
]

/** Whether it starts like a question; `due friday` doesn’t, and belongs to the words before it. */
export function startsAsking(phrase: Phrase): boolean {
  const key = keysOf(phrase)[0] ?? ''
  return (
    /^(?:show|list|display|view|give|tell|see|read|pull|check|print|confirm|verify|what|what's|which|how|how's|plan|where|any|anything|do|is|are)$/.test(
      key,
    ) || SUMMARY.has(key)
  )
}

const ASKED = [...FACT_QUESTIONS, ...BEYOND_QUESTIONS, ...ABOUT, ...IDIOMS, ...HOLDS]
const WRAPPED = [...IDIOMS, ...ABOUT, ...HOLDS, ...STATED]

export function readBoardQuestion(phrase: Phrase, scene: ParseContext): ClauseResult | undefined {
  if (asksWhatToRemember(phrase)) return draft(call('list_tasks'))
  const direct =
    ruled(ASKED, phrase, scene) ?? readQuestion(phrase, scene) ?? ruled(SHOWN_TASK, phrase, scene)
  if (direct) return direct
  for (const inner of withoutOpening(phrase, scene)) {
    const read = ruled(WRAPPED, inner, scene) ?? readQuestion(inner, scene, 'wrapped')
    if (read) return read
  }
  return undefined
}

function ruled(rules: readonly Rule[], phrase: Phrase, scene: ParseContext): ClauseResult | undefined {
  const found = firstMatch(rules, phrase, scene)
  if (!found) return undefined
  return found.ask === undefined ? { ...found.result, spans: found.spans } : found.result
}
