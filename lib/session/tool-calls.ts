/** Tool calls that were cut off: what became of them stands in their receipts, whoever asks. */
import type { Tx } from '#db/client.ts'
import type { Outcome } from '#lib/board/command.ts'
import type { Part, ToolPart } from '#lib/board/wire.ts'
import { type ApprovalRow, approvalsOf, deniedWords, toApproval } from './approvals.ts'
import { storedOutcome } from './execute.ts'
import type { TurnRow } from './replies.ts'

/** What a tool call is known by at the door. */
export function toolKey(turnId: string, run: number, step: number, callId: string): string {
  return `${turnId}:${run}:${step}:${callId}`
}

/**
 * The parts with every running call ended: one that committed takes its stored outcome, one that waits for the user
 * goes on waiting, another was not done. What waited and was answered meanwhile takes the answer.
 */
export async function closeRunning(
  tx: Tx,
  turn: TurnRow,
  parts: readonly Part[],
  now: number,
): Promise<Part[]> {
  const isOpen = (part: Part) =>
    part.type === 'tool' && (part.state === 'running' || part.state === 'waiting')
  const asked = parts.some(isOpen) ? await approvalsOf(tx, turn.id) : []
  const closed: Part[] = []
  for (const part of parts) {
    if (part.type !== 'tool' || !isOpen(part)) {
      closed.push(part)
      continue
    }
    const row = asked.find((other) => isOf(other, part, turn.run))
    const run = row?.run ?? turn.run
    const key = toolKey(turn.id, run, part.step, part.callId)
    const outcome = await storedOutcome(tx, { sessionId: turn.sessionId, actor: 'agent', key })
    closed.push(outcome || !row ? closeTool(part, outcome, now, row) : askedTool(part, row))
  }
  return closed
}

function isOf(row: ApprovalRow, part: ToolPart, run: number): boolean {
  if (part.approval) return row.id === part.approval.id
  return row.run === run && row.step === part.step && row.callId === part.callId
}

/** A call as its answer leaves it: it waits, or it was not allowed. */
export function askedTool(part: ToolPart, row: ApprovalRow): ToolPart {
  const approval = toApproval(row)
  if (row.status === 'pending') return { ...part, state: 'waiting', approval }
  return { ...part, state: 'refused', output: deniedWords(row), endedAt: row.decidedAt, approval }
}

export function closeTool(
  part: ToolPart,
  outcome: Outcome | null,
  endedAt: number,
  row?: ApprovalRow,
): ToolPart {
  const approval = row ? { approval: toApproval(row) } : {}
  if (!outcome) return { ...part, state: 'failed', output: 'Not done.', endedAt }
  return outcome.ok
    ? { ...part, ...approval, state: 'done', output: outcome.reply, revision: outcome.revision, endedAt }
    : { ...part, ...approval, state: 'refused', output: outcome.message, endedAt }
}

export const isWaiting = (part: Part) => part.type === 'tool' && part.state === 'waiting'
