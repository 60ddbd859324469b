/** Changes of more than a few tasks that weren’t named one by one are shown before they happen. */

import { joinWords, nameTask } from '#lib/board/text/text.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { findKnownTask } from '../slots/find-task.ts'
import type { Phrase } from '../text/phrase.ts'
import type { ClarifyingQuestion, ClauseResult, ParseContext } from '../text/types.ts'
import { replaced } from './open-question.ts'

/** Up to this many tasks change without a question. */
const MOST_UNASKED = 3

const byNumber = (a: string, b: string) => Number(a.slice(1)) - Number(b.slice(1))

/** Removals ask in another way. `before`: the tasks that earlier clauses change as sets. */
export function manyIn(
  draft: ClauseResult,
  clause: Phrase,
  scene: ParseContext,
  before: readonly string[] = [],
): ClarifyingQuestion | undefined {
  if ('question' in draft) return undefined
  const gap = draft.setAt ?? rangeIn(draft, clause)
  const own = changedIn(draft)
  const numbers = [...new Set([...before, ...own])].sort(byNumber)
  if (!gap || own.length === 0 || numbers.length <= MOST_UNASKED) return undefined
  const meant = (tasks: readonly string[]) => tasks.flatMap((task) => findKnownTask(task, scene) ?? [])
  if (numbers.length > TURN_LIMITS.toolCalls)
    return {
      question: `That changes ${numbers.length} tasks; one message can change up to ${TURN_LIMITS.toolCalls}. Name fewer, e.g. by a date or a category.`,
    }
  const names = joinWords(meant(numbers).map(nameTask))
  const start = clause.tokens[clause.from]?.start ?? 0
  const end = clause.tokens[clause.to - 1]?.end ?? start
  const said = clause.source.slice(start, end)
  const say =
    statusOf(draft, own) ?? replaced(said, { start: gap.start - start, end: gap.end - start }, joinWords(own))
  return {
    question: `This changes ${numbers.length} tasks: ${names}. Change them all?`,
    spans: draft.spans,
    gap,
    among: meant(own),
    choices: [{ label: `Change all ${numbers.length}`, say }],
  }
}

/** A status can be said in other words than the message had: “everything is done except #1”. */
function statusOf(
  { intents }: Exclude<ClauseResult, ClarifyingQuestion>,
  tasks: readonly string[],
): string | undefined {
  const [status, ...others] = new Set(intents.map(({ args }) => args.status))
  const isStatus = others.length === 0 && intents.every(({ tool }) => tool === 'update_task_status')
  return isStatus ? `mark ${joinWords(tasks)} as ${String(status).replace('_', ' ')}` : undefined
}

/** The tasks of the board that a draft changes and does not remove. */
export function changedIn(draft: ClauseResult): string[] {
  if ('question' in draft) return []
  const changes = draft.intents.filter(({ tool }) => tool === 'update_task' || tool === 'update_task_status')
  const named = new Set(changes.map(({ args }) => String(args.task)))
  return [...named].filter((task) => task.startsWith('#')).sort(byNumber)
}

const RANGE = /\d ?(?:-|–|to|through|until) ?#?\d/

/** “tasks 1 to 20” */
function rangeIn({ spans = [] }: Exclude<ClauseResult, ClarifyingQuestion>, { source }: Phrase) {
  return spans.find(({ role, start, end }) => role === 'task' && RANGE.test(source.slice(start, end)))
}
