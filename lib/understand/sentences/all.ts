/** Our own sentences as tests, bench and evaluator read them: one row a wording. */
import { CONTEXT, said } from '../testing.ts'
import beyond from './beyond.json' with { type: 'json' }
import board from './board.json' with { type: 'json' }
import { BOARDS, type BoardName, type Saying } from './boards.ts'
import dates from './dates.json' with { type: 'json' }
import facts from './facts.json' with { type: 'json' }
import lists from './lists.json' with { type: 'json' }
import nothing from './nothing.json' with { type: 'json' }
import questions from './questions.json' with { type: 'json' }
import references from './references.json' with { type: 'json' }
import sets from './sets.json' with { type: 'json' }
import shapes from './shapes.json' with { type: 'json' }
import tasks from './tasks.json' with { type: 'json' }

export type Sentence = { board: BoardName; words: string; calls: string; isTypo: boolean }

const sayings = [
  ...tasks,
  ...references,
  ...dates,
  ...board,
  ...lists,
  ...shapes,
  ...sets,
  ...facts,
  ...questions,
  ...nothing,
  ...beyond,
] as Saying[]

export const SENTENCES: readonly Sentence[] = sayings.flatMap(({ board, calls, said, typos = [] }) => [
  ...said.map((words) => ({ board, words, calls, isTypo: false })),
  ...typos.map((words) => ({ board, words, calls, isTypo: true })),
])

export function contextOf({ board }: Sentence) {
  return { ...CONTEXT, ...BOARDS[board] }
}

/** What the sentence comes to; of a question as much as its row tells. */
export function callsIn(sentence: Sentence): string {
  const came = said(sentence.words, contextOf(sentence))
  return sentence.calls.startsWith('?') ? came.slice(0, sentence.calls.length) : came
}

/** The tools that a row asks for. Removals that follow each other become one call. */
export function toolsIn({ calls }: Sentence): string[] {
  if (/^(?:\?|help$|greeting$|unknown$)/.test(calls)) return []
  const tools = calls.split(' | ').map((call) => call.split(' ')[0] ?? '')
  const isOneCall = tools.length > 1 && tools.every((tool) => tool === 'remove_task')
  return isOneCall ? ['remove_tasks'] : tools
}
