/** Order within a column, and categories. */

import type { Status } from '#lib/board/model/names.ts'
import { WHICH_CATEGORY, WHICH_PLACE } from '../../slots/clarifications.ts'
import { findKnownTask } from '../../slots/find-task.ts'
import type { ClauseResult, Intent, KnownTask, ParseContext } from '../../text/types.ts'
import { ask, call, draft, form, type Rule } from '../grammar.ts'

const inColumn = (status: Status | undefined): Intent['args'] => (status === undefined ? {} : { status })

type Moved = { task: string; status?: Status }

function inColumnOrder(tasks: readonly KnownTask[], column: Status): KnownTask[] {
  return tasks.filter(({ status }) => status === column).sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
}

function toTop({ task, status }: Moved, scene: ParseContext): ClauseResult {
  const { tasks = [] } = scene.context
  const meant = scene.context.more ? undefined : findKnownTask(task, scene)
  if (!meant) return ask(WHICH_PLACE)
  const [first] = inColumnOrder(tasks, status ?? meant.status).filter(({ number }) => number !== meant.number)
  return draft(call('move_task', { task, status, before: first && `#${first.number}` }))
}

/** One place up or down in its column. */
function step(by: 1 | -1) {
  return ({ task }: Moved, scene: ParseContext): ClauseResult => {
    const { tasks = [] } = scene.context
    const meant = scene.context.more ? undefined : findKnownTask(task, scene)
    if (!meant) return ask(WHICH_PLACE)
    const column = inColumnOrder(tasks, meant.status)
    const next = column[column.indexOf(meant) + by]
    if (!next) return ask(`It’s already ${by < 0 ? 'first' : 'last'}.`)
    return draft(call('move_task', { task, [by < 0 ? 'before' : 'after']: `#${next.number}` }))
  }
}

export const MOVE: readonly Rule[] = [
  form(
    'move|put|drag|place|shift|bring <task> to|right|just? before|above|ahead_of|in_front_of|on_top_of <anchor> in|of? the? <status>? column?',
    ({ task, anchor, status }) => draft(call('move_task', { task, ...inColumn(status), before: anchor })),
  ),
  form(
    'move|put|drag|place|shift|bring <task> to|right|just? after|below|under|beneath|behind|underneath <anchor> in|of? the? <status>? column?',
    ({ task, anchor, status }) => draft(call('move_task', { task, ...inColumn(status), after: anchor })),
  ),
  form(
    'move|put|drag|place|shift|bring <task> to|at the? end|bottom of the? <status> column|list?',
    ({ task, status }) => draft(call('move_task', { task, status })),
  ),
  form(
    'move|put|drag|place|bring|shift|send|bump <task> to|at|on|up_to? the? top|front|start|beginning|very_top|first_place of? the? <status>? column|list|board?',
    toTop,
  ),
  form('move|put|drag|place|bring|do <task> first', toTop),
  form('move|put|drag|place <task> last', ({ task }) => draft(call('move_task', { task }))),
  form('move|put|drag|place|shift|bump|bring <task> up|higher one? place|spot?', step(-1)),
  form('move|put|drag|place|shift|bump <task> down|lower one? place|spot?', step(1)),
]

export const CATEGORIES: readonly Rule[] = [
  form('i|we? add|create|make|new|set_up|need|want @a? new? category @called? <name>', ({ name }) =>
    draft(call('add_category', { name })),
  ),
  form('add|create|make <name> as|to a|the? new? category|categories', ({ name }) =>
    draft(call('add_category', { name })),
  ),
  form('create|make|add a|an|the new? <name> category', ({ name }) => draft(call('add_category', { name }))),
  form('rename|relabel|change|call the|my? <category> category to|as|into|-> <name>', ({ category, name }) =>
    draft(call('rename_category', { category, name })),
  ),
  form(
    'rename|relabel|change|call the_name_of? the? category <category> to|as|into|-> <name>',
    ({ category, name }) => draft(call('rename_category', { category, name })),
  ),
  form('rename the? <known> to|as|into|-> <name>', ({ known, name }) =>
    draft(call('rename_category', { category: known, name })),
  ),
  form('@remove the? category @called? <category>', ({ category }) =>
    draft(call('remove_category', { category })),
  ),
  form('@remove the|my? <category> category', ({ category }) => draft(call('remove_category', { category }))),
  form('add|create|make|new|rename|@remove @a? new? category|categories', () => ask(WHICH_CATEGORY)),
]
