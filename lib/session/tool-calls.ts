/** Tool calls that were cut off: what became of them stands in their receipts, whoever asks. */
import type { Tx } from '#db/client.ts'
import type { Outcome } from '#lib/board/command.ts'
import type { Part, ToolPart } from '#lib/board/wire.ts'
import { storedOutcome } from './execute.ts'
import type { TurnRow } from './replies.ts'

/** What a tool call is known by at the door. */
export function toolKey(turnId: string, run: number, step: number, callId: string): string {
  return `${turnId}:${run}:${step}:${callId}`
}

/** The parts with every running call ended: one that committed takes its stored outcome, another was not done. */
export async function closeRunning(
  tx: Tx,
  turn: TurnRow,
  parts: readonly Part[],
  now: number,
): Promise<Part[]> {
  const closed: Part[] = []
  for (const part of parts) {
    if (part.type !== 'tool' || part.state !== 'running') {
      closed.push(part)
      continue
    }
    const key = toolKey(turn.id, turn.run, part.step, part.callId)
    const outcome = await storedOutcome(tx, { sessionId: turn.sessionId, actor: 'agent', key })
    closed.push(closeTool(part, outcome, now))
  }
  return closed
}

function closeTool(part: ToolPart, outcome: Outcome | null, endedAt: number): ToolPart {
  if (!outcome) return { ...part, state: 'failed', output: 'Not done.', endedAt }
  return outcome.ok
    ? { ...part, state: 'done', output: outcome.reply, revision: outcome.revision, endedAt }
    : { ...part, state: 'refused', output: outcome.message, endedAt }
}
