/** Questions about stored values: a name, a counter, everything. They change nothing. */

import { at, type Named } from '../rules/facts/fact-keys.ts'
import { counterSlot, heldSlot, keySlot, ownSlot } from '../rules/facts/fact-slots.ts'
import { call, draft, type Rule } from '../rules/grammar.ts'
import { formsOver } from '../text/pattern.ts'
import type { ClauseResult, ParseContext } from '../text/types.ts'

const form = formsOver({ own: ownSlot, key: keySlot, held: heldSlot, counter: counterSlot })

function tell(key: string | undefined): ClauseResult {
  return draft(call('get_session_state', { key }))
}

const told = ({ own, held, counter }: { own?: Named; held?: Named; counter?: Named }) =>
  tell((own ?? held ?? counter)?.path)

/** The first of these paths with a value; else the default one. */
function one(...places: readonly [string, ...string[]]) {
  return (_: unknown, scene: ParseContext) =>
    tell(places.find((path) => at(scene, path) !== undefined) ?? places[0])
}

const everything = () => tell(undefined)
const corrupted = () => tell('corrupted')
const statistics = () => tell('statistics')
const UPDATED =
  'update|updated|change|changed|increment|incremented|modified|modify|touched|counted|increase|increased'
const RESET = 'reset|zeroed|set_to_zero|cleared|restarted'
const WHAT_IS =
  "what's|what_is|what_are|what're|whats|what_was|who's|who_is|tell_me|show|show_me|give_me|say|remind_me_of|recall|read|read_me|do_you_know|do_you_remember|do_you_still_know|which_is|see|view|get|list"
const ASKING = 'show|show_me|tell_me|give_me|print|dump|list|display|view|see|read|read_me|export|get'
const STATE =
  'session-state|session_state|state_of_the_session|state_of_this_session|session_data|session_values|stored_values|saved_values|memory|stored_state|current_state'
const NOW = 'now|again|right_now|currently|at_the_moment|at|set_to|like|please'

export const FACT_QUESTIONS: readonly Rule[] = [
  form("how old am|are i|i_am|i'm again|now?", one('user.age', 'user_age', 'age')),
  form('who am i again?', one('user.name', 'user_name', 'name')),
  form('what am i called|named', one('user.name', 'user_name', 'name')),
  form('where do i live', one('user.location', 'user.city', 'user.address')),
  form('where am|do i come? from', one('user.hometown', 'user.country')),
  form(
    'tell_me|show_me? what|everything|all do|all|have|that? you know|remember|learned|stored|saved|kept about me|us',
    // Of this board, and of all of them.
    () => draft(call('get_session_state', { key: 'user' }), call('recall', {})),
  ),
  form(`${WHAT_IS} <own> ${NOW}?`, told),
  form(`${WHAT_IS} <held> ${NOW}?`, told),
  form('what does|is <counter> say|stand_at|at|set_to|show', told),
  form('what|how_much|how_high|where is <counter> at|set_to|now?', told),
  form('what did i tell you about <own>', told),
  form('do you know|remember what? <own> is|are?', told),
  form('what <own> is|are', told),
  form(
    `${ASKING} my|the|our|your|session|this|all? session_statistics|session_stats|statistics|stats|usage|usage_statistics|usage_stats|session_facts|session_info`,
    statistics,
  ),
  form("what_are|what're|how_are my|the|our session? statistics|stats", statistics),
  form('my|session statistics|stats', statistics),
  form(`when was|did <counter> last|lastly? ${UPDATED}`, ({ counter }) =>
    tell(`last_${counter.path}_update`),
  ),
  form(`when did i|we last ${UPDATED} <counter>`, ({ counter }) => tell(`last_${counter.path}_update`)),
  form(`when was|did <counter> last? ${RESET}`, ({ counter }) => tell(`${counter.path}_reset_at`)),
  form(`when did i|we last? ${RESET} <counter>`, ({ counter }) => tell(`${counter.path}_reset_at`)),
  form(
    `what's|what_is|whats|what_do_you_have|tell_me_what's|tell_me_what_is|show_me_what's|show_me_what_is|tell_me|show_me in|inside|on? your|the|my|this|our? whole|full|current|entire? ${STATE}`,
    everything,
  ),
  form(`${ASKING} your|the|my|this|our? whole|full|current|entire? ${STATE}|state`, everything),
  form('session-state|session_state', everything),
  form(`what|which? tasks|values|rows? is|are corrupted|damaged|broken`, corrupted),
  form('is anything|something corrupted|damaged', corrupted),
  form(`${ASKING}|check all|the|my|any? corrupted|damaged tasks|values|rows|data|things`, corrupted),
  form('what do|have you remember|know|remembered|stored|saved|kept so_far|now|already|for_me?', everything),
  form('what is|are remembered|stored|saved|kept here|in_here?', everything),
]
