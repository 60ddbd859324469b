/** Questions to the board: lists with their filters, and the summary. They change nothing. */
import { FACT_QUESTIONS } from './fact-look.ts'
import { call, draft, form, type Rule } from './grammar.ts'
import type { Place } from './lists.ts'
import { firstMatch } from './pattern.ts'
import { keysOf, type Phrase, textOf } from './phrase.ts'
import { SUMMARY } from './question-words.ts'
import { readQuestion } from './questions.ts'
import type { Draft, Scene } from './types.ts'

const summary = () => draft(call('get_summary'))

/** What is left of what was just spoken of: a list, or the whole board. */
function left({ list }: { list?: Place }, scene: Scene): Draft {
  if (list?.of === 'list' && !list.isVague) return items(list.name)
  return scene.list === undefined ? summary() : items(scene.list)
}

function items(name: string | undefined): Draft {
  return draft(call('list_items', { list: name }))
}

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

const HOLDS: readonly Rule[] = [
  form(
    'is|are|do_i_have|have_i_got|did_i_add|did_i_put|have_i_added|do_we_have the|my|some|any? <goods> on|in|to <list>',
    ({ goods, list }) =>
      list.of === 'list' ? items(list.name) : draft(call('list_tasks', { words: textOf(goods) })),
  ),
]

/** Whether it begins as a question does; `due friday` alone does not, and belongs to what stands before it. */
export function startsAsking(phrase: Phrase): boolean {
  const key = keysOf(phrase)[0] ?? ''
  return (
    /^(?:show|list|display|view|give|tell|see|read|pull|check|print|confirm|verify|what|what's|which|how|how's|plan|where|any|anything|do|is|are)$/.test(
      key,
    ) || SUMMARY.has(key)
  )
}

export function look(phrase: Phrase, scene: Scene): Draft | undefined {
  const idiom = firstMatch([...FACT_QUESTIONS, ...IDIOMS, ...HOLDS], phrase, scene)
  if (idiom) return idiom.ask === undefined ? { ...idiom.result, spans: idiom.spans } : idiom.result
  return readQuestion(phrase, scene)
}
