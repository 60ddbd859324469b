/** `fetch` for model services: every request counts against the rate limits, and waits for retries are short. */
import { APICallError } from 'ai'
import { overModelCalls } from '#lib/identity/rate-limits.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { boundedFetch } from './limited-fetch.ts'

/** Its message is for the user; no request was sent. */
export class OverModelCalls extends Error {
  override readonly name = 'OverModelCalls'
}

export const modelFetch: typeof fetch = async (input, init) => {
  const over = await overModelCalls()
  if (over) throw new OverModelCalls(over.message)
  const response = await boundedFetch(input, init)
  const { status, headers } = response
  if (response.ok || (readRetryAfter(headers) ?? 0) <= TURN_LIMITS.retryWithinMs) return response
  // The SDK would wait up to a minute in silence and then try again: the user is told the time at once instead.
  throw new APICallError({
    message: `The service answered ${status}.`,
    url: response.url,
    requestBodyValues: {},
    statusCode: status,
    responseHeaders: Object.fromEntries(headers),
    responseBody: await response.text(),
    isRetryable: false,
  })
}

/** How long the service asks to wait, in milliseconds; `null` where it doesn't say. */
export function readRetryAfter(headers: Headers): number | null {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (ms >= 0) return ms
  const said = headers.get('retry-after') ?? ''
  const seconds = Number(said || Number.NaN)
  const wait = Number.isNaN(seconds) ? Date.parse(said) - Date.now() : seconds * 1000
  return wait >= 0 ? wait : null
}
