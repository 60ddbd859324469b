/** Previews a command: what it would change, in words. */
import { allCategories, rowsByIds } from '#db/board-store.ts'
import { type Tx, write } from '#db/client.ts'
import type { Change } from '#lib/board/model/changes.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import { boardOf, TABLES } from '#lib/board/model/tables.ts'
import type { Board, Row, TableName } from '#lib/board/model/types.ts'
import { type Described, describeChanges } from '#lib/board/rules/describe-changes.ts'
import { type CommandContext, dryRun } from './execute.ts'

export type Preview = { ok: true; changes: readonly Change[]; lines: readonly Described[]; left?: string }

/** Nothing is written. */
export async function preview(caller: CommandContext, command: unknown): Promise<Preview | Refusal> {
  return write((tx) => previewIn(tx, caller, [command]))
}

export async function previewIn(
  tx: Tx,
  caller: CommandContext,
  commands: readonly unknown[],
): Promise<Preview | Refusal> {
  const decided = await dryRun(tx, caller, commands)
  if (!decided.ok) return decided
  const { changes, left } = decided
  const rows = await rowsNamed(tx, caller.sessionId, changes)
  return { ok: true, changes, lines: describeChanges(changes, rows, caller.now ?? Date.now()), left }
}

/** The current rows that the changes name, and the rows they refer to. */
async function rowsNamed(tx: Tx, sessionId: string, changes: readonly Change[]): Promise<Board> {
  const found = {} as Record<TableName, Row[]>
  for (const table of TABLES) {
    const ids = changes.filter((change) => change.table === table).map((change) => change.id)
    found[table] = await rowsByIds(tx, table, sessionId, ids)
  }
  found.category = (await allCategories(tx, sessionId)).rows
  return boardOf(found, 1)
}
