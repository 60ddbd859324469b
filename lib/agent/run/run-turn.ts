/** One run of a turn: the agent works through its tools, its reply grows in the database, every ending is explicit. */
import { isStepCount, type ModelMessage, ToolLoopAgent } from 'ai'
import { read } from '#db/client.ts'
import type { Part } from '#lib/board/wire/events.ts'
import { calendarOf } from '#lib/identity/settings.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { describeError, log } from '#lib/log.ts'
import { memoryBlock } from '#lib/memory/memory-block.ts'
import { isToldBy } from '#lib/memory/own-words.ts'
import { readRunProfile } from '#lib/session/boards/run-profile.ts'
import { INTERRUPTED } from '#lib/turns/recover.ts'
import { renewLease } from '#lib/turns/replies.ts'
import { finishTurn, type StartedTurn } from '#lib/turns/turns.ts'
import { AGENTS, currentAgent, mayUse } from '../agents/registry.ts'
import { chooseModel } from '../models/choose-model.ts'
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
import { contextBlock, manualChanges } from '../prompt/context-block.ts'
import { dependenciesOf, takeDependencies } from '../prompt/dependencies.ts'
import { assistantMessages, readConversation, withObjectInputs } from '../prompt/model-messages.ts'
import { summarizeHistory } from '../prompt/summarize-history.ts'
import { instructionsFor } from '../prompt/system-prompt.ts'
import { createApprovalGate } from '../tools/approval-gate.ts'
import { trackMemoryUse } from '../tools/memory-usage.ts'
import { makeTools } from '../tools/tools.ts'
import { recordReading } from './capture-reading.ts'
import { openReply, type Reply } from './stream-reply.ts'
import { proposeMemories } from './suggest-memories.ts'

/** Why a run was told to end. */
export type AbortReason = 'stop' | 'lost' | 'shutdown' | 'silent' | 'too-slow' | 'too-long' | 'too-many-calls'

type Usage = { inputTokens: number; outputTokens: number }
/** What is done once the reply is whole: the message that facts are looked for in. */
type After = { proposeFrom: string | null; unfolded: number; from: number }

/** Resolves once the turn is stored as ended; gives the turn of the message that waited next. Never throws. */
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
  const usage: Usage = { inputTokens: 0, outputTokens: 0 }
  const after: After = { proposeFrom: null, unfolded: 0, from: 0 }
  const end = await stream(started, controller, reply, firstStep, usage, after)
  clearInterval(lease)
  clearTimeout(tooSlow)
  await reply.close()
  if (controller.signal.reason === ('lost' satisfies AbortReason)) return null
  log().info({ event: 'turn_ended', turnId: turn.id, run: turn.run, status: end.status })
  try {
    const next = await finishTurn(turn, { ...end, parts: reply.parts(), ...usage })
    if (after.unfolded >= TURN_LIMITS.foldMessages) void summarizeHistory(turn, after.from)
    if (after.proposeFrom !== null) void proposeMemories(turn, started.replyId, after.proposeFrom)
    return next
  } catch (error) {
    // Its lease runs out and the sweep ends it: the turn is never left running.
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

async function stream(
  started: StartedTurn,
  controller: AbortController,
  reply: Reply,
  firstStep: number,
  usage: Usage,
  after: After,
): Promise<End> {
  const { turn } = started
  const { sessionId, userId } = turn
  let step = firstStep
  let finish: Parameters<typeof outcomeOfStream>[0] = null
  const silence = watchSilence(controller)
  try {
    if (started.consent?.again) return askedAgain(started.consent.again)
    // A yes or no goes on where the turn that asked was.
    const origin = started.consent?.asked ?? {
      turnId: turn.id,
      replyId: started.replyId,
      parts: started.kept,
    }
    const conversation = await readConversation(sessionId, origin.turnId)
    if (!conversation) return outcomeOfStream(null, false, 0)
    const { text: message, since } = conversation
    after.unfolded = conversation.unfolded
    after.from = conversation.from
    const asked: ModelMessage = { role: 'user', content: message }
    const byHand = await manualChanges(sessionId, since)
    const person = started.person ?? (await read((db) => readRunProfile(db, sessionId)))
    const { timeZone } = person
    const given = started.messageId ? takeDependencies(started.messageId) : {}
    const dependencies = dependenciesOf(person, given, Date.now())
    const scope = { sessionId, timeZone, message, manualChanges: byHand, dependencies: given }
    const asking = createApprovalGate()
    const earlierRun = assistantMessages(origin.replyId, origin.parts, true)
    const reading = recordReading()
    const { model, isInstant, isOffline } = await chooseModel({
      userId,
      sessionId,
      turnId: turn.id,
      calendar: calendarOf(person),
      message,
      agent: AGENTS[turn.agent],
      mayBeInstant:
        origin.parts.every(isOfflineCall(origin.turnId)) &&
        person.settings.instantCommands &&
        person.instructions === null,
      onReading: reading.take,
    })
    // The offline model reads nothing but what the user says.
    const known = trackMemoryUse(
      origin.parts,
      (did, text) => !conversation.isImported && (isOffline || isToldBy(message, did, text)),
    )
    const tools = makeTools({
      userId,
      sessionId,
      timeZone,
      dependencies,
      agenticState: person.settings.agenticState,
      memory: person.settings.memory,
      speaking: () => currentAgent(turn.agent, reply.parts()),
      turn: { id: turn.id, run: turn.run, leaseToken: turn.leaseToken },
      origin: origin.turnId,
      step: () => step,
      asking,
      known,
    })
    const agent = new ToolLoopAgent({
      model,
      tools,
      toolCallConcurrency: 1,
      stopWhen: [isStepCount(TURN_LIMITS.steps), asking.isWaiting],
      onLanguageModelCallEnd: ({ content }) =>
        asking.begin(content.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : []))),
      maxRetries: 1,
      // Left out, it prints the error whole, the service's own words included; `endOfFailure` logs what may be.
      onError: passOver,
      // Rebuilt for every step, so that one fresh state block is there and none accumulates.
      prepareStep: async ({ stepNumber, responseMessages }) => {
        step = firstStep + stepNumber
        silence.begin()
        const agent = currentAgent(turn.agent, reply.parts())
        // The offline model reads no memories but by its tools.
        const memory = person.settings.memory && !isOffline ? await memoryBlock(userId, message) : null
        if (memory) known.add(memory.used)
        const blocks = [
          conversation.earlier,
          conversation.imported,
          memory?.text,
          agent.seesState ? await contextBlock(scope) : undefined,
        ]
        const data: ModelMessage[] = [{ role: 'user', content: blocks.filter(Boolean).join('\n\n') }]
        const thisRun = withObjectInputs(responseMessages)
        return {
          instructions: await instructionsFor(sessionId, person.instructions, dependencies, agent),
          activeTools: Object.keys(tools).filter((name) => mayUse(agent, name)),
          messages: [...conversation.history, ...data, asked, ...earlierRun, ...thisRun],
        }
      },
    })
    const { chunkMs } = TURN_LIMITS
    const result = await agent.stream({
      messages: [...conversation.history, asked, ...earlierRun],
      abortSignal: controller.signal,
      timeout: { chunkMs },
    })
    for await (const part of result.stream) {
      reply.take(part)
      if (OUTPUT.has(part.type)) silence.end()
      if (reply.chars() > TURN_LIMITS.textChars) controller.abort('too-long' satisfies AbortReason)
      if (reply.calls() > TURN_LIMITS.toolCalls) controller.abort('too-many-calls' satisfies AbortReason)
      if (part.type === 'error') return endOfFailure(part.error, controller, turn.model, turn.id)
      if (part.type === 'abort') return endOfFailure(part.reason, controller, turn.model, turn.id)
      if (part.type === 'finish') {
        finish = part.finishReason
        usage.inputTokens = part.totalUsage.inputTokens ?? 0
        usage.outputTokens = part.totalUsage.outputTokens ?? 0
      }
    }
    if (controller.signal.aborted) return endOfFailure(null, controller, turn.model, turn.id)
    if (asking.isWaiting()) return WAITING
    const said = reply.parts().at(-1)?.type === 'text'
    // After a yes or no, the message that was read is another turn's.
    const readings = started.consent ? [] : reading.parts(isInstant)
    for (const part of [...readings, ...known.parts()]) reply.add(part)
    const { memory, proposeMemories: proposes } = person.settings
    if (memory && proposes && !isOffline) after.proposeFrom = message
    return outcomeOfStream(finish, said, reply.calls())
  } catch (error) {
    return endOfFailure(error, controller, turn.model, turn.id)
  } finally {
    silence.end()
  }
}

/** Of the offline model's own calls, by the ids it gives: then what goes on is its message still. */
const isOfflineCall = (turnId: string) => (part: Part) =>
  part.type === 'tool' && part.callId.startsWith(`${turnId}-`)

/** What shows that the model has begun to answer. */
const OUTPUT: ReadonlySet<string> = new Set([
  'reasoning-start',
  'text-delta',
  'tool-input-start',
  'tool-call',
  'finish-step',
  'error',
])

/** Ends a run whose step brings nothing: the SDK's timer begins only once the service sent its response head. */
function watchSilence(controller: AbortController): { begin(): void; end(): void } {
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  const begin = () => {
    end()
    timer = setTimeout(() => controller.abort('silent' satisfies AbortReason), TURN_LIMITS.firstChunkMs)
  }
  return { begin, end }
}

function passOver(): void {
  return
}

function endOfFailure(error: unknown, controller: AbortController, model: string, turnId: string): End {
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

/** The SDK reports its own timeouts as an abort that nobody asked for. */
function isTimeout(error: unknown): boolean {
  if (typeof error === 'string' || error === undefined || error === null) return true
  return error instanceof Error && /timeout|abort/i.test(error.name)
}
