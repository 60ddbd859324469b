/** Events as server-sent events, as fast as they are read, with a heartbeat between them. */
import { HEARTBEAT_MS, POLL_MS } from './feed-sse.ts'

export const EVENT_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const

/** `leave` is called when the client disconnects; `stillMay` is checked regularly. */
export function eventStream(
  events: AsyncIterator<{ kind: string }>,
  leave: () => void,
  stillMay: () => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let beat: NodeJS.Timeout | undefined
  let look: NodeJS.Timeout | undefined
  const end = () => {
    clearInterval(beat)
    clearInterval(look)
    leave()
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      beat = setInterval(() => controller.enqueue(encoder.encode(': beat\n\n')), HEARTBEAT_MS)
      look = setInterval(() => void stillMay().then((may) => may || end(), end), POLL_MS)
    },
    async pull(controller) {
      const next = await events.next()
      if (next.done) {
        end()
        controller.close()
      } else {
        const { kind } = next.value
        controller.enqueue(encoder.encode(`event: ${kind}\ndata: ${JSON.stringify(next.value)}\n\n`))
      }
    },
    cancel: end,
  })
}
