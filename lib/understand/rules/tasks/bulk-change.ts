/** Commands for a set of tasks. Only this rule takes sets: if a word that limits the set is unknown, it asks. */
import { addDays } from '#lib/board/readers/task-query.ts'
import { UNTIL_WHEN_ALL, WHAT_CHANGE, WHICH_OF_MANY } from '../../slots/clarifications.ts'
import { editOf, type Fields } from '../../slots/fields.ts'
import { findKnownTask } from '../../slots/find-task.ts'
import type { Place } from '../../slots/lists.ts'
import { without } from '../../slots/read-task-set.ts'
import type { Matched } from '../../text/pattern.ts'
import type { TaskSet } from '../../text/task-set.ts'
import type { ClauseResult, Intent, KnownTask, ParseContext } from '../../text/types.ts'
import { type Args, ask, call, form, type Rule } from '../grammar.ts'
import { removeAll } from './remove-task.ts'

type Of = { set: TaskSet }

const ALREADY = 'Nothing to change on any of them.'

function each(set: TaskSet, tasks: readonly string[], intents: (task: string) => Intent[]): ClauseResult {
  if (tasks.length === 0) return ask(set.none)
  const made = tasks.flatMap(intents)
  return made.length > 0 ? { intents: made, setAt: set.at } : ask(ALREADY)
}

/** Leaves out tasks that already have these values. */
function setStatus(set: TaskSet, status: string, scene: ParseContext): ClauseResult {
  const tasks = status === 'open' ? set.begun : set.tasks
  if (tasks.length === 0 && set.tasks.length > 0) return ask(ALREADY)
  return each(set, tasks, (task) => {
    const known = findKnownTask(task, scene)
    const isGone = !known && task.startsWith('#') && scene.context.tasks && !scene.context.more
    return isGone || known?.status === status ? [] : [call('update_task_status', { task, status })]
  })
}

const done = ({ set }: Of, scene: ParseContext) => setStatus(set, 'done', scene)
const begun = ({ set }: Of, scene: ParseContext) => setStatus(set, 'in_progress', scene)
const opened = ({ set }: Of, scene: ParseContext) =>
  setStatus({ ...set, begun: set.finished, none: { question: 'None of them is done.' } }, 'open', scene)

/** “… off my work list”: those of them in that category. Items of other lists aren't tasks. */
function onList({ set, list }: Of & { list?: Place }, scene: ParseContext): TaskSet | undefined {
  if (list?.of === 'list' || list?.rest !== undefined) return undefined
  const category = list?.category
  if (category === undefined) return set
  const of = (tasks: string[]) => tasks.filter((task) => findKnownTask(task, scene)?.category === category)
  return { ...set, tasks: of(set.tasks), whole: of(set.whole), column: undefined }
}

function setAll(set: TaskSet, args: Args, scene: ParseContext): ClauseResult {
  return each(set, set.tasks, (task) =>
    isThatWay(findKnownTask(task, scene), args) ? [] : [call('update_task', { task, ...args })],
  )
}

const KNOWN: Readonly<Record<string, (task: KnownTask) => unknown>> = {
  due_date: ({ due }) => due ?? 'none',
  priority: ({ priority }) => priority ?? 'none',
  effort: ({ effort }) => effort ?? 'none',
  category: ({ category }) => category,
  blocked_reason: ({ isBlocked }) => (isBlocked ? undefined : ''),
}

function isThatWay(task: KnownTask | undefined, args: Args): boolean {
  return task !== undefined && Object.entries(args).every(([name, value]) => KNOWN[name]?.(task) === value)
}

/** The status has its own tool; every other field goes into one edit. */
function edit(
  { set, fields }: Of & { fields: Matched<Fields> },
  scene: ParseContext,
): ClauseResult | undefined {
  const { status, args: rest } = editOf(fields.result)
  if (status !== undefined && Object.keys(rest).length > 0)
    return each(set, set.tasks, (task) => [
      call('update_task', { task, ...rest }),
      call('update_task_status', { task, status }),
    ])
  if (status !== undefined) return setStatus(set, String(status), scene)
  return Object.keys(rest).length > 0 ? setAll(set, rest, scene) : undefined
}

/** From the day each is due, or from today. */
function later({ set, days }: Of & { days: number }, scene: ParseContext): ClauseResult {
  return each(set, set.tasks, (task) => {
    const from = findKnownTask(task, scene)?.due ?? scene.today
    return [call('update_task', { task, due_date: addDays(from, days) })]
  })
}

function removeSet({ set }: Of, { context }: ParseContext): ClauseResult | undefined {
  // For an empty board the command says so.
  if (context.tasks?.length === 0) return undefined
  const { column, whole, none, at } = set
  return whole.length === 0 && column === undefined ? ask(none) : { ...removeAll(whole, column), setAt: at }
}

/** “all tasks in work”, “all tasks for friday” say which tasks, not what to change. */
const LIMITING = /^(?:in|on|for|by|under|with|due|at|before|until|without|from|of|the|no)$/

function editPlain(found: Of & { fields: Matched<Fields> }, scene: ParseContext): ClauseResult | undefined {
  const [first] = found.fields.spans.toSorted((a, b) => a.start - b.start)
  return LIMITING.test(first?.value ?? '') ? undefined : edit(found, scene)
}

const DONE =
  'done|finished|completed|complete|closed|resolved|taken_care_of|crossed_off|checked_off|ticked_off'
const FINISH =
  '@complete|finish_off|finish_up|close_out|close_off|knock_out|knock_off|get_through|mark_off|check_all_off'
const POSTPONE =
  'postpone|delay|defer|reschedule|push|snooze|bump|slide|carry|roll|kick|push_back|put_off|hold_off_on|carry_over|roll_over'
const EXCEPT =
  'except|except_for|but|but_not|besides|apart_from|aside_from|other_than|excluding|not|bar|minus|without'
const TO = 'to|as|into|until|till|back_to|back_in|over_to|->|→|=|:|to_be'
const BACK = 'back|out|off|over|forward|forwards|ahead|up|down|all|along|again'
const REMOVE = '@remove|@empty|archive|cancel|dump|ditch|clear_away|clear_up|tidy_up|do_away_with'
const DUE = 'due_date|due_dates|date|dates|deadline|deadlines'
const VERBS = `${FINISH}|${REMOVE}|@change|@begin|@reopen|make|put|get|give|take|check_off|cross|tick|prioritise|prioritize|deprioritise|deprioritize|block|unblock|file|assign|carry|roll|i_did|i_finished|i've_done`

const STATUS: readonly Rule[] = [
  form(`${FINISH} <set> off|up|out?`, done),
  form('@complete|check|cross|strike|mark <set> off from|off|on|of|in? <list>?', (found, scene) => {
    const set = onList(found, scene)
    return set && done({ set }, scene)
  }),
  form(`<set> is|are|has|have been|been_all|all|now|already? ${DONE}`, done),
  form(
    `<set> is|are|'s|has_been|have_been all|now|already? ${DONE} ${EXCEPT} <except>`,
    ({ set, except }, scene) => done({ set: without(set, except) }, scene),
  ),
  form(`mark|flag|set <set> as? ${DONE} ${EXCEPT} <except>`, ({ set, except }, scene) =>
    done({ set: without(set, except) }, scene),
  ),
  form("i|we|i've|we've|i_have|we_have just|already|finally? @did <set>", done),
  form(
    "done|finished|through|completed|i'm_done|i_am_done|i'm_finished|i'm_through|we're_done with|: <set>",
    done,
  ),
  form(
    "done|finished|through|i'm_done|i_am_done|i'm_finished|i_am_finished|we're_done|i_finished|i_completed|i_did|i've_finished with? <listed>",
    ({ listed }, scene) => done({ set: listed }, scene),
  ),
  form('mark|flag|set as <status> :? <set>', ({ set, status }, scene) => setStatus(set, status, scene)),
  form(
    `mark|flag|set|make|put|check|tick|get|turn|call <set> ${BACK}? ${TO}? the|a|an? <status> status?`,
    ({ set, status }, scene) => setStatus(set, status, scene),
  ),
  form(
    `@change|put|drag <set> ${BACK}? ${TO}|in the? <status> column|section|lane|pile`,
    ({ set, status }, scene) => setStatus(set, status, scene),
  ),
  form('@begin <set>', begun),
  form('@reopen <set>', opened),
]

const FIELDS: readonly Rule[] = [
  form(
    `@change|put|carry|roll|drag|kick|slide|put_off|push_back|hold_off_on|carry_over|roll_over <set> ${BACK}? ${TO} the|a|an? <fields>`,
    edit,
  ),
  form('schedule|reschedule|plan|set <set> for|on|by the? <due>', ({ set, due }, scene) =>
    setAll(set, { due_date: due.day }, scene),
  ),
  form(
    '@change|push_back|put_off|put <set> back|out|off|forward|ahead? by|for|another? <days> later|further|more|out|back?',
    later,
  ),
  form(
    `make|set|mark|flag|turn|get|have|give|prioritise|prioritize <set> ${BACK}? to|as|at? a|an? <fields>`,
    editPlain,
  ),
  form(
    'put|file|assign|place|sort|group|categorise|categorize|recategorise|recategorize <set> all? in|under|into|to|as the? <known> category|ones?',
    ({ set, known }, scene) => setAll(set, { category: known }, scene),
  ),
  form(
    'move|put|file|assign|change|place <set> all? to|into|under the? <category> category',
    ({ set, category }, scene) => setAll(set, { category }, scene),
  ),
  form(`@change the|its|their? ${DUE} of|for|on|from <set> to|as|: <due>`, ({ set, due }, scene) =>
    setAll(set, { due_date: due.day }, scene),
  ),
  form('@change the? status|state|statuses of|for|on <set> to|as|: <status>', ({ set, status }, scene) =>
    setStatus(set, status, scene),
  ),
  form(
    '@change|drop the? category|priority|priorities|effort|importance|completion|progress of|for|on <set> to|as|at|: <fields>',
    edit,
  ),
  form(`@remove|clear|cancel|take|take_off|wipe the|their|any|all? ${DUE} @of|off <set>`, ({ set }, scene) =>
    setAll(set, { due_date: 'none' }, scene),
  ),
  form('@remove|clear|take|take_off the|their|any|all? priority|priorities @of|off <set>', ({ set }, scene) =>
    setAll(set, { priority: 'none' }, scene),
  ),
  form('prioritise|prioritize <set>', ({ set }, scene) => setAll(set, { priority: 'high' }, scene)),
  form('deprioritise|deprioritize <set>', ({ set }, scene) => setAll(set, { priority: 'low' }, scene)),
  form('unblock <set>', ({ set }, scene) => setAll(set, { blocked_reason: '' }, scene)),
]

const REMOVALS: readonly Rule[] = [
  form(
    'move|send|throw|put|drag|toss|chuck <set> all? to|in|into|from the? trash|bin|garbage|trash_can|recycle_bin|wastebasket|rubbish|dustbin',
    removeSet,
  ),
  form(`${REMOVE} <set> off|away|out|up?`, removeSet),
  form('take|throw|pull|get <set> off|away|out|off_of|out_of <list>?', (found, scene) => {
    const set = onList(found, scene)
    return set && removeSet({ set }, scene)
  }),
]

/** The change or the tasks are missing. */
export const UNCLEAR_BULK: readonly Rule[] = [
  form(`${POSTPONE} <set> ${BACK}?`, () => ask(UNTIL_WHEN_ALL)),
  form('@change|mark|set|put|make <set>', () => ask(WHAT_CHANGE)),
  form(
    '@change|@remove|clear|take|cancel the|their|its|any|all? due_date|due_dates|date|dates|deadline|deadlines|priority|priorities|status|category|effort @of|off <vague> to|as? <text>?',
    () => ask(WHICH_OF_MANY),
  ),
  form(`${VERBS} <vague> as|to|is|are|until|till|by|off <text>?`, () => ask(WHICH_OF_MANY)),
  form(`${VERBS} <vague>`, () => ask(WHICH_OF_MANY)),
  form(`${VERBS} <vague> ${BACK}? <fields>`, () => ask(WHICH_OF_MANY)),
  form(`<vague> is|are|has_been|have_been all|now|already? ${DONE}`, () => ask(WHICH_OF_MANY)),
]

export const BULK: readonly Rule[] = [...REMOVALS, ...STATUS, ...FIELDS]
