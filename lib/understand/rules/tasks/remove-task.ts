/** Removing tasks: one, several, a column, everything. */

import type { Status } from '#lib/board/model/names.ts'
import { WHICH_GO, WHICH_TASK } from '../../slots/clarifications.ts'
import type { Place } from '../../slots/lists.ts'
import { named } from '../../text/task-set.ts'
import type { ClarifyingQuestion, ClauseResult, ParseContext } from '../../text/types.ts'
import { ask, call, draft, form, type Rule } from '../grammar.ts'
import { matchesTaskTitle } from '../lists/match-list-items.ts'

/** A whole column has its own command; named tasks are removed by name. */
export function removeAll(
  tasks: readonly string[],
  column?: Status,
): Exclude<ClauseResult, ClarifyingQuestion> {
  if (column !== undefined) return { intents: [call('clear_column', { status: column })] }
  return { intents: tasks.map((task) => call('remove_task', { task })) }
}

/** The list that the tasks are: all of them, or those of one category. */
function clearTasks(
  { saidList: list }: { saidList: Place },
  { context: { tasks, more } }: ParseContext,
): ClauseResult | undefined {
  if (list.of !== 'tasks') return undefined
  if (!tasks || more || list.rest !== undefined) return ask(WHICH_GO)
  const meant = tasks.filter((task) => list.category === undefined || task.category === list.category)
  const [first] = meant
  if (!first) return ask('No tasks to remove.')
  const isColumn = list.category === undefined && tasks.every(({ status }) => status === first.status)
  return removeAll(named(meant), isColumn ? first.status : undefined)
}

const COLUMN = 'column|section|pile|ones|bucket|lane|tasks|items'

/** Tried before moves to a category: no category has such a name. */
export const TRASH: readonly Rule[] = [
  form(
    'move|send|throw|put|drag <tasks> to|in|into|from the? trash|bin|garbage|trash_can|recycle_bin|wastebasket|rubbish|dustbin from|on|in? <list>?',
    ({ tasks }) => draft(...tasks.map((task) => call('remove_task', { task }))),
  ),
]

export const REMOVE: readonly Rule[] = [
  // “Cancel it” mostly means the current request, not a task.
  form('cancel it|that|this|this_one|that_one', () => ask(WHICH_TASK)),
  form(`@remove|@empty|archive out|away? the|my|all? <status> ${COLUMN}?`, ({ status }) =>
    draft(call('clear_column', { status })),
  ),
  form(
    'start_over|start_fresh|wipe_the_slate_clean|clean_slate|clear|empty|reset|@empty|@remove <saidList> out|completely?',
    clearTasks,
  ),
  form('@empty|@remove the|my|our? whole|entire|full? board|backlog|taskboard', (_, scene) =>
    clearTasks({ saidList: { of: 'tasks' } }, scene),
  ),
  form('make|turn|leave <saidList> blank|empty|clear|clean', clearTasks),
  form(
    'make|be sure|certain that? <saidList> is|gets completely|all|totally? clear|cleared|empty|emptied|blank',
    clearTasks,
  ),
  form(
    "i|we need|want|would_like|'d_like <saidList> to_be? cleared|emptied|wiped|reset|empty|blank out?",
    clearTasks,
  ),
  form('@remove|take|cancel|pull <tasks> from|off|off_of|out_of|of|on|in|from_off <list>', ({ tasks }) =>
    draft(...tasks.map((task) => call('remove_task', { task }))),
  ),
  form('from|on|in|off? <list> ,? please? @remove|take|take_off|clear <tasks>', ({ tasks }) =>
    draft(...tasks.map((task) => call('remove_task', { task }))),
  ),
  form('@unlist|get <tasks> off|off_of|out_of <list>', ({ tasks }) =>
    draft(...tasks.map((task) => call('remove_task', { task }))),
  ),
  form('@unlist <tasks> from|on <list>', ({ tasks }) =>
    draft(...tasks.map((task) => call('remove_task', { task }))),
  ),
  form('@remove|take_off <tasks>', ({ tasks }) =>
    draft(...tasks.map((task) => call('remove_task', { task }))),
  ),
  form('cancel|call_off|forget|forget_about|skip <task>', ({ task }, scene) =>
    matchesTaskTitle(scene, task) ? draft(call('remove_task', { task })) : undefined,
  ),
  form('cancel|clear <refs>', ({ refs }) => draft(...refs.map((task) => call('remove_task', { task })))),
  form('@remove|cancel|clear|take_off a|an|the|some? @task|@tasks? from|off? <list>?', () => ask(WHICH_TASK)),
]
