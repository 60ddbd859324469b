/** Adding values to fields that hold lists, such as labels, and taking them off. */
import { findKnownTask } from '../../slots/find-task.ts'
import { LIST_FIELDS, type ListField } from '../../slots/list-fields.ts'
import type { TaskSet } from '../../text/task-set.ts'
import type { ClauseResult, ParseContext } from '../../text/types.ts'
import { ask, call, draft, form, type Rule } from '../grammar.ts'

type Named = { tasks: readonly string[]; values: string[] }
type Of = { set: TaskSet; values: string[] }

const ON = 'to|on|onto|for|of'
const OFF = 'from|off|of|on|off_of'

function rulesOf({ name, filter, noun, verb, clear }: ListField): Rule[] {
  const add = ({ tasks, values }: Named) =>
    draft(...tasks.map((task) => call('update_task', { task, [`add_${name}`]: values })))
  const remove = ({ tasks, values }: Named) =>
    draft(...tasks.map((task) => call('update_task', { task, [`remove_${name}`]: values })))
  const inSet =
    (change: typeof add) =>
    ({ set, values }: Of): ClauseResult =>
      set.tasks.length === 0 ? ask(set.none) : { ...change({ tasks: set.tasks, values }), setAt: set.at }
  /** Which values there are is known of tasks that are at hand. */
  function removeAll({ tasks }: { tasks: readonly string[] }, scene: ParseContext): ClauseResult {
    const found = tasks.map((task) => ({ task, values: findKnownTask(task, scene)?.[name] ?? [] }))
    const held = found.filter(({ values }) => values.length > 0)
    if (held.length === 0) return ask(`Which ${filter}? For example: remove the ${filter} phone from #1.`)
    return draft(...held.map(({ task, values }) => call('update_task', { task, [`remove_${name}`]: values })))
  }
  return [
    form(`@add|put|stick|attach|apply|give|set the|a|an? ${noun} :? <values> ${ON} <set>`, inSet(add)),
    form(`@remove|clear|take|take_off|strip the|a? ${noun} :? <values> ${OFF} <set>`, inSet(remove)),
    form(`${verb} <set> as|with|: <values>`, inSet(add)),
    form(`@add|put|stick|attach|apply|give|set the|a|an? ${noun} :? <values> ${ON} <tasks>`, add),
    form(`@add|put|stick|attach|apply the|a|an? <values> ${noun} ${ON} <tasks>`, add),
    form(`${verb} <tasks> as|with|: <values>`, add),
    form(`${verb} <refs> :? <values>`, ({ refs, values }) =>
      refs.every((task) => task.startsWith('#')) ? add({ tasks: refs, values }) : undefined,
    ),
    form(`@remove|clear|take|take_off|strip all? the|its|their? ${noun} ${OFF} <tasks>`, removeAll),
    form(`@remove|clear|take|take_off|strip the|a? ${noun} :? <values> ${OFF} <tasks>`, remove),
    form(`@remove|clear|take|take_off|strip the|a? <values> ${noun} ${OFF} <tasks>`, remove),
    form(`${clear} <tasks>`, removeAll),
  ]
}

export const LIST_FIELD_RULES: readonly Rule[] = LIST_FIELDS.flatMap(rulesOf)
