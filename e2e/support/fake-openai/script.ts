/** What a fake model does with one request: steps, in order, played to the client as they come. */

export type Gate = {
  do: 'gate'
  /** Resolves when the answer has come as far as this gate. */
  reached: Promise<void>
  arrive(): void
  /** Lets the answer go on. */
  release(): void
  released: Promise<void>
}

export type Step =
  | { do: 'text'; text: string }
  | { do: 'call'; id: string | null; name: string; args: string }
  | Gate
  /** Nothing more comes, and the connection stays open. */
  | { do: 'hang' }
  /** The connection breaks. */
  | { do: 'cut' }
  /** Before anything was sent: an HTTP error. After it: an error inside the stream. */
  | { do: 'status'; status: number; body: object; headers: Record<string, string> }
  /** The answer ends for this reason instead of the usual one. */
  | { do: 'finish'; reason: 'length' | 'content_filter' }

/** A handler throws this to answer 400, as for a request that OpenAI would refuse. */
export class RefusedRequest extends Error {}

export type Script = Iterable<Step> | AsyncIterable<Step>

/** One piece of text per chunk. */
export function text(...chunks: string[]): Step[] {
  return chunks.map((chunk) => ({ do: 'text', text: chunk }))
}

/** Arguments as an object, or as a raw string where they shall be malformed. Without an id one is made. */
export function call(name: string, args: object | string, id: string | null = null): Step {
  return { do: 'call', id, name, args: typeof args === 'string' ? args : JSON.stringify(args) }
}

export function gate(): Gate {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  return {
    do: 'gate',
    reached: reached.promise,
    arrive: reached.resolve,
    release: released.resolve,
    released: released.promise,
  }
}

export const hang = (): Step => ({ do: 'hang' })
export const cut = (): Step => ({ do: 'cut' })
export const finish = (reason: 'length' | 'content_filter'): Step => ({ do: 'finish', reason })

export function status(code: number, message: string, headers: Record<string, string> = {}): Step {
  const type = code === 401 ? 'authentication_error' : code === 429 ? 'rate_limit_error' : 'server_error'
  const error = { message, type, param: null, code: code === 429 ? 'rate_limit_exceeded' : null }
  return { do: 'status', status: code, body: { error }, headers }
}
