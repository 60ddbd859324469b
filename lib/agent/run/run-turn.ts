/** One run of a turn: the agent calls tools, its reply grows in the database, and every ending is explicit. */
import type { FinishReason } from 'ai'
import { TURN_LIMITS } from '#lib/limits.ts'
import { describeError, log } from '#lib/log.ts'
import { INTERRUPTED } from '#lib/turns/recover.ts'
import { renewLease, type TurnRow } from '#lib/turns/replies.ts'
import { finishTurn, type StartedTurn } from '#lib/turns/turns.ts'
import {
  askedAgain,
  type End,
  outcomeOfError,
  outcomeOfStream,
  SILENT,
  STALLED,
  STOPPED,
  TOO_LONG,
  TOO_MANY_CALLS,
  TOO_SLOW,
  WAITING,
} from '../models/run-outcomes.ts'
import { type Conversation, readConversation } from '../prompt/model-messages.ts'
import { summarizeHistory } from '../prompt/summarize-history.ts'
import { makeAgent, type Run } from './make-agent.ts'
import { readingParts } from './reading-parts.ts'
import { openReply, type Reply } from './stream-reply.ts'
import { proposeMemories } from './suggest-memories.ts'

/** Why a run was told to end. */
export type AbortReason = 'stop' | 'lost' | 'shutdown' | 'silent' | 'too-slow' | 'too-long' | 'too-many-calls'

type Usage = { inputTokens: number; outputTokens: number }
const NO_TOKENS: Usage = { inputTokens: 0, outputTokens: 0 }
/** The outcome of a run. `proposeFrom`: the message to suggest memories from. */
type Ran = { end: End; usage?: Usage; conversation?: Conversation; proposeFrom?: string }

/** Resolves once the turn is stored as ended, with the turn of the next queued message. Never throws. */
export async function runTurn(
  started: StartedTurn,
  controller: AbortController,
): Promise<StartedTurn | null> {
  const { turn, kept } = started
  const firstStep = kept.reduce(
    (step, part) => (part.type === 'tool' ? Math.max(step, part.step + 1) : step),
    0,
  )
  const onLost = (why: 'stopped' | 'lost') => {
    controller.abort((why === 'stopped' ? 'stop' : 'lost') satisfies AbortReason)
  }
  const reply = openReply(started, firstStep, onLost)
  const lease = setInterval(() => void keepLease(started, onLost), TURN_LIMITS.leaseRenewMs)
  const tooSlow = setTimeout(() => controller.abort('too-slow' satisfies AbortReason), TURN_LIMITS.totalMs)
  const {
    end,
    usage = NO_TOKENS,
    conversation,
    proposeFrom,
  } = await run(started, controller, reply, firstStep)
  clearInterval(lease)
  clearTimeout(tooSlow)
  await reply.close()
  if (controller.signal.reason === ('lost' satisfies AbortReason)) return null
  log().info({ event: 'turn_ended', turnId: turn.id, run: turn.run, status: end.status })
  try {
    const next = await finishTurn(turn, { ...end, parts: reply.parts(), ...usage })
    const { unfolded, from } = conversation ?? { unfolded: 0, from: 0 }
    if (unfolded >= TURN_LIMITS.foldMessages) void summarizeHistory(turn, from)
    if (proposeFrom !== undefined) void proposeMemories(turn, started.replyId, proposeFrom)
    return next
  } catch (error) {
    // Its lease expires and the sweep ends it: the turn is never left running.
    log().error({ event: 'end_failed', turnId: turn.id, error: describeError(error) })
    return null
  }
}

async function keepLease(started: StartedTurn, onLost: (why: 'stopped' | 'lost') => void): Promise<void> {
  try {
    const hold = await renewLease(started.turn)
    if (hold !== 'held') onLost(hold)
  } catch (error) {
    log().warn({ event: 'lease_failed', turnId: started.turn.id, error: describeError(error) })
  }
}

async function run(
  started: StartedTurn,
  controller: AbortController,
  reply: Reply,
  firstStep: number,
): Promise<Ran> {
  const again = started.consent?.again
  if (again) return { end: askedAgain(again) }
  const { turn } = started
  // A yes or no continues the turn that asked.
  const origin = started.consent?.asked ?? { turnId: turn.id, replyId: started.replyId, parts: started.kept }
  try {
    const conversation = await readConversation(turn.sessionId, origin.turnId)
    if (!conversation) return { end: outcomeOfStream(null, false, 0) }
    const ran = await answer({ started, origin, conversation, reply, firstStep }, controller)
    return { ...ran, conversation }
  } catch (error) {
    return { end: endOfFailure(error, controller, turn) }
  }
}

/** Streams the agent's answer into the reply. */
async function answer(run: Run, controller: AbortController): Promise<Ran> {
  const { started, conversation, reply } = run
  const { turn } = started
  const silence = watchSilence(controller)
  let finished: { reason: FinishReason; usage: Usage } | undefined
  const ended = (end: End): Ran => ({ end, usage: finished?.usage })
  try {
    const { agent, messages, asking, known, chosen, settings } = await makeAgent(run, silence.begin)
    const abortSignal = controller.signal
    const timeout = { chunkMs: TURN_LIMITS.chunkMs }
    const { stream } = await agent.stream({ messages, abortSignal, timeout })
    for await (const part of stream) {
      reply.take(part)
      if (OUTPUT.has(part.type)) silence.end()
      if (reply.chars() > TURN_LIMITS.textChars) controller.abort('too-long' satisfies AbortReason)
      if (reply.calls() > TURN_LIMITS.toolCalls) controller.abort('too-many-calls' satisfies AbortReason)
      if (part.type === 'error') return ended(endOfFailure(part.error, controller, turn))
      if (part.type === 'abort') return ended(endOfFailure(part.reason, controller, turn))
      if (part.type === 'finish') {
        const { inputTokens = 0, outputTokens = 0 } = part.totalUsage
        finished = { reason: part.finishReason, usage: { inputTokens, outputTokens } }
      }
    }
    if (controller.signal.aborted) return ended(endOfFailure(null, controller, turn))
    if (asking.isWaiting()) return ended(WAITING)
    const hasText = reply.parts().at(-1)?.type === 'text'
    const { reading, isInstant } = chosen
    // After a yes or no, the parsed message is another turn's.
    if (reading && !started.consent)
      for (const part of readingParts(reading, conversation.text, isInstant)) reply.add(part)
    for (const part of known.parts()) reply.add(part)
    const ran = ended(outcomeOfStream(finished?.reason ?? null, hasText, reply.calls()))
    const proposes = settings.memory && settings.proposeMemories && !reading
    return proposes ? { ...ran, proposeFrom: conversation.text } : ran
  } catch (error) {
    return ended(endOfFailure(error, controller, turn))
  } finally {
    silence.end()
  }
}

/** Stream parts that show that the model has begun to answer. */
const OUTPUT: ReadonlySet<string> = new Set([
  'reasoning-start',
  'text-delta',
  'tool-input-start',
  'tool-call',
  'finish-step',
  'error',
])

/** Ends a run whose step gets no output: the SDK's timer starts only after the service's response headers. */
function watchSilence(controller: AbortController): { begin(): void; end(): void } {
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  const begin = () => {
    end()
    timer = setTimeout(() => controller.abort('silent' satisfies AbortReason), TURN_LIMITS.firstChunkMs)
  }
  return { begin, end }
}

function endOfFailure(error: unknown, controller: AbortController, { id: turnId, model }: TurnRow): End {
  const reason = controller.signal.aborted ? (controller.signal.reason as AbortReason) : null
  if (reason === 'too-long') return TOO_LONG
  if (reason === 'too-many-calls') return TOO_MANY_CALLS
  if (reason === 'silent') return SILENT
  if (reason === 'too-slow') return TOO_SLOW
  if (reason === 'shutdown') return { status: 'interrupted', notice: INTERRUPTED }
  if (reason !== null) return STOPPED
  if (isTimeout(error)) return STALLED
  log().warn({ event: 'model_failed', turnId, error: describeError(error) })
  return outcomeOfError(error, model)
}

/** The SDK reports its own timeouts as aborts. */
function isTimeout(error: unknown): boolean {
  if (typeof error === 'string' || error === undefined || error === null) return true
  return error instanceof Error && /timeout|abort/i.test(error.name)
}
