/** Undo, redo, and restoring what was removed. */
import { WHICH_OF_MANY } from '../../slots/clarifications.ts'
import { findKnownTask } from '../../slots/find-task.ts'
import { type Phrase, spanOf, textOf, tokensOf } from '../../text/phrase.ts'
import type { ClauseResult, ParseContext } from '../../text/types.ts'
import { ask, call, draft, form, type Rule } from '../grammar.ts'

const THAT =
  'it|that|this|the_last_change|the_last_one|last_change|last|the_last_thing|what_you_did|what_you_just_did|my_last_change|the_change|the_last_action|last_action|the_last_step|that_change|that_last_change'

const MOST_UNDOES = 10

function undoes({ n }: { n: number }): ClauseResult {
  if (n > MOST_UNDOES)
    return ask(`I can undo up to ${MOST_UNDOES} changes at once. Try: undo the last ${MOST_UNDOES}.`)
  return draft(...Array.from({ length: n }, () => call('undo')))
}

function bringBack(
  { task }: { task: string },
  { it, context: { lastNumber, removed } }: ParseContext,
): ClauseResult {
  const isLast = task === `#${lastNumber}` && !removed?.numbers.includes(lastNumber ?? 0)
  const isIt = task === '' || task === it || isLast
  return isIt ? draft(call('undo')) : draft(call('bring_back', { row: task }))
}

/** “Put it back”: the tasks that were removed last, even if other things changed since; else the last change. */
function putBack(
  { word }: { word: string },
  { it, context: { removed } }: ParseContext,
): ClauseResult | undefined {
  const isMany = /^(?:them|those|these|both)$/i.test(word)
  if (!isMany && !/^(?:it|that|this)$/i.test(word)) return undefined
  if (it !== undefined || !removed) return isMany ? ask(WHICH_OF_MANY) : draft(call('undo'))
  if (removed.isLatest) return draft(call('undo'))
  return draft(...removed.numbers.map((number) => call('bring_back', { row: `#${number}` })))
}

/** A done task becomes open, a removed one is restored; an open one is already there. */
function backOnBoard({ task }: { task: string }, scene: ParseContext): ClauseResult {
  const known = findKnownTask(task, scene)
  if (!known) return bringBack({ task }, scene)
  if (known.status === 'done') return draft(call('update_task_status', { task, status: 'open' }))
  return ask(`#${known.number} ${known.title} is already on the board. What should I change?`)
}

/** The word “list” means that it isn’t a task. */
function bringListBack({ text }: { text: Phrase }): ClauseResult | undefined {
  if (tokensOf(text).length > 4) return undefined
  const row = `${textOf(text)} list`
  return { intents: [call('bring_back', { row })], spans: spanOf(text, 'list', row) }
}

export const UNDO_RULES: readonly Rule[] = [
  form('undo|revert|redo everything|all|all_of_it|all_changes|all_my_changes', () =>
    ask('I can’t undo everything at once. Say “undo” for the latest change, and repeat.'),
  ),
  form(`undo|revert|reverse|take_back ${THAT}?`, () => draft(call('undo'))),
  form(
    'undo|revert|take_back the|my? last|latest|past? <n> changes|change|actions|steps|things|times|ones|commands?',
    undoes,
  ),
  form('undo|revert twice|two_times', () => draft(call('undo'), call('undo'))),
  form(
    'bring|put|move|get|place|take|want|need <task> back on|onto|to|in the|my? board|list|todo_list|to_do_list|tasks',
    backOnBoard,
  ),
  form("i|we|i'd|we'd want|need|would_like|like <ref> back", ({ ref }, scene) =>
    backOnBoard({ task: ref }, scene),
  ),
  form('bring|put|get|want|need|have|give_me <word> back', putBack),
  form('restore|undelete|recover|retrieve|bring_back|put_back|get_back|give_me_back <word>', putBack),
  form('bring|put <task> back', bringBack),
  form('get|take|have|give_me|want|need <ref> back', ({ ref }, scene) => bringBack({ task: ref }, scene)),
  form(
    'bring_back|undelete|unremove|recover|un-delete|get_back|put_back|give_me_back|retrieve <task> from|out_of? the? trash|bin|garbage|trash_can?',
    bringBack,
  ),
  form('restore <ref> from|out_of? the? trash|bin|garbage?', ({ ref }, scene) =>
    bringBack({ task: ref }, scene),
  ),
  form('restore|get|take <task> from|out_of the? trash|bin|garbage', bringBack),
  form('restore|bring_back|undelete|recover the|my|our? <text> list', bringListBack),
  form('undo|revert the? removal|deletion of <task>', bringBack),
  form('put|change|take it|that|this back|back_the_way_it_was|back_as_it_was|back_how_it_was', () =>
    draft(call('undo')),
  ),
  form('ctrl+z|ctrl-z|cmd+z', () => draft(call('undo'))),
  form(`redo|redo_the_undo|undo_the_undo|reapply|re-do ${THAT}?`, () => draft(call('redo'))),
]
