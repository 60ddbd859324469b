import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HEARTBEAT_MS, POLL_MS } from './feed-sse.ts'
import { eventStream } from './sse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Events given by hand, until somebody leaves. */
function source() {
  const left = Promise.withResolvers<void>()
  const given: { kind: string }[] = []
  let wakeUp: () => void = () => undefined
  async function* events() {
    for (;;) {
      yield* given.splice(0)
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      const isLeft = await Promise.race([woken.then(() => false), left.promise.then(() => true)])
      if (isLeft) return
    }
  }
  const give = (event: { kind: string }) => {
    given.push(event)
    wakeUp()
  }
  return { events: events(), give, leave: vi.fn(() => left.resolve()) }
}

const textOf = (chunk: ReadableStreamReadResult<Uint8Array>) => new TextDecoder().decode(chunk.value)
const always = async () => true

test('each event goes out as it comes, and silence is bridged by a heartbeat', async () => {
  const { events, give, leave } = source()
  const reader = eventStream(events, leave, always).getReader()
  give({ kind: 'turn' })
  expect(textOf(await reader.read())).toBe('event: turn\ndata: {"kind":"turn"}\n\n')
  const next = reader.read()
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  expect(textOf(await next)).toBe(': beat\n\n')
  give({ kind: 'end' })
  expect(textOf(await reader.read())).toContain('event: end')
})

test('who may no longer read is left before the next heartbeat', async () => {
  const { events, leave } = source()
  const reader = eventStream(events, leave, async () => false).getReader()
  await vi.advanceTimersByTimeAsync(POLL_MS)
  expect((await reader.read()).done).toBe(true)
  expect(leave).toHaveBeenCalled()
})

test('a reader who goes leaves nothing running', async () => {
  const { events, leave } = source()
  const reader = eventStream(events, leave, always).getReader()
  await reader.cancel()
  expect(leave).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
  expect((await events.next()).done).toBe(true)
})
