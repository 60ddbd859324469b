/** Questions about one task: “when is the dentist due?”, “details of #3”, “is #3 done?”. */
import { titlesMeant } from '#lib/board/rules/find-task.ts'
import { call, draft, form, type Rule } from '../rules/grammar.ts'
import type { ClauseResult, ParseContext } from '../text/types.ts'

const LEVEL =
  'priority|effort|status|state|progress|category|title|notes|note|details|description|due_date|deadline|percentage|completion'
const STATE =
  'done|finished|complete|completed|open|overdue|late|blocked|stuck|in_progress|started|urgent|important|closed|ready|due|pending'
const NOW = 'yet|now|already|still|right_now|currently|today|so_far'
const EVENT =
  /(?:^| )(?:appointments?|meetings?|events?|party|parties|birthday|anniversary|deadline|exam|interview|wedding|dinner|reminder)$/

/** A number, or words that only match one task; words that match several or none are searched for. */
function one(task: string, { context: { tasks = [] } }: ParseContext): ClauseResult | undefined {
  if (task === '') return undefined
  if (task.startsWith('#')) return draft(call('get_task', { task }))
  const meant = titlesMeant(task, tasks).length
  if (meant === 1) return draft(call('get_task', { task }))
  return meant > 1 ? draft(call('list_tasks', { words: task })) : undefined
}

function isOne(task: string, scene: ParseContext): boolean {
  const found = one(task, scene)
  return found !== undefined && 'intents' in found && found.intents[0]?.tool === 'get_task'
}

const asked = ({ task }: { task: string }, scene: ParseContext) => one(task, scene)
/** Called a task: if none has this name, a search gives the best answer. */
function sure({ refs }: { refs: readonly string[] }, scene: ParseContext): ClauseResult | undefined {
  const drafts = refs.map((task) => one(task, scene) ?? draft(call('list_tasks', { words: task })))
  return drafts.length > 3
    ? undefined
    : draft(...drafts.flatMap((each) => ('intents' in each ? each.intents : [])))
}
/** Only things in a calendar: other things with a time aren’t on a board. */
function event({ task }: { task: string }, scene: ParseContext): ClauseResult | undefined {
  const known = one(task, scene)
  if (known) return known
  return EVENT.test(task.toLowerCase()) && !/^(?:your|next|first|last)\b/i.test(task)
    ? draft(call('list_tasks', { words: task.replace(/^(?:my|our|the|next) /i, '') }))
    : undefined
}

export const ABOUT: readonly Rule[] = [
  form(
    `what's|what_is|what_are|show|tell|give|show_me|tell_me|give_me the? ${LEVEL} of|on|for|about|with <task>`,
    asked,
  ),
  form(`${LEVEL} of|on|for <refs>`, sure),
  form(`what|which ${LEVEL} is|has|does <task> have|in|at|on?`, asked),
  form(`what's|what_is|show|tell|show_me|tell_me <ref> 's ${LEVEL}`, ({ ref }, scene) =>
    sure({ refs: [ref] }, scene),
  ),
  form(`how|is|are 's|is|are? <refs> going|doing|coming_along|${STATE} ${NOW}?`, sure),
  form(`is|are|was|were <task> ${STATE} ${NOW}?`, asked),
  form('how far|far_along|much are|is we|you|i? with? <task> done|along|complete?', asked),
  form('did i|we already? @did|finish|do|complete|close|start <task> yet|already?', asked),
  form('have|has i|we already? @did|started|begun <task> yet|already?', asked),
  // “did I water the plants?”: words of the task's own, where it is a task of the board.
  form('did|have|has i|we already|ever? <task> yet|already|today?', ({ task }, scene) =>
    isOne(task, scene) ? one(task, scene) : undefined,
  ),
  form(
    "when|when's|what_day|what_time|by_when|until_when is|was|are|will|do|must|should|'s? i_have_to|i_need_to|i|we_have_to|have_to? be? <task> due|happening|scheduled|planned|for|scheduled_for|due_by|again?",
    event,
  ),
  form('what day|time|date is|are|was <task> due|on|at|again|scheduled|scheduled_for?', event),
  form('what does|is block|blocks|blocking|holding_up|stopping|holding <task> up|back?', asked),
  form('what blocks|stops|delays <task>', asked),
  form('why is|are <task> blocked|stuck|not_done|overdue|late|open', asked),
  form("what is|'s|are <task> waiting_for|waiting_on|blocked_by|about", asked),
  form(
    "show|open|view|display|see|describe|explain|read|details|detail|about|more_about|tell_me_about|tell_me_more_about|show_me|read_me|let_me_see|more_on|info_on|info_about|information_on|information_about|look_at|look_up|pull_up|bring_up|what_about|how_about|what_is|what's|zoom_in_on|expand|everything_about|all_about|show_everything_about|show_me_everything_about|tell_me_everything_about|get me? <refs>",
    (found, scene) => (found.refs.every((task) => task.startsWith('#')) ? sure(found, scene) : undefined),
  ),
]

/** Words after “show me” that can be nothing but one task of the board. */
export const SHOWN_TASK: readonly Rule[] = [
  form(
    'show|open|view|display|describe|show_me|tell_me_about|tell_me_more_about|details_of|details_on|details_for|details_about|pull_up|bring_up|look_up <task>',
    ({ task }, scene) =>
      task.startsWith('#') || task === '' || !isOne(task, scene) ? undefined : one(task, scene),
  ),
]
