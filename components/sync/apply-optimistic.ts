/** Optimistic updates: pending commands, decided in the browser by the server's rules. Loaded when first needed. */

import { decide, parseCommand } from '#lib/board/commands/decide.ts'
import type { Command, Commands } from '#lib/board/commands/registry.ts'
import { apply } from '#lib/board/model/changes.ts'
import type { Board } from '#lib/board/model/types.ts'
import { wholeView } from '#lib/board/rules/find-rows.ts'

export type Replayable = { command: Commands; at: number }

/** The board as it will be when every pending command is accepted; those that would be refused are skipped. */
export function replay(board: Board, pending: readonly Replayable[]): Board {
  return pending.reduce((rows, { command, at }) => {
    const commands = Array.isArray(command) ? command : [command]
    return commands.reduce((now: Board | null, one) => now && replayOne(now, one, at), rows) ?? rows
  }, board)
}

/** `null` if it would be refused: then nothing of its call is accepted. */
function replayOne(rows: Board, command: Command, at: number): Board | null {
  const parsed = parseCommand(command)
  if ('ok' in parsed) return null
  const decision = decide(parsed, wholeView(rows), { now: at, actor: 'user', turnId: null })
  return 'ok' in decision && decision.ok ? apply(rows, decision.changes) : null
}
