/** `fetch` for model services, with a limit on each line and on the whole answer. */
import { TURN_LIMITS } from '#lib/limits.ts'

const NEW_LINE = 10

/** Parsers buffer a line and rescan it with every chunk: an endless one would block the process. */
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
