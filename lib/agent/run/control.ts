/** Starts and steers runs: what a message, Stop, Continue and Retry set off. Runs are detached from their request. */
import { write } from '#db/client.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import { describeError, log } from '#lib/log.ts'
import { takeBackFactsSince, takeBackOf } from '#lib/memory/agent-changes.ts'
import * as lifecycle from '#lib/session/boards/lifecycle.ts'
import * as sessions from '#lib/session/boards/sessions.ts'
import { setGrant } from '#lib/session/boards/tool-grants.ts'
import { executeIn } from '#lib/session/commands/execute.ts'
import { wake } from '#lib/session/feed/notify.ts'
import { once } from '#lib/singletons.ts'
import { type Asked, decideIn } from '#lib/turns/decide-approval.ts'
import { beginNow, type Queued } from '#lib/turns/queue.ts'
import { recoverTurns } from '#lib/turns/recover.ts'
import { resumeTurn } from '#lib/turns/resume.ts'
import { stopTurn } from '#lib/turns/stop.ts'
import { type GivenMessage, receiveMessage, type StartedTurn } from '#lib/turns/turns.ts'
import { modelInfo } from '../models/choose-model.ts'
import { checkDependencies, keepDependencies, takeDependencies } from '../prompt/dependencies.ts'
import { type AbortReason, runTurn } from './run-turn.ts'

type Done = { ok: true } | Refusal
type Who = { userId: string; sessionId: string; turnId: string }

type Run = { controller: AbortController; ended: Promise<unknown> }

const runs = () => once('runs', () => new Map<string, Run>())
const closing = () => once('closing', () => ({ now: false }))

/** Stores the message and lets the agent answer it; returns once the message is safe. */
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
  // Before its run begins: that is to know what the user knows.
  if (message.rollBack !== undefined) await takeBackFactsSince({ userId, sessionId }, message.rollBack)
  if (received.started) detach(received.started)
  return { ok: true }
}

/** Runs a turn, and after it those that waited for it. */
function detach(started: StartedTurn): void {
  void runAll(started).catch((error: unknown) => {
    log().error({ event: 'run_failed', turnId: started.turn.id, error: describeError(error) })
  })
}

async function runAll(first: StartedTurn): Promise<void> {
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
    // Nobody in this process runs it: the sweep closes its reply once its lease has ended.
    log().info({ event: 'stopped_elsewhere', turnId })
  }
  return { ok: true }
}

/** Stops what runs and answers this message before all others that wait. */
export async function sendNow(queued: Queued): Promise<Done> {
  const begun = await beginNow(queued, modelInfo().name)
  if (!begun.ok) return begun
  abortAll(begun.stopped, 'stop')
  detach(begun.started)
  return { ok: true }
}

export async function continueTurn(who: Who, now = Date.now()): Promise<Done> {
  const resumed = await write((tx) => resumeTurn(tx, who, { keep: true, model: modelInfo().name }, now))
  wake(who.userId)
  if (!resumed.ok) return resumed
  detach(resumed.started)
  return { ok: true }
}

/** The turn's changes are taken back and its new run begins in one transaction. */
export async function retryTurn(who: Who, now = Date.now()): Promise<Done> {
  const { userId, sessionId, turnId } = who
  const resumed = await write(async (tx) => {
    const begun = await resumeTurn(tx, who, { keep: false, model: modelInfo().name }, now)
    if (!begun.ok) return begun
    await takeBackOf(tx, who, begun.before)
    // Fields that somebody changed since stay as they are; the new run begins all the same.
    await executeIn(tx, { userId, sessionId, actor: 'user', now }, [
      { name: 'undo', input: { turn: turnId } },
    ])
    return begun
  })
  wake(userId)
  if (!resumed.ok) return resumed
  detach(resumed.started)
  return { ok: true }
}

export type Verdict = 'allow' | 'allow-session' | 'deny'

/** Does what the user allowed or tells the model that they did not; once nothing waits any more, the turn goes on. */
export async function decideApproval(asked: Asked, verdict: Verdict, note?: string): Promise<Done> {
  const { userId, sessionId } = asked
  const answer = {
    verdict: verdict === 'deny' ? verdict : 'allow',
    note,
    andSameTool: verdict === 'allow-session',
  } as const
  const decided = await write((tx) => decideIn(tx, asked, answer, modelInfo().name, Date.now()))
  wake(userId)
  if (!decided.ok) return decided
  if (decided.tool !== null) setGrant(userId, sessionId, decided.tool, true)
  if (decided.started) detach(decided.started)
  return { ok: true }
}

/** From now on the tool is asked about again. */
export async function revokeGrant(userId: string, sessionId: string, tool: string): Promise<Done> {
  setGrant(userId, sessionId, tool, false)
  return { ok: true }
}

/** Ends turns whose server died and runs what waited behind them. */
export async function recover(all: boolean): Promise<void> {
  if (closing().now) return
  for (const started of await recoverTurns(all, modelInfo().name)) detach(started)
}

/** Runs of the board end first: nothing of them may come after. */
export async function deleteSession(userId: string, sessionId: string): Promise<Done> {
  const deleted = await lifecycle.deleteSession(userId, sessionId)
  if (deleted.ok) abortAll(deleted.stopped, 'lost')
  return deleted.ok ? { ok: true } : deleted
}

/** Takes the messages away and keeps the board. */
export async function clearChat(userId: string, sessionId: string): Promise<Done> {
  const cleared = await sessions.clearChat(userId, sessionId)
  if (cleared.ok) abortAll(cleared.stopped, 'lost')
  return cleared.ok ? { ok: true } : cleared
}

function abortAll(turnIds: readonly string[], told: AbortReason): void {
  for (const turnId of turnIds) runs().get(turnId)?.controller.abort(told)
}

/** Before the process ends: running turns are stored as interrupted, with what they have. */
export async function interruptAll(): Promise<void> {
  closing().now = true
  const running = [...runs().values()]
  for (const { controller } of running) controller.abort('shutdown' satisfies AbortReason)
  await Promise.allSettled(running.map(({ ended }) => ended))
}
