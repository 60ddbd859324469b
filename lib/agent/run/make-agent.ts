/** The agent of one run: its model, its tools, and what it reads before each step. */
import { isStepCount, type ModelMessage, ToolLoopAgent } from 'ai'
import { read } from '#db/client.ts'
import { fold } from '#lib/board/text/text.ts'
import type { Part } from '#lib/board/wire/events.ts'
import { calendarOf, languageOf } from '#lib/identity/settings.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { memoryBlock } from '#lib/memory/memory-block.ts'
import { isToldBy } from '#lib/memory/own-words.ts'
import { readRunProfile } from '#lib/session/boards/run-profile.ts'
import type { StartedTurn } from '#lib/turns/turns.ts'
import { AGENTS, currentAgent, mayUse } from '../agents/registry.ts'
import { chooseModel } from '../models/choose-model.ts'
import { contextBlock, manualChanges } from '../prompt/context-block.ts'
import { dependenciesOf, takeDependencies } from '../prompt/dependencies.ts'
import { assistantMessages, type Conversation, withObjectInputs } from '../prompt/model-messages.ts'
import { instructionsFor } from '../prompt/system-prompt.ts'
import { createApprovalGate } from '../tools/approval-gate.ts'
import { trackMemoryUse } from '../tools/memory-usage.ts'
import { makeTools } from '../tools/tools.ts'
import type { Reply } from './stream-reply.ts'

export type Run = {
  started: StartedTurn
  /** The turn whose request it carries out. */
  origin: { turnId: string; replyId: string; parts: readonly Part[] }
  conversation: Conversation
  reply: Reply
  firstStep: number
}

/** `onStep` is called when a step begins. */
export async function makeAgent(
  { started, origin, conversation, reply, firstStep }: Run,
  onStep: () => void,
) {
  const { turn } = started
  const { sessionId, userId } = turn
  const { text: message, since, history } = conversation
  const readPerson = () => read((db) => readRunProfile(db, sessionId))
  let person = started.person ?? (await readPerson())
  const { settings } = person
  const given = started.messageId ? takeDependencies(started.messageId) : {}
  const dependencies = dependenciesOf(person, given, Date.now())
  const manual = await manualChanges(sessionId, since)
  const scope = () => ({
    ...{ sessionId, timeZone: person.timeZone, message, dependencies: given, manualChanges: manual },
    userSettings: { name: person.displayName, language: languageOf(person.settings) },
  })
  const chosen = await chooseModel({
    userId,
    sessionId,
    turnId: turn.id,
    calendar: calendarOf(person),
    displayName: person.displayName,
    message,
    agent: AGENTS[turn.agent],
    mayBeInstant:
      origin.parts.every(isOfflineCall(origin.turnId)) &&
      settings.instantCommands &&
      person.instructions === null,
  })
  const isOffline = chosen.reading !== null
  // The offline model reads only the user's messages.
  const known = trackMemoryUse(
    origin.parts,
    (did, text) =>
      !conversation.isImported &&
      (isOffline || (did === 'set' ? fold(message).includes(fold(text)) : isToldBy(message, did, text))),
  )
  const asking = createApprovalGate()
  const speaking = () => currentAgent(turn.agent, reply.parts())
  let step = firstStep
  const tools = makeTools({
    userId,
    sessionId,
    get timeZone() {
      return person.timeZone
    },
    dependencies,
    agenticState: settings.agenticState,
    memory: settings.memory,
    speaking,
    turn: { id: turn.id, run: turn.run, leaseToken: turn.leaseToken },
    origin: origin.turnId,
    step: () => step,
    asking,
    known,
    settingsChanged: async () => {
      person = await readPerson()
    },
  })
  const asked: ModelMessage = { role: 'user', content: message }
  const earlierRun = assistantMessages(origin.replyId, origin.parts, true)
  const agent = new ToolLoopAgent({
    model: chosen.model,
    tools,
    toolCallConcurrency: 1,
    stopWhen: [isStepCount(TURN_LIMITS.steps), asking.isWaiting],
    onLanguageModelCallEnd: ({ content }) =>
      asking.begin(content.flatMap((part) => (part.type === 'tool-call' ? [part.toolName] : []))),
    maxRetries: 1,
    // By default the SDK prints the whole error, including the service's text; `endOfFailure` logs what is safe.
    onError: passOver,
    // Rebuilt for every step, so that there is one current context block and they don't accumulate.
    prepareStep: async ({ stepNumber, responseMessages }) => {
      step = firstStep + stepNumber
      onStep()
      const agent = speaking()
      // The offline model reads memories only with its tools.
      const memory = settings.memory && !isOffline ? await memoryBlock(userId, message) : null
      if (memory) known.add(memory.used)
      const blocks = [
        conversation.earlier,
        conversation.imported,
        memory?.text,
        agent.seesState ? await contextBlock(scope()) : undefined,
      ]
      const data: ModelMessage[] = [{ role: 'user', content: blocks.filter(Boolean).join('\n\n') }]
      const thisRun = withObjectInputs(responseMessages)
      return {
        instructions: await instructionsFor(sessionId, person.instructions, dependencies, agent),
        activeTools: Object.keys(tools).filter((name) => mayUse(agent, name)),
        messages: [...history, ...data, asked, ...earlierRun, ...thisRun],
      }
    },
  })
  return { agent, messages: [...history, asked, ...earlierRun], asking, known, chosen, settings }
}

/** Whether the offline model made the call, by its id: then it also continues the turn. */
const isOfflineCall = (turnId: string) => (part: Part) =>
  part.type === 'tool' && part.callId.startsWith(`${turnId}-`)

function passOver(): void {
  return
}
