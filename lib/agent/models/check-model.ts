/** Tests the configured model with one small request, and returns the result as a sentence. */
import { type JSONSchema7, jsonSchema, streamText, tool } from 'ai'
import type { ModelCheck } from '#lib/board/wire/settings.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { describeError, log } from '#lib/log.ts'
import { CONNECT_HINT, languageModel, modelInfo } from './choose-model.ts'
import { outcomeOfError } from './run-outcomes.ts'

export const CHECK_MESSAGE = 'Answer with the word OK.'
/** The minimum that some APIs accept. */
const TOKENS = 16

const NO_INPUT: JSONSchema7 = { type: 'object', properties: {}, required: [], additionalProperties: false }
/** Boards need a model with tool calls; one without should fail here, not at the first message. */
const tools = {
  nothing: tool({ description: 'Does nothing.', inputSchema: jsonSchema(NO_INPUT), strict: true }),
}

/** Opens no connection without a model. */
export async function checkModel(): Promise<ModelCheck> {
  const info = modelInfo()
  if (info.kind === 'offline') return { ok: true, works: false, text: CONNECT_HINT }
  const began = Date.now()
  const timeout = AbortSignal.timeout(TURN_LIMITS.checkMs)
  const wrong = (error: unknown): ModelCheck => {
    if (timeout.aborted) return { ok: true, works: false, text: tooSlow() }
    log().warn({ event: 'check_failed', error: describeError(error) })
    return { ok: true, works: false, text: outcomeOfError(error, info.name).notice?.text ?? '' }
  }
  try {
    const answer = streamText({
      model: languageModel(info),
      prompt: CHECK_MESSAGE,
      tools,
      maxOutputTokens: TOKENS,
      maxRetries: 0,
      abortSignal: timeout,
      // Without it the SDK prints the whole error, which may contain the key.
      onError: () => undefined,
    })
    for await (const part of answer.stream) {
      if (part.type === 'error') return wrong(part.error)
      if (part.type === 'abort') return wrong(part.reason)
    }
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    return { ok: true, works: true, text: `${info.name} works and supports tools (${seconds} s).` }
  } catch (error) {
    return wrong(error)
  }
}

const tooSlow = () =>
  `The model didn’t respond within ${TURN_LIMITS.checkMs / 1000} seconds. Check its server and OPENAI_BASE_URL.`
