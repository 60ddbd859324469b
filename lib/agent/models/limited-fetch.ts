/** `fetch` for model services: one line of an answer, and the whole of it, may be so long and no longer. */
import { TURN_LIMITS } from '#lib/limits.ts'

const NEW_LINE = 10

/** Parsers keep a line until it ends and look through it again with every piece: one without an end would stop everybody. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!response.body) return response
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bounded()), { status, statusText, headers })
}

export function bounded(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let whole = 0
  let line = 0
  return new TransformStream({
    transform(chunk, controller) {
      whole += chunk.length
      const end = chunk.lastIndexOf(NEW_LINE)
      line = end === -1 ? line + chunk.length : Math.max(line + chunk.indexOf(NEW_LINE), chunk.length - end)
      if (line > TURN_LIMITS.answerLineBytes || whole > TURN_LIMITS.answerBytes)
        controller.error(new Error('The model’s response is too large.'))
      else {
        if (end !== -1) line = chunk.length - end - 1
        controller.enqueue(chunk)
      }
    },
  })
}
