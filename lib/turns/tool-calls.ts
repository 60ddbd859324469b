/** Interrupted tool calls: their idempotency records have the outcome. */
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { receipts, revisions } from '#db/schema.ts'
import { COMMANDS, type Command } from '#lib/board/commands/registry.ts'
import { fullReply } from '#lib/board/model/command.ts'
import type { Part, ToolPart } from '#lib/board/wire/events.ts'
import { findRecordedOutcome, type StoredOutcome, scopedKey } from '#lib/session/commands/execute.ts'
import { type ApprovalRow, approvalsOf, denialMessage, toApproval } from './approvals.ts'
import type { TurnRow } from './replies.ts'

const runKey = (turnId: string, run: number) => `${turnId}:${run}:`

/** The idempotency key of a tool call. */
export function toolIdempotencyKey(turnId: string, run: number, step: number, callId: string): string {
  return `${runKey(turnId, run)}${step}:${callId}`
}

/** Which call of a run such a key is of; `prefix` is what all keys of the run begin with. */
function callOf(key: string | null, prefix: string): Pick<ToolPart, 'callId' | 'step'> | null {
  const [, step, callId] = /^(\d+):(.*)$/s.exec(key?.slice(prefix.length) ?? '') ?? []
  return step === undefined || callId === undefined ? null : { callId, step: Number(step) }
}

/**
 * The parts with every running call ended: one that committed takes its stored outcome, one that waits for the user
 * goes on waiting, another was not done. What waited and was answered meanwhile takes the answer.
 */
export async function settleToolCalls(
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
    const key = toolIdempotencyKey(turn.id, run, part.step, part.callId)
    const outcome = await findRecordedOutcome(tx, { sessionId: turn.sessionId, actor: 'agent', key })
    closed.push(outcome || !row ? completeToolPart(part, outcome, now, row) : toolPartWithApproval(part, row))
  }
  const later = [...(await missingToolParts(tx, turn, closed)), ...(await untoldFacts(tx, turn, closed))]
  return [...closed, ...later.toSorted((a, b) => a.startedAt - b.startedAt)]
}

/** Calls of this run that committed just before it ended, and aren’t in a stored part yet. */
async function missingToolParts(tx: Tx, turn: TurnRow, parts: readonly Part[]): Promise<ToolPart[]> {
  const told = new Set(parts.map((part) => (part.type === 'tool' ? part.revision : null)))
  const prefix = runKey(turn.id, turn.run)
  const made = await tx
    .select()
    .from(revisions)
    .where(
      and(
        eq(revisions.sessionId, turn.sessionId),
        eq(revisions.turnId, turn.id),
        eq(revisions.actor, 'agent'),
        sql`substr(${revisions.key}, 1, ${prefix.length}) = ${prefix}`,
      ),
    )
    .orderBy(asc(revisions.number))
  return made.flatMap(({ number, key, commands, reply: output, createdAt }) => {
    const of = callOf(key, prefix)
    const [command] = commands as readonly Command[]
    if (told.has(number) || !of || !command) return []
    const times = { startedAt: createdAt, endedAt: createdAt }
    const call = { name: command.name, input: asGiven(command) }
    return [{ type: 'tool', ...of, ...call, state: 'done', output, revision: number, ...times } as const]
  })
}

/** The same for memories and settings, from the idempotency records: they make no revision. */
async function untoldFacts(tx: Tx, turn: TurnRow, parts: readonly Part[]): Promise<ToolPart[]> {
  const told = new Set(parts.map((part) => (part.type === 'tool' ? part.fact?.id : undefined)))
  const prefix = scopedKey('agent', runKey(turn.id, turn.run))
  // Between the colon that ends it and the sign after that: a range, so that the index finds it.
  const ofRun = and(gte(receipts.key, prefix), lt(receipts.key, prefix.replace(/:$/, ';')))
  const kept = await tx
    .select()
    .from(receipts)
    .where(and(eq(receipts.sessionId, turn.sessionId), ofRun))
    .orderBy(asc(receipts.createdAt))
  return kept.flatMap(({ key, outcome, createdAt }) => {
    const stored = outcome as StoredOutcome
    const of = callOf(key, prefix)
    if (!of || !stored.ok || !stored.fact || told.has(stored.fact.id)) return []
    const { fact, reply: output } = stored
    const call =
      fact.did === 'set'
        ? { ...of, name: 'update_settings', input: fact.after }
        : { ...of, name: fact.did, input: { fact: fact.text } }
    const times = { startedAt: createdAt, endedAt: createdAt }
    return [{ type: 'tool', ...call, state: 'done', output, revision: null, fact, ...times } as const]
  })
}

/** Without the fields that the server added to the model's arguments. */
function asGiven({ name, input }: Command): unknown {
  const { newIds, uiOnly } = COMMANDS[name]
  const added: readonly string[] = [...newIds, ...uiOnly]
  return Object.fromEntries(Object.entries(input).filter(([field]) => !added.includes(field)))
}

function isOf(row: ApprovalRow, part: ToolPart, run: number): boolean {
  if (part.approval) return row.id === part.approval.id
  return row.run === run && row.step === part.step && row.callId === part.callId
}

/** A call that awaits approval, or was denied. */
export function toolPartWithApproval(part: ToolPart, row: ApprovalRow): ToolPart {
  const approval = toApproval(row)
  if (row.status === 'pending') return { ...part, state: 'waiting', approval }
  return { ...part, state: 'refused', output: denialMessage(row), endedAt: row.decidedAt, approval }
}

export function completeToolPart(
  part: ToolPart,
  outcome: StoredOutcome | null,
  endedAt: number,
  row?: ApprovalRow,
): ToolPart {
  const approval = row ? { approval: toApproval(row) } : {}
  if (!outcome) return { ...part, state: 'failed', output: 'Not done.', endedAt }
  const fact = outcome.fact ? { fact: outcome.fact } : {}
  return outcome.ok
    ? {
        ...part,
        ...approval,
        ...fact,
        state: 'done',
        output: fullReply(outcome),
        revision: outcome.revision,
        endedAt,
      }
    : { ...part, ...approval, state: 'refused', output: outcome.message, endedAt }
}

export const isWaiting = (part: Part) => part.type === 'tool' && part.state === 'waiting'
