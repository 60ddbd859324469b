/** Calls of the agent that need approval: stored with what was shown, read, closed. `decide-approval.ts` answers them. */
import { and, eq, getTableColumns, inArray, isNull, ne } from 'drizzle-orm'
import { allCategories, rowRevisions, rowsByIds } from '#db/board-store.ts'
import type { Tx } from '#db/client.ts'
import { toChanges, toTasks } from '#db/rows.ts'
import { approvals, changes, revisions, tasks } from '#db/schema.ts'
import {
  type ApprovalContext,
  affectedRows,
  approvalTitle,
  categoryAsked,
  isDestructiveCall,
  needsApproval,
  overwrittenTasks,
  removedTasks,
} from '#lib/board/approval-rules.ts'
import { COMMANDS, isCommandName } from '#lib/board/commands/registry.ts'
import type { Change } from '#lib/board/model/changes.ts'
import { type CommandDefinition, type Refusal, refuse } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { boardOf, TABLES } from '#lib/board/model/tables.ts'
import type { Board, Row, TableName, Task } from '#lib/board/model/types.ts'
import type { Approval } from '#lib/board/wire/events.ts'
import { isGranted } from '#lib/session/boards/tool-grants.ts'
import type { CommandContext, DryRun } from '#lib/session/commands/execute.ts'

export type ApprovalRow = typeof approvals.$inferSelect
/** One call of a run. */
export type ToolCallRef = { turnId: string; run: number; step: number; callId: string }
type Where = { userId: string; sessionId: string }

const AWAITING_APPROVAL = refuse('waits', 'Waiting for the user’s approval. Nothing has changed yet.')

/** Keeps a call that must be asked about and tells of it; nothing of it is done then. */
export function requireApproval(
  where: Where,
  call: ToolCallRef,
  step: { isOneOfSeveral: boolean; isBehind: boolean; asksAlways?: boolean; origin?: string },
  told: (approval: Approval) => void,
): NonNullable<CommandContext['check']> {
  return async (tx: Tx, would: DryRun): Promise<Refusal | null> => {
    const [command] = would.commands
    if (!command || !isCommandName(command.name)) return null
    const { userId, sessionId } = where
    const definition: CommandDefinition = COMMANDS[command.name]
    const using = await tasksUsing(tx, sessionId, would)
    const standing = {
      ...step,
      ...(await doneBefore(tx, [call.turnId, step.origin ?? call.turnId], would.changes)),
      used: using.length,
      isGranted: isGranted(userId, sessionId, command.name),
    }
    if (!needsApproval(definition, would.changes, standing)) return null
    const isBehind = !isDestructiveCall(definition.approvalRule, would.changes, standing)
    const row = await insertApproval(tx, sessionId, call, would, { isBehind, isAgain: false })
    told(toApproval(row))
    return AWAITING_APPROVAL
  }
}

/** Tasks that have the category a call names, where that decides. */
async function tasksUsing(tx: Tx, sessionId: string, { commands: [command] }: DryRun): Promise<Task[]> {
  if (!command || !isCommandName(command.name)) return []
  const categoryId = categoryAsked(COMMANDS[command.name], command.input)
  if (categoryId === null) return []
  const where = and(eq(tasks.sessionId, sessionId), eq(tasks.categoryId, categoryId))
  return toTasks(await tx.select().from(tasks).where(where)).rows
}

/** Changes that were undone since don’t count. */
async function doneBefore(
  tx: Tx,
  turnIds: readonly string[],
  would: readonly Change[],
): Promise<Pick<ApprovalContext, 'removedBefore' | 'overwrittenBefore'>> {
  if (removedTasks(would).length + overwrittenTasks(would).length === 0)
    return { removedBefore: 0, overwrittenBefore: [] }
  const rows = await tx
    .select(getTableColumns(changes))
    .from(revisions)
    .innerJoin(
      changes,
      and(eq(changes.sessionId, revisions.sessionId), eq(changes.revision, revisions.number)),
    )
    .where(
      and(
        inArray(revisions.turnId, [...turnIds]),
        eq(revisions.actor, 'agent'),
        isNull(revisions.undoneBy),
        eq(changes.tableName, 'task'),
      ),
    )
  const done = toChanges(rows)
  return { removedBefore: removedTasks(done).length, overwrittenBefore: overwrittenTasks(done) }
}

/** The rows a call would change and their revisions; rows that it adds don’t exist yet. */
export async function snapshotRevisions(tx: Tx, sessionId: string, would: DryRun): Promise<Frozen> {
  const using = await tasksUsing(tx, sessionId, would)
  return rowRevisions(tx, sessionId, rowsNamed(would, using))
}

type Frozen = readonly (readonly [table: TableName, id: string, revision: number])[]

function rowsNamed({ changes: would }: DryRun, using: readonly Task[]): { table: TableName; id: string }[] {
  const touched = would.filter((change) => change.before !== null)
  return [...touched, ...using.map(({ id }) => ({ table: 'task' as const, id }))]
}

/** Stores a pending call with what is shown of it. */
export async function insertApproval(
  tx: Tx,
  sessionId: string,
  call: ToolCallRef,
  would: DryRun,
  more: { isBehind: boolean; isAgain: boolean },
  now = Date.now(),
): Promise<ApprovalRow> {
  const [command] = would.commands
  if (!command) throw new Error('a call without a command cannot wait')
  const using = await tasksUsing(tx, sessionId, would)
  const frozen = await rowRevisions(tx, sessionId, rowsNamed(would, using))
  const named = affectedRows(would.changes, await boardWith(tx, sessionId, frozen), using, now)
  const ask = approvalTitle(command.name, would.changes, named, would.reply)
  const [row] = await tx
    .insert(approvals)
    .values({
      ...call,
      id: newId(),
      sessionId,
      tool: command.name,
      input: command.input,
      shown: { ask, rows: named, ...more } satisfies Shown,
      changes: would.changes,
      rows: frozen,
      status: 'pending',
      createdAt: now,
    })
    .returning()
  return row as ApprovalRow
}

/** The current rows, with the categories of tasks. */
async function boardWith(tx: Tx, sessionId: string, frozen: Frozen): Promise<Board> {
  const held = Object.fromEntries(TABLES.map((name) => [name, []])) as unknown as Record<TableName, Row[]>
  for (const name of TABLES) {
    const ids = frozen.flatMap(([table, id]) => (table === name ? [id] : []))
    held[name] = await rowsByIds(tx, name, sessionId, ids)
  }
  held.category = (await allCategories(tx, sessionId)).rows
  return boardOf(held, 1)
}

type Shown = Pick<Approval, 'ask' | 'rows' | 'isBehind' | 'isAgain'>

export function toApproval(row: ApprovalRow): Approval {
  const { id, status, note, decidedAt } = row
  const { ask, rows, isBehind, isAgain } = row.shown as Shown
  // One that was shown again is not what any message points at.
  const said = status === 'superseded' ? 'expired' : status
  return { id, status: said, ask, rows, isBehind, isAgain, note, decidedAt }
}

export async function approvalsOf(tx: Tx, turnId: string): Promise<ApprovalRow[]> {
  return tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.turnId, turnId), ne(approvals.status, 'superseded')))
}

/** Expires the pending calls of ended turns. */
export async function closeApprovals(
  tx: Tx,
  turnIds: readonly string[],
  closed: { status: 'denied' | 'expired'; by: string | null },
  now: number,
): Promise<void> {
  if (turnIds.length === 0) return
  const pending = and(inArray(approvals.turnId, [...turnIds]), eq(approvals.status, 'pending'))
  await tx
    .update(approvals)
    .set({ status: closed.status, decidedAt: now, decidedBy: closed.by })
    .where(pending)
}

/** What the model gets for a call that the user denied. */
export function denialMessage({ status, note }: Pick<ApprovalRow, 'status' | 'note'>): string {
  if (status === 'expired') return 'The request expired. Nothing changed.'
  const said = note === '' ? '' : ` They said: “${note}”`
  return `The user denied this. Nothing changed.${said}`
}
