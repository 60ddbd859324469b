/** Order, removal, categories, and taking changes back. */

import type { Status } from '#lib/board/names.ts'
import { WHICH_CATEGORY, WHICH_GO, WHICH_PLACE, WHICH_TASK } from './asks.ts'
import { ask, call, draft, form, type Rule } from './grammar.ts'
import type { Intent } from './types.ts'

const inColumn = (status: Status | undefined): Intent['args'] => (status === undefined ? {} : { status })

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
    'move|put|drag|place <task> to|at|on the? top|front|start|beginning|end|bottom|first_place of? the? <status>? column|list?',
    () => ask(WHICH_PLACE),
  ),
  form('move|put|drag|place <task> up|down|first|last|higher|lower', () => ask(WHICH_PLACE)),
]

export const REMOVE: readonly Rule[] = [
  form('@remove|take|cancel <tasks> from|off|off_of|out_of|on|in <list>', ({ tasks }) =>
    draft(...tasks.map((task) => call('remove_task', { task }))),
  ),
  form('from|on|in <list> @remove|take|take_off <tasks>', ({ tasks }) =>
    draft(...tasks.map((task) => call('remove_task', { task }))),
  ),
  form('@remove|take_off <tasks>', ({ tasks }) =>
    draft(...tasks.map((task) => call('remove_task', { task }))),
  ),
  form('cancel|clear <refs>', ({ refs }) => draft(...refs.map((task) => call('remove_task', { task })))),
  form('@remove|clear|empty|reset|wipe_out|clean_out|clear_out|clean_up|start_over <list>', () =>
    ask(WHICH_GO),
  ),
  form('clear|empty|reset|wipe_out|clear_out everything|all from|on|off|in? <list>?', () => ask(WHICH_GO)),
  form('@remove|cancel|clear|take_off a|an|the|some? @task|@tasks? from|off? <list>?', () => ask(WHICH_TASK)),
]

export const CATEGORIES: readonly Rule[] = [
  form('add|create|make|new|set_up|need|want @a? new? category @called? <name>', ({ name }) =>
    draft(call('add_category', { name })),
  ),
  form('add|create|make <name> as|to a|the? new? category|categories', ({ name }) =>
    draft(call('add_category', { name })),
  ),
  form('create|make|add a|an|the new? <name> category', ({ name }) => draft(call('add_category', { name }))),
  form('rename|relabel|change|call the? category <category> to|as|into|-> <name>', ({ category, name }) =>
    draft(call('rename_category', { category, name })),
  ),
  form('rename|relabel|change|call the? <category> category to|as|into|-> <name>', ({ category, name }) =>
    draft(call('rename_category', { category, name })),
  ),
  form(
    'rename|relabel|change the? name of the? category <category> to|as|into|-> <name>',
    ({ category, name }) => draft(call('rename_category', { category, name })),
  ),
  form('rename the? <known> to|as|into|-> <name>', ({ known, name }) =>
    draft(call('rename_category', { category: known, name })),
  ),
  form('@remove the? category @called? <category>', ({ category }) =>
    draft(call('remove_category', { category })),
  ),
  form('@remove the? <category> category', ({ category }) => draft(call('remove_category', { category }))),
  form('add|create|make|new|rename|@remove @a? new? category|categories', () => ask(WHICH_CATEGORY)),
]

const THAT =
  'it|that|this|the_last_change|the_last_one|last_change|last|the_last_thing|what_you_did|what_you_just_did|my_last_change|the_change|the_last_action|last_action|the_last_step|that_change|that_last_change'

export const AGAIN: readonly Rule[] = [
  form('undo|revert|redo everything|all|all_of_it|all_changes|all_my_changes', () =>
    ask('One change at a time: say undo for the latest, and again for the one before.'),
  ),
  form(`undo|revert|reverse|take_back ${THAT}?`, () => draft(call('undo'))),
  form('take it|that|this back', () => draft(call('undo'))),
  form('put|change it|that back|back_the_way_it_was|back_as_it_was|back_how_it_was', () =>
    draft(call('undo')),
  ),
  form('ctrl+z|ctrl-z|cmd+z', () => draft(call('undo'))),
  form(`redo|redo_the_undo|undo_the_undo|reapply|re-do ${THAT}?`, () => draft(call('redo'))),
]
