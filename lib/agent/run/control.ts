/** Starts and controls runs: messages, Stop, Continue and Retry. Runs are detached from their request. */
import { and, eq, inArray } from 'drizzle-orm'
import { read, write } from '#db/client.ts'
import { messages } from '#db/schema.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import { ownId } from '#lib/identity/own-id.ts'
import { describeError, log } from '#lib/log.ts'
import { revertMemoriesSince, takeBackOf } from '#lib/memory/agent-changes.ts'
import * as lifecycle from '#lib/session/boards/lifecycle.ts'
import * as sessions from '#lib/session/boards/sessions.ts'
import { setGrant } from '#lib/session/boards/tool-grants.ts'
import { executeIn } from '#lib/session/commands/execute.ts'
import { notify } from '#lib/session/feed/notify.ts'
import { singleton } from '#lib/singletons.ts'
import { type ApprovalRef, answerApproval } from '#lib/turns/decide-approval.ts'
import { type Queued, removeQueued, startNow } from '#lib/turns/queue.ts'
import { recoverExpiredTurns } from '#lib/turns/recover.ts'
import { restartTurn } from '#lib/turns/resume.ts'
import { stopTurn } from '#lib/turns/stop.ts'
import { type GivenMessage, receiveMessage, type StartedTurn } from '#lib/turns/turns.ts'
import { modelInfo } from '../models/choose-model.ts'
import { checkDependencies, keepDependencies, takeDependencies } from '../prompt/dependencies.ts'
import { type AbortReason, runTurn } from './run-turn.ts'

type Done = { ok: true } | Refusal
type Who = { userId: string; sessionId: string; turnId: string }

type Run = { controller: AbortController; ended: Promise<unknown> }

const runs = () => singleton('runs', () => new Map<string, Run>())
const closing = () => singleton('closing', () => ({ now: false }))

/** Stores the message and starts its turn; returns once the message is stored. */
export async function sendMessage(
  userId: string,
  sessionId: string,
  message: GivenMessage & { dependencies?: unknown },
): Promise<Done> {
  const checked = checkDependencies(message.dependencies)
  if (!checked.ok) return checked
  keepDependencies(message.id, checked.dependencies)
  const received = await receiveMessage(userId, sessionId, message, modelInfo().name)
  if (!received.ok) {
    takeDependencies(message.id)
    return received
  }
  // Before its run begins, which reads the memories.
  if (message.rollBack !== undefined) await revertMemoriesSince({ userId, sessionId }, message.rollBack)
  if (received.started) startInBackground(received.started)
  return { ok: true }
}

/** Runs a turn, then the queued ones. */
function startInBackground(started: StartedTurn): void {
  void runUntilQueueEmpty(started).catch((error: unknown) => {
    log().error({ event: 'run_failed', turnId: started.turn.id, error: describeError(error) })
  })
}

async function runUntilQueueEmpty(first: StartedTurn): Promise<void> {
  for (let next: StartedTurn | null = first; next !== null && !closing().now; ) {
    const { turn }: StartedTurn = next
    const controller = new AbortController()
    const ended = runTurn(next, controller)
    const run = { controller, ended }
    runs().set(turn.id, run)
    try {
      next = await ended
    } finally {
      if (runs().get(turn.id) === run) runs().delete(turn.id)
    }
  }
}

export async function stop({ userId, sessionId, turnId }: Who): Promise<Done> {
  const stopped = await stopTurn(userId, sessionId, turnId)
  if (!stopped.ok) return stopped
  const run = runs().get(turnId)
  if (run) {
    run.controller.abort('stop' satisfies AbortReason)
  } else {
    // It doesn’t run in this process: the sweep closes its reply once its lease has expired.
    log().info({ event: 'stopped_elsewhere', turnId })
  }
  return { ok: true }
}

/** For programs, which may know the turn or only the message they sent: what runs stops, what waits in the queue is taken out. */
export async function cancelRun(userId: string, sessionId: string, runId: string): Promise<Done> {
  const named = [runId, ownId(userId, runId)]
  const [message] = await read((db) =>
    db
      .select({ id: messages.id, turnId: messages.turnId })
      .from(messages)
      .where(and(eq(messages.sessionId, sessionId), eq(messages.role, 'user'), inArray(messages.id, named)))
      .limit(1),
  )
  if (message && message.turnId === null) {
    return removeQueued({ userId, sessionId, messageId: message.id })
  }
  return stop({ userId, sessionId, turnId: message?.turnId ?? runId })
}

/** Stops the running turn and answers this message before the others in the queue. */
export async function sendNow(queued: Queued): Promise<Done> {
  const begun = await startNow(queued, modelInfo().name)
  if (!begun.ok) return begun
  abortAll(begun.stopped, 'stop')
  startInBackground(begun.started)
  return { ok: true }
}

export async function continueTurn(who: Who, now = Date.now()): Promise<Done> {
  const resumed = await write((tx) => restartTurn(tx, who, { keep: true, model: modelInfo().name }, now))
  notify(who.userId)
  if (!resumed.ok) return resumed
  startInBackground(resumed.started)
  return { ok: true }
}

/** Undoes the turn's changes and starts its new run in one transaction. */
export async function retryTurn(who: Who, now = Date.now()): Promise<Done> {
  const { userId, sessionId, turnId } = who
  const resumed = await write(async (tx) => {
    const begun = await restartTurn(tx, who, { keep: false, model: modelInfo().name }, now)
    if (!begun.ok) return begun
    await takeBackOf(tx, who, begun.before)
    // Fields that have changed since stay as they are; the new run begins anyway.
    await executeIn(tx, { userId, sessionId, actor: 'user', now }, [
      { name: 'undo', input: { turn: turnId } },
    ])
    return begun
  })
  notify(userId)
  if (!resumed.ok) return resumed
  startInBackground(resumed.started)
  return { ok: true }
}

export type ApprovalChoice = 'allow' | 'allow-session' | 'deny'

/** Runs an allowed call, or tells the model that it was denied; once none is left waiting, the turn continues. */
export async function decideApproval(
  asked: ApprovalRef,
  verdict: ApprovalChoice,
  note?: string,
): Promise<Done> {
  const { userId, sessionId } = asked
  const answer = {
    verdict: verdict === 'deny' ? verdict : 'allow',
    note,
    andSameTool: verdict === 'allow-session',
  } as const
  const decided = await write((tx) => answerApproval(tx, asked, answer, modelInfo().name, Date.now()))
  notify(userId)
  if (!decided.ok) return decided
  if (decided.tool !== null) setGrant(userId, sessionId, decided.tool, true)
  if (decided.started) startInBackground(decided.started)
  return { ok: true }
}

/** The tool needs approval again. */
export async function revokeGrant(userId: string, sessionId: string, tool: string): Promise<Done> {
  setGrant(userId, sessionId, tool, false)
  return { ok: true }
}

/** Ends turns whose server died and runs the messages queued behind them. */
export async function recover(all: boolean): Promise<void> {
  if (closing().now) return
  for (const started of await recoverExpiredTurns(all, modelInfo().name)) startInBackground(started)
}

/** Ends the board's runs first, so that they write nothing afterwards. */
export async function deleteSession(userId: string, sessionId: string): Promise<Done> {
  const deleted = await lifecycle.deleteSession(userId, sessionId)
  if (deleted.ok) abortAll(deleted.stopped, 'lost')
  return deleted.ok ? { ok: true } : deleted
}

/** Deletes the messages and keeps the board. */
export async function clearChat(userId: string, sessionId: string): Promise<Done> {
  const cleared = await sessions.clearChat(userId, sessionId)
  if (cleared.ok) abortAll(cleared.stopped, 'lost')
  return cleared.ok ? { ok: true } : cleared
}

function abortAll(turnIds: readonly string[], told: AbortReason): void {
  for (const turnId of turnIds) runs().get(turnId)?.controller.abort(told)
}

/** Before the process ends: stores running turns as interrupted, with what they have. */
export async function interruptRuns(): Promise<void> {
  closing().now = true
  const running = [...runs().values()]
  for (const { controller } of running) controller.abort('shutdown' satisfies AbortReason)
  await Promise.allSettled(running.map(({ ended }) => ended))
}
