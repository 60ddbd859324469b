/** The user's answer to an approval: one transaction for the rows, the reply and the next run. */
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#db/client.ts'
import { storedChanges } from '#db/rows.ts'
import { approvals, messages, turns } from '#db/schema.ts'
import { isSameEffect } from '#lib/board/approval-rules.ts'
import { type Outcome, type Refusal, refuse } from '#lib/board/model/command.ts'
import { cleanText } from '#lib/board/text/text.ts'
import type { Part, ToolPart } from '#lib/board/wire/events.ts'
import { findSession } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'
import { executeIn } from '#lib/session/commands/execute.ts'
import { BOARD_NOT_FOUND } from '#lib/session/commands/update-session.ts'
import { appendToFeed } from '#lib/session/feed/feed.ts'
import { type ApprovalRow, insertApproval, snapshotRevisions } from './approvals.ts'
import { replyParts, type TurnRow, upsertReply } from './replies.ts'
import { startRun } from './resume.ts'
import { completeToolPart, isWaiting, toolIdempotencyKey, toolPartWithApproval } from './tool-calls.ts'
import type { StartedTurn } from './turns.ts'

export type ApprovalRef = { userId: string; sessionId: string; approvalId: string }
export type ApprovalAnswer = { verdict: 'allow' | 'deny'; note?: string; andSameTool?: boolean }
/** `tool`: the one to allow from now on, where that was asked. */
export type ApprovalDecision = { ok: true; tool: string | null; started: StartedTurn | null } | Refusal

const PREVIEW_OUTDATED = refuse(
  'moved_on',
  'The board changed, so nothing was done. Review the updated preview.',
)

const GONE = refuse('not_found', 'This request no longer exists.')
const isAskedBy = (part: Part, row: ApprovalRow) => part.type === 'tool' && part.approval?.id === row.id

/** `started`: the run that goes on with the turn, where this was the last answer it waited for. */
export async function answerApproval(
  tx: Tx,
  { userId, sessionId, approvalId }: ApprovalRef,
  { verdict, note = '', andSameTool = false }: ApprovalAnswer,
  model: string,
  now: number,
): Promise<ApprovalDecision> {
  const said = cleanText(note).trim()
  if ([...said].length > LIMITS.denialChars)
    return refuse('limit', `Notes can have up to ${LIMITS.denialChars} characters.`)
  if (!(await findSession(tx, userId, sessionId))) return BOARD_NOT_FOUND
  const [row] = await tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.id, approvalId), eq(approvals.sessionId, sessionId)))
  if (!row) return GONE
  const closed = closedWords(row)
  if (closed) return closed
  const [turn] = await tx.select().from(turns).where(eq(turns.id, row.turnId))
  if (turn?.status === 'running') return refuse('busy', 'Still working. Try again in a moment.')
  if (turn?.status !== 'waiting') return refuse('turn_over', 'This turn is over; nothing was changed.')

  const parts = [...(await replyParts(tx, turn.id))]
  if (!parts.some((part) => isAskedBy(part, row))) return GONE
  const answer = { verdict, note: said, by: userId }
  const first = await answerOne(tx, turn, row, parts, answer, now)
  if (andSameTool && first.done) {
    for (const other of await pendingOf(tx, turn.id, row.tool)) {
      if (parts.some((part) => isAskedBy(part, other))) await answerOne(tx, turn, other, parts, answer, now)
    }
  }
  const { isBehind } = row.shown as { isBehind: boolean }
  const tool = andSameTool && !isBehind ? row.tool : null
  if (parts.some(isWaiting)) {
    await upsertReply(tx, turn, parts, now)
    return first.done ? { ok: true, tool, started: null } : PREVIEW_OUTDATED
  }
  return { ok: true, tool, started: await continueOrClose(tx, turn, parts, model, now) }
}

const REST_MOVED = 'The rest is asked again: the board has changed since it was shown.'

/** All that a turn asks, by one answer; `again` says why something is shown again. `null` where nothing is asked, or since. */
export async function decideAll(
  tx: Tx,
  turn: TurnRow,
  { verdict, by, sentAt }: { verdict: ApprovalAnswer['verdict']; by: string; sentAt: number },
  now: number,
): Promise<{ parts: readonly Part[]; again: string | null } | null> {
  const parts = [...(await replyParts(tx, turn.id))]
  const asked = (await pendingOf(tx, turn.id)).filter((row) => parts.some((part) => isAskedBy(part, row)))
  if (asked.length === 0 || asked.some(({ createdAt }) => createdAt > sentAt)) return null
  let answers = 0
  for (const row of asked) {
    if (!(await answerOne(tx, turn, row, parts, { verdict, note: '', by }, now)).done) break
    answers += 1
  }
  if (parts.some(isWaiting)) {
    await upsertReply(tx, turn, parts, now)
    return { parts, again: answers === 0 ? PREVIEW_OUTDATED.message : REST_MOVED }
  }
  await tx.update(turns).set({ status: 'completed', endedAt: now }).where(eq(turns.id, turn.id))
  await upsertReply(tx, turn, parts, now, true)
  return { parts, again: null }
}

function closedWords({ status }: ApprovalRow): Refusal | null {
  switch (status) {
    case 'pending':
      return null
    case 'allowed':
      return refuse('turn_over', 'This was already allowed.')
    case 'denied':
      return refuse('turn_over', 'This was already denied. Nothing changed.')
    case 'expired':
      return refuse('turn_over', 'This request expired. Nothing changed.')
    case 'superseded':
      return PREVIEW_OUTDATED
    default:
      return status satisfies never
  }
}

export async function pendingOf(db: Reader, turnId: string, tool?: string): Promise<ApprovalRow[]> {
  const ofTool = tool === undefined ? undefined : eq(approvals.tool, tool)
  return db
    .select()
    .from(approvals)
    .where(and(eq(approvals.turnId, turnId), ofTool, eq(approvals.status, 'pending')))
    .orderBy(sql`rowid`)
}

type Given = { verdict: ApprovalAnswer['verdict']; note: string; by: string }

/** Puts the call's outcome into its part; `done` is false where the rows moved and it is shown again. */
async function answerOne(
  tx: Tx,
  turn: TurnRow,
  row: ApprovalRow,
  parts: Part[],
  { verdict, note, by }: Given,
  now: number,
): Promise<{ done: boolean }> {
  const at = parts.findIndex((part) => isAskedBy(part, row))
  const part = parts[at] as ToolPart
  if (verdict === 'deny') {
    const denied = await close(tx, row, { status: 'denied', note, decidedAt: now, decidedBy: by })
    parts[at] = toolPartWithApproval(part, denied)
    return { done: true }
  }
  const { outcome, again } = await runApprovedCall(tx, turn, row, now)
  if (again) {
    await close(tx, row, { status: 'superseded', decidedAt: now, decidedBy: by })
    parts[at] = toolPartWithApproval(part, again)
    return { done: false }
  }
  const allowed = await close(tx, row, { status: 'allowed', decidedAt: now, decidedBy: by })
  parts[at] = completeToolPart(part, outcome, now, allowed)
  return { done: true }
}

async function close(tx: Tx, row: ApprovalRow, fields: Partial<ApprovalRow>): Promise<ApprovalRow> {
  const [closed] = await tx.update(approvals).set(fields).where(eq(approvals.id, row.id)).returning()
  return closed as ApprovalRow
}

/** Executes exactly the call that was shown, if its rows are unchanged and it would still do the same. */
async function runApprovedCall(
  tx: Tx,
  turn: TurnRow,
  row: ApprovalRow,
  now: number,
): Promise<{ outcome: Outcome; again: ApprovalRow | null }> {
  const { sessionId, userId } = turn
  const { isBehind } = row.shown as { isBehind: boolean }
  const shown = { isBehind, isAgain: true }
  let again: ApprovalRow | null = null
  const caller = {
    userId,
    sessionId,
    actor: 'agent',
    key: toolIdempotencyKey(turn.id, row.run, row.step, row.callId),
    turn: { id: turn.id, waits: true },
    now,
  } as const
  const check: Parameters<typeof executeIn>[1]['check'] = async (inside, would) => {
    const rows = await snapshotRevisions(inside, sessionId, would)
    const isSame = isSameEffect(storedChanges(row.changes), would.changes)
    if (isSame && JSON.stringify(rows) === JSON.stringify(row.rows)) return null
    const { turnId, run, step, callId } = row
    again = await insertApproval(inside, sessionId, { turnId, run, step, callId }, would, shown, now)
    return PREVIEW_OUTDATED
  }
  const outcome = await executeIn(tx, { ...caller, check }, [{ name: row.tool, input: row.input }])
  return { outcome, again }
}

/** The model goes on if nothing was said since; else what came of it ends the turn. */
async function continueOrClose(
  tx: Tx,
  turn: TurnRow,
  parts: readonly Part[],
  model: string,
  now: number,
): Promise<StartedTurn | null> {
  const { id: turnId, sessionId, userId } = turn
  if (!(await hasLaterMessage(tx, turn))) return startRun(tx, turn, parts, model, now)
  await tx.update(turns).set({ status: 'completed', endedAt: now }).where(eq(turns.id, turnId))
  const asked = parts.filter((part) => part.type === 'tool' && part.approval !== undefined) as ToolPart[]
  const told = asked.filter(({ step }) => step === asked.at(-1)?.step).map(outcomeOf)
  const last = { type: 'notice', tone: 'info', text: told.join(' ') } as const
  await upsertReply(tx, turn, [...parts, last], now)
  await appendToFeed(tx, { userId, sessionId, now }, { kind: 'turn', ref: turnId })
  return null
}

/** The message for the user. */
function outcomeOf({ output, approval }: ToolPart): string {
  return approval?.status === 'allowed' ? (output ?? '') : `Not done: ${approval?.ask}.`
}

/** A later message, answered or queued. */
async function hasLaterMessage(tx: Tx, { id: turnId, sessionId }: TurnRow): Promise<boolean> {
  const own = sql`(select position from messages where turn_id = ${turnId} and role = 'user')`
  const later = or(isNull(messages.turnId), gt(messages.position, own))
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), eq(messages.role, 'user'), later))
    .limit(1)
  return row !== undefined
}
