/** Tool calls that were cut off: what became of them stands in their receipts, whoever asks. */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { receipts, type turns } from '#db/schema.ts'
import type { Outcome } from '#lib/board/command.ts'
import type { Part, ToolPart } from '#lib/board/wire.ts'

type TurnRow = typeof turns.$inferSelect

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
    const isRunning = part.type === 'tool' && part.state === 'running'
    closed.push(isRunning ? closeTool(part, await storedOutcome(tx, turn, part), now) : part)
  }
  return closed
}

async function storedOutcome(tx: Tx, turn: TurnRow, part: ToolPart): Promise<Outcome | null> {
  const key = `agent:${toolKey(turn.id, turn.run, part.step, part.callId)}`
  const mine = and(eq(receipts.sessionId, turn.sessionId), eq(receipts.key, key))
  const [receipt] = await tx.select().from(receipts).where(mine)
  return (receipt?.outcome as Outcome | undefined) ?? null
}

function closeTool(part: ToolPart, outcome: Outcome | null, endedAt: number): ToolPart {
  if (!outcome) return { ...part, state: 'failed', output: 'Not done.', endedAt }
  return outcome.ok
    ? { ...part, state: 'done', output: outcome.reply, revision: outcome.revision, endedAt }
    : { ...part, state: 'refused', output: outcome.message, endedAt }
}
