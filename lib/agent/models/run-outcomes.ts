/** Every way a run can end, as a status and a sentence that says what to do next. */
import { APICallError, type FinishReason, RetryError, StreamProviderError } from 'ai'
import type { NoticePart, TurnStatus } from '#lib/board/wire/events.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { OverModelCalls, readRetryAfter } from './model-fetch.ts'

export type EndStatus = Exclude<TurnStatus, 'running'>
export type End = { status: EndStatus; notice: NoticePart | null }

const failed = (text: string): End => ({ status: 'failed', notice: { type: 'notice', tone: 'error', text } })
const info = (status: EndStatus, text: string): End => ({
  status,
  notice: { type: 'notice', tone: 'info', text },
})

/** The notice counts changes when the turn is stored. */
export const STOPPED: End = { status: 'stopped', notice: null }
/** A call needs approval: its card says everything. */
export const WAITING: End = { status: 'waiting', notice: null }
export const TOO_LONG = failed('The reply was too long and was cut off. Changes so far are saved.')
export const TOO_MANY_CALLS = failed(
  `Stopped after ${TURN_LIMITS.toolCalls} tool calls. Changes so far are saved.`,
)
const REPLY_CUT_OFF = failed(
  'The reply was interrupted. Changes so far are saved. Select Continue to resume.',
)
export const SILENT = failed(
  `The model didn’t respond within ${TURN_LIMITS.firstChunkMs / 1000} seconds. Retry, or check its server.`,
)
export const STALLED = failed(
  `The model stopped responding for ${TURN_LIMITS.chunkMs / 1000} seconds. Changes so far are saved. Select Continue to resume.`,
)
export const TOO_SLOW = failed(
  `The reply took longer than ${TURN_LIMITS.totalMs / 60_000} minutes and was stopped. Changes so far are saved. Select Continue to resume.`,
)

/** What the user allowed with a message has changed since. */
export const askedAgain = (why: string): End => info('completed', why)

/** `said`: the model wrote something after its last tool call. */
export function outcomeOfStream(reason: FinishReason | null, said: boolean, calls: number): End {
  switch (reason) {
    case 'stop':
      if (!said && calls === 0) return failed('The model returned an empty reply. Retry or rephrase.')
      return { status: 'completed', notice: null }
    case 'length':
      return info('completed', 'The reply hit the model’s length limit.')
    case 'tool-calls':
      return failed(
        `Stopped after ${TURN_LIMITS.steps} steps. Changes so far are saved. Select Continue to resume.`,
      )
    case 'content-filter':
      return failed('The provider’s content filter blocked the reply. Try rephrasing.')
    case 'interrupted':
    case 'error':
    case 'other':
    case null:
      return REPLY_CUT_OFF
    default:
      return reason satisfies never
  }
}

/** A sentence for an error of the model's service; never its own text, which can hold the key. */
export function outcomeOfError(error: unknown, model: string): End {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  if (cause instanceof OverModelCalls) return failed(`${cause.message} Changes so far are saved.`)
  if (!APICallError.isInstance(cause) && !StreamProviderError.isInstance(cause)) {
    return failed('Couldn’t read the model’s response. Changes so far are saved. Retry or rephrase.')
  }
  const status = cause.statusCode
  // The connection was lost during the answer.
  if (status === 200) return REPLY_CUT_OFF
  if (status === 401 || status === 403) {
    return failed(
      'The provider rejected the API key. Set a valid OPENAI_API_KEY in .env.local and restart Taskboard.',
    )
  }
  if (status === 404) {
    return failed(
      `Model “${model}” not found. Set TASKBOARD_MODEL to an available model and restart Taskboard.`,
    )
  }
  if (status === 402 || NO_CREDIT.test(bodyOf(cause)))
    return failed('The account with the model’s provider has no credit left. Add credit there, then retry.')
  if (status === 429) {
    const wait = retryAfterOf(cause)
    const when = wait === null ? 'Wait a minute, then retry.' : `Try again in ${inWords(wait)}.`
    return failed(`The model’s rate limit is reached. ${when}`)
  }
  if (status === 400 || status === 422)
    return failed('The provider rejected the request. Retry, or choose another model.')
  if (status === undefined)
    return failed('Couldn’t reach the provider. Check the network and OPENAI_BASE_URL, then retry.')
  return failed('The provider had an error. Retry in a moment.')
}

/** How OpenAI names it, in a 429 like any other. */
const NO_CREDIT = /"(?:insufficient_quota|billing_hard_limit_reached)"/

type ServiceError = APICallError | StreamProviderError

const bodyOf = (error: ServiceError): string =>
  APICallError.isInstance(error) ? (error.responseBody ?? '') : JSON.stringify({ code: error.code })

/** In milliseconds; `null` if the service gives no time. */
function retryAfterOf(error: ServiceError): number | null {
  return APICallError.isInstance(error) ? readRetryAfter(new Headers(error.responseHeaders)) : null
}

function inWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds === 1) return '1 second'
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
