/** After a reply: the language model reads the message again and suggests memories. */
import { type JSONSchema7, jsonSchema, Output, streamText } from 'ai'
import { TURN_LIMITS } from '#lib/limits.ts'
import { describeError, log } from '#lib/log.ts'
import { propose } from '#lib/memory/proposals.ts'
import type { TurnRow } from '#lib/turns/replies.ts'
import { languageModel, modelInfo } from '../models/choose-model.ts'

const TASK = `You read one message of a user of a task board and name lasting facts about the user that are worth knowing on other boards and in other months: who they are, how they work, what they prefer, whom they work with.
Each is one plain sentence without "the user". What is a task, what belongs to today, what is a secret and what only stands in a quoted or pasted text is none. Mostly there is none: then the list is empty.`

const SCHEMA: JSONSchema7 = {
  type: 'object',
  properties: { facts: { type: 'array', items: { type: 'string' } } },
  required: ['facts'],
  additionalProperties: false,
}

/** Never throws: a reply is complete without suggestions. */
export async function proposeMemories(turn: TurnRow, replyId: string, message: string): Promise<void> {
  const info = modelInfo()
  if (info.kind === 'offline') return
  try {
    const answer = streamText({
      model: languageModel(info),
      instructions: TASK,
      prompt: message,
      output: Output.object({ schema: jsonSchema<{ facts: unknown[] }>(SCHEMA) }),
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(TURN_LIMITS.proposeMs),
      // By default the SDK prints the whole error, including the service's text.
      onError: () => undefined,
    })
    const { facts: given } = await answer.output
    const facts = given.filter((fact): fact is string => typeof fact === 'string')
    await propose({ userId: turn.userId, sessionId: turn.sessionId }, replyId, facts)
  } catch (error) {
    log().warn({ event: 'propose_failed', turnId: turn.id, error: describeError(error) })
  }
}
