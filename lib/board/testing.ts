/** For tests: a board in memory, and commands decided on it as in a browser. */

import { decide, parseCommand } from './commands/decide.ts'
import { apply } from './model/changes.ts'
import type { Decision, Env } from './model/command.ts'
import { EMPTY_BOARD } from './model/tables.ts'
import { newTask } from './model/task-shape.ts'
import type { Board, Task } from './model/types.ts'
import { wholeView } from './rules/find-rows.ts'

export const NOW = 1_800_000_000_000
const env: Env = { now: NOW, actor: 'user', turnId: null }

export function run(board: Board, name: string, input: object, more: Partial<Env> = {}): Decision {
  const parsed = parseCommand({ name, input })
  return 'ok' in parsed ? parsed : decide(parsed, wholeView(board), { ...env, ...more })
}

/** The board after the command; throws if it is refused. */
export function after(board: Board, name: string, input: object, more: Partial<Env> = {}): Board {
  const decision = run(board, name, input, more)
  if (!('ok' in decision) || !decision.ok) throw new Error(JSON.stringify(decision))
  return apply(board, decision.changes)
}

export const messageOf = (decision: Decision) => ('ok' in decision && !decision.ok ? decision.message : '')
export const replyOf = (decision: Decision) => ('ok' in decision && decision.ok ? decision.reply : '')

export const BOARD = after(
  EMPTY_BOARD,
  'start_board',
  {
    categories: ['general', 'work', 'personal'].map((name, i) => ({
      id: `cat-${name}`,
      name,
      rank: `a${i}`,
    })),
    tasks: [],
  },
  { actor: 'system' },
)

/** A whole row, with a new task’s values as defaults. */
export function taskRow(number: number, more: Partial<Task> = {}): Task {
  const own = { id: `task-000${number}`, number, title: `task ${number}`, rank: `a${number}` }
  return newTask({ categoryId: 'category-1', createdAt: NOW, ...own, ...more })
}
