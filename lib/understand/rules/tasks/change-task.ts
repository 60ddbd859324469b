/** Changing a task: status, percent, title, notes, category, priority, effort, due date, what it waits for. */
import { addDays } from '#lib/board/readers/task-query.ts'
import {
  offer,
  UNTIL_WHEN,
  WHAT_CHANGE,
  WHAT_FOR,
  WHAT_TITLE,
  WHICH_TASK,
} from '../../slots/clarifications.ts'
import { editOf, type Fields } from '../../slots/fields.ts'
import { findKnownTask } from '../../slots/find-task.ts'
import type { Matched } from '../../text/pattern.ts'
import { keysOf, type Phrase, spanOf, textOf, tokensOf } from '../../text/phrase.ts'
import type { ClauseResult, Intent, ParseContext } from '../../text/types.ts'
import { ask, call, draft, form, type Rule } from '../grammar.ts'

type Edit = { tasks?: readonly string[]; refs?: readonly string[]; fields: Matched<Fields> }

/** The status has its own tool; every other field goes into one edit. */
function edit({ tasks, refs, fields }: Edit): ClauseResult | undefined {
  const { status, args: rest } = editOf(fields.result)
  const intents = (tasks ?? refs ?? []).flatMap((task): Intent[] => [
    ...(Object.keys(rest).length > 0 ? [call('update_task', { task, ...rest })] : []),
    ...(status === undefined ? [] : [call('update_task_status', { task, status })]),
  ])
  return intents.length > 0 ? { intents, spans: fields.spans } : undefined
}

function setStatus(tasks: readonly string[], status: string): ClauseResult {
  return draft(...tasks.map((task) => call('update_task_status', { task, status })))
}

function setAll(tasks: readonly string[], args: Intent['args']): ClauseResult {
  return draft(...tasks.map((task) => call('update_task', { task, ...args })))
}

function rename(task: string, text: Phrase): ClauseResult {
  const title = textOf(text)
  return {
    intents: [call('update_task', { task, title })],
    spans: spanOf(text, 'title', title),
    open: 'open',
  }
}

function takeNote(task: string, text: Phrase): ClauseResult {
  const notes = textOf(text)
  return {
    intents: [call('update_task', { task, notes })],
    spans: spanOf(text, 'notes', notes),
    open: 'open',
  }
}

function block(tasks: readonly string[], text: Phrase): ClauseResult {
  const reason = textOf(text)
  return { ...setAll(tasks, { blocked_reason: reason }), spans: spanOf(text, 'reason', reason), open: 'open' }
}

const isNumber = (task: string) => task.startsWith('#')
const done = ({ tasks }: { tasks: readonly string[] }) => setStatus(tasks, 'done')
const begun = ({ tasks }: { tasks: readonly string[] }) => setStatus(tasks, 'in_progress')

const RENAMES: readonly Rule[] = [
  form('repair the? corrupted|damaged? <ref>', ({ ref }) => draft(call('repair_task', { task: ref }))),
  form('rename|retitle|relabel <task> to|as|into|:|->|→ <text>', ({ task, text }) => rename(task, text)),
  form('rename|retitle|relabel <ref> <text>', ({ ref, text }) => rename(ref, text)),
  form('call|name <ref> <text>', ({ ref, text }) =>
    isNumber(ref) && !/^(?:a day|quits|off|back|even|song)$/.test(keysOf(text).join(' '))
      ? rename(ref, text)
      : undefined,
  ),
  form('@change the? title|name|text @of <task> to|:|as|-> <text>', ({ task, text }) => rename(task, text)),
  form("@change <ref> 's? title|name|text to|:|as|-> <text>", ({ ref, text }) => rename(ref, text)),
  form('rename|retitle|relabel <ref>', () => ask(WHAT_TITLE)),
]

const NOTES: readonly Rule[] = [
  form(
    'add|write|put|leave|attach|make? a|the? note|notes|comment|description to|on|for|in <task> :|-|–|—|saying|that_says <text>',
    ({ task, text }) => takeNote(task, text),
  ),
  form(
    'add|write|put|leave|attach|make? a|the? note|notes|comment|description to|on|for|in <ref> <text>',
    ({ ref, text }) => takeNote(ref, text),
  ),
  form('@change the? note|notes|description @of <task> to|:|as <text>', ({ task, text }) =>
    takeNote(task, text),
  ),
  form('add|put|write <text> to|in the? notes|note of|on|for <ref>', ({ ref, text }) => takeNote(ref, text)),
  form('@remove|clear the? note|notes|description @of <task>', ({ task }) =>
    draft(call('update_task', { task, notes: '' })),
  ),
  form('add|put|write|attach a|the? note|notes|comment <text> to|on|for|in <ref>', ({ ref, text }) =>
    takeNote(ref, text),
  ),
]

const CLEARS: readonly Rule[] = [
  form('@remove|clear|cancel the|its? due_date|deadline|date @of <tasks>', ({ tasks }) =>
    setAll(tasks, { due_date: 'none' }),
  ),
  form("@remove|clear <refs> 's due_date|deadline|date", ({ refs }) => setAll(refs, { due_date: 'none' })),
  form('@remove|clear the|its? priority @of <tasks>', ({ tasks }) => setAll(tasks, { priority: 'none' })),
  form('@remove|clear the|its? effort @of <tasks>', ({ tasks }) => setAll(tasks, { effort: 'none' })),
  form('unblock <tasks>', ({ tasks }) => setAll(tasks, { blocked_reason: '' })),
]

const BLOCKS: readonly Rule[] = [
  form('block <tasks> by|on|because|because_of|until|with|:|- <text>', ({ tasks, text }) =>
    block(tasks, text),
  ),
  form('@mark|@make_it? <refs> @is|as? blocked|stuck|waiting', () => ask(WHAT_FOR)),
  form('block <ref>', () => ask(WHAT_FOR)),
]

const ASK_PERCENT = 'How much is done? For example: #1 is 80% done.'

/** From the day it is due, or from today; asks if the board isn’t loaded. */
function later(
  { tasks, days }: { tasks: readonly string[]; days: number },
  scene: ParseContext,
): ClauseResult {
  const found = tasks.map((task) => ({ task, known: findKnownTask(task, scene) }))
  if (found.some(({ known }) => !known)) return ask(UNTIL_WHEN)
  return draft(
    ...found.map(({ task, known }) =>
      call('update_task', { task, due_date: addDays(known?.due ?? scene.today, days) }),
    ),
  )
}

const COMPLETION =
  'completion_rate|completion_percentage|completion_status|completion|progress|percentage|percent'

const EDITS: readonly Rule[] = [
  form(
    '@change|push_back|put_off|delay|defer <tasks> back|out|off? by|for|another? <days> later|further|more|out|back?',
    later,
  ),
  form('put|push <tasks> off until|till|to|by <due>', ({ tasks, due }) =>
    setAll(tasks, { due_date: due.day }),
  ),
  form('put_off|push_back|hold_off_on <tasks> until|till|to|by <due>', ({ tasks, due }) =>
    setAll(tasks, { due_date: due.day }),
  ),
  form(`@change <refs> 's? ${COMPLETION} to|at|as|: <percent>`, ({ refs, percent }) =>
    setAll(refs, { completion: percent }),
  ),
  form('@change|put? <refs> to|at|: <amount>', ({ refs, amount }) => setAll(refs, { completion: amount })),
  form(
    '<refs> is|are|@is? almost|nearly|mostly|not_quite|practically|about done|finished|complete|completed|there|ready',
    () => ask(ASK_PERCENT),
  ),
  form(
    "i'm|i_am|we're|we_are|i_have|i've|i|we almost|nearly|mostly|not_quite|about done|finished|through|completed|did with? <tasks>",
    () => ask(ASK_PERCENT),
  ),
  form('@change the? status|state of|for|on <tasks> to|as|: <status>', ({ tasks, status }) =>
    setStatus(tasks, status),
  ),
  form('@change the? status|state of|for|on <ref> to|as|: <word>', ({ ref, word }) => setStatus([ref], word)),
  form(`@change the|its? ${COMPLETION} of|for|on <tasks> to|at|as|: <percent>`, ({ tasks, percent }) =>
    setAll(tasks, { completion: percent }),
  ),
  form('@change the|its? due_date|deadline of|for|on <tasks> to|as|: <due>', ({ tasks, due }) =>
    setAll(tasks, { due_date: due.day }),
  ),
  form('@change the|its? category of|for <tasks> to|as|: <category>', ({ tasks, category }) =>
    setAll(tasks, { category }),
  ),
  form('@change the|its? priority of|for|on <tasks> to|as|: <fields>', edit),
  form('@change the|its? effort of|for|on <tasks> to|as|: <effort>', ({ tasks, effort }) =>
    setAll(tasks, { effort }),
  ),
  form('set? the? progress|completion? to? <percent> for|on|of <refs>', ({ refs, percent }) =>
    setAll(refs, { completion: percent }),
  ),
  form('prioritise|prioritize <tasks>', ({ tasks }) => setAll(tasks, { priority: 'high' })),
  form('deprioritise|deprioritize <tasks>', ({ tasks }) => setAll(tasks, { priority: 'low' })),
  form("@change <tasks> back? @to|'s? the? <fields>", edit),
  form('@change <tasks> on|in|from <list> @to <fields>', edit),
  form('@make_it <refs> back? @to? a|an? <fields>', edit),
  form('mark|flag|set as? <status> :? <tasks>', ({ tasks, status }) => setStatus(tasks, status)),
  form('mark|flag|set|change|update|switch <tasks> status? as|to <word>', ({ tasks, word }) =>
    tasks.every(isNumber) ? setStatus(tasks, word) : undefined,
  ),
  form(
    'move|put|file|assign|change|recategorise|recategorize <tasks> to|into|in|under|as the? <category> category',
    ({ tasks, category }) => setAll(tasks, { category }),
  ),
]

const STATUSES: readonly Rule[] = [
  form("i|we|i've|we've|i_have|we_have? just|already|finally? got <refs> done?", ({ refs }) =>
    setStatus(refs, 'done'),
  ),
  form('task|item|todo|to-do|chore completed|done|finished|complete :|-|,? <tasks>', done),
  form('completed|done|finished :|- <tasks>', done),
  form('mark|@box <tasks> on|in|from|off|of <list>', done),
  form('@box <tasks>', done),
  form('@complete <tasks> off? from|off|on|in <list>', done),
  form('@complete|take|check|mark <tasks> off', done),
  form('@complete|check|cross|strike|mark <tasks> off from|of|on? <list>', done),
  form('check <tasks> from|on|in <list>', ({ tasks }) =>
    tasks.some((task) => /^(?:if|whether|that)\b/i.test(task)) ? undefined : setStatus(tasks, 'done'),
  ),
  form('@complete <tasks>', done),
  form('check <refs>', ({ refs }) => setStatus(refs, 'done')),
  form("i|we|i've|we've|i'm|we're|i_am|i_have|we_have just|already|finally|now? @did <tasks>", done),
  form('done|finished|completed|closed with? <refs>', ({ refs }) => setStatus(refs, 'done')),
  form('@begin <tasks>', begun),
  form(
    "i|we|i've|we've|i'm|we're|i_am|we_are|i_have just|already|now|currently|finally? @began <tasks>",
    begun,
  ),
  form('@reopen <tasks> on|in|from|off <list>', ({ tasks }) => setStatus(tasks, 'open')),
  form('@reopen <tasks>', ({ tasks }) => setStatus(tasks, 'open')),
  form("<refs> isn't|aren't done|finished|complete|completed yet?", ({ refs }) => setStatus(refs, 'open')),
  form("i|we haven't|have_not|didn't|did_not @did|finish|complete|do <refs> yet?", ({ refs }) =>
    setStatus(refs, 'open'),
  ),
]

const SUBJECTS: readonly Rule[] = [
  form('<refs> @is|to|->|→ now|already|back? @to? <fields>', edit),
  form('<refs> <fields>', (found) => (found.refs.every(isNumber) ? edit(found) : undefined)),
  form('the|my <tasks> is|are|has_been|have_been now|already|all? done|finished|completed|complete', done),
]

const UNCLEAR: readonly Rule[] = [
  form('@complete|@begin|@reopen|@change|rename|call as|to? <status>?', () => ask(WHICH_TASK)),
  form('add <refs> to|into|in|under the? <category> category', ({ refs, category }) =>
    setAll(refs, { category }),
  ),
  form('move|drag|put|file <ref> to|into|under the? <category>', ({ ref, category }) =>
    setAll([ref], { category }),
  ),
  form('postpone|delay|defer|reschedule|push|snooze|schedule|bump <ref> back|out? by|for? <text>?', () =>
    ask(UNTIL_WHEN),
  ),
  form('@change <saidList> to|as|into <text>', ({ saidList }) =>
    saidList.of === 'tasks' ? ask(WHAT_CHANGE) : undefined,
  ),
  form('@change <ref>', () => ask(WHAT_CHANGE)),
  form('@change <ref> to|as|into <text>', ({ ref, text }) =>
    tokensOf(text).length > 30
      ? undefined
      : offer(`Rename ${ref} to “${textOf(text)}”?`, `rename ${ref} to ${textOf(text)}`, 'Rename'),
  ),
]

export const CHANGE: readonly Rule[] = [
  ...RENAMES,
  ...NOTES,
  ...CLEARS,
  ...BLOCKS,
  ...EDITS,
  ...STATUSES,
  ...SUBJECTS,
  ...UNCLEAR,
]
