/** Adding labels to tasks and taking them off. */
import { findKnownTask } from '../../slots/find-task.ts'
import { LABEL } from '../../slots/labels.ts'
import type { TaskSet } from '../../text/task-set.ts'
import type { ClauseResult, ParseContext } from '../../text/types.ts'
import { ask, call, draft, form, type Rule } from '../grammar.ts'

const WHAT_LABEL = 'Which label? For example: remove the label phone from #1.'

type Named = { tasks: readonly string[]; labels: string[] }
type Of = { set: TaskSet; labels: string[] }

const add = ({ tasks, labels }: Named) =>
  draft(...tasks.map((task) => call('update_task', { task, add_labels: labels })))
const remove = ({ tasks, labels }: Named) =>
  draft(...tasks.map((task) => call('update_task', { task, remove_labels: labels })))

const inSet =
  (change: typeof add) =>
  ({ set, labels }: Of): ClauseResult =>
    set.tasks.length === 0 ? ask(set.none) : { ...change({ tasks: set.tasks, labels }), setAt: set.at }

/** Which labels there are is known of tasks that are at hand. */
function removeAll({ tasks }: { tasks: readonly string[] }, scene: ParseContext): ClauseResult {
  const found = tasks.map((task) => ({ task, labels: findKnownTask(task, scene)?.labels ?? [] }))
  const labelled = found.filter(({ labels }) => labels.length > 0)
  if (labelled.length === 0) return ask(WHAT_LABEL)
  return draft(...labelled.map(({ task, labels }) => call('update_task', { task, remove_labels: labels })))
}

const ON = 'to|on|onto|for|of'
const OFF = 'from|off|of|on|off_of'

export const LABELS: readonly Rule[] = [
  form(`@add|put|stick|attach|apply|give|set the|a|an? ${LABEL} :? <labels> ${ON} <set>`, inSet(add)),
  form(`@remove|clear|take|take_off|strip the|a? ${LABEL} :? <labels> ${OFF} <set>`, inSet(remove)),
  form('label|tag <set> as|with|: <labels>', inSet(add)),
  form(`@add|put|stick|attach|apply|give|set the|a|an? ${LABEL} :? <labels> ${ON} <tasks>`, add),
  form(`@add|put|stick|attach|apply the|a|an? <labels> ${LABEL} ${ON} <tasks>`, add),
  form(`label|tag <tasks> as|with|: <labels>`, add),
  form('label|tag <refs> :? <labels>', ({ refs, labels }) =>
    refs.every((task) => task.startsWith('#')) ? add({ tasks: refs, labels }) : undefined,
  ),
  form(`@remove|clear|take|take_off|strip all? the|its|their? ${LABEL} ${OFF} <tasks>`, removeAll),
  form(`@remove|clear|take|take_off|strip the|a? ${LABEL} :? <labels> ${OFF} <tasks>`, remove),
  form(`@remove|clear|take|take_off|strip the|a? <labels> ${LABEL} ${OFF} <tasks>`, remove),
  form('unlabel|untag <tasks>', removeAll),
]
