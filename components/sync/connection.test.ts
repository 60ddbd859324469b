import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Envelope } from '#lib/board/wire/events.ts'
import { type Connection, connectFeed } from './connection.ts'

const stored = (cursor: number): Envelope => ({
  cursor,
  after: cursor - 1,
  event: { kind: 'messages-cleared', sessionId: 's' },
})

/** The browser's only EventSource: the test acts as the server. */
class FakeSource {
  static opened: FakeSource[] = []
  static readonly CLOSED = 2
  readyState = 1
  onopen = () => undefined
  onmessage = (_: { data: string }) => undefined
  onerror = () => undefined
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSource.opened.push(this)
  }
  addEventListener = () => undefined
  close() {
    this.readyState = FakeSource.CLOSED
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
/** The server's feed: tabs that ask get what follows their cursor. */
let feed: Envelope[] = []
let open: Connection[] = []

beforeEach(() => {
  feed = []
  open = []
  FakeSource.opened = []
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('navigator', { locks: fakeLocks() })
  vi.stubGlobal('fetch', async (url: string) => {
    const after = Number(new URL(url, 'http://localhost').searchParams.get('after'))
    return Response.json({ envelopes: feed.filter(({ cursor }) => (cursor ?? 0) > after), more: false })
  })
})
afterEach(() => {
  for (const connection of open) connection.close()
  vi.unstubAllGlobals()
})

/** Web Locks as tabs use them: one holder, the others queue. */
function fakeLocks() {
  let held: Promise<unknown> = Promise.resolve()
  let isHeld = false
  return {
    async request(_: string, options: LockOptions, work: (lock: object | null) => unknown) {
      if (options.ifAvailable && isHeld) return work(null)
      await held
      if (options.signal?.aborted) return
      isHeld = true
      const done = Promise.resolve(work({})).finally(() => {
        isHeld = false
      })
      held = done
      return done
    },
  }
}

/** One tab's connection, and what it received. */
function tab(account = crypto.randomUUID()) {
  const taken: number[] = []
  const states: string[] = []
  const connection = connectFeed({
    account,
    cursor: () => taken.at(-1) ?? 0,
    receive: (envelopes) => {
      for (const { cursor } of envelopes) if (cursor && cursor > (taken.at(-1) ?? 0)) taken.push(cursor)
    },
    connection: (state) => states.push(state),
  })
  open.push(connection)
  return { account, taken, states, connection }
}

it('opens one connection for all tabs; the other tabs get its events', async () => {
  const first = tab()
  await vi.waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  const second = tab(first.account)
  FakeSource.opened[0]?.onopen()
  await vi.waitFor(() => expect(second.states).toContain('live'))
  FakeSource.opened[0]?.onmessage({ data: JSON.stringify(stored(1)) })
  await vi.waitFor(() => expect(second.taken).toEqual([1]))
  expect(first.taken).toEqual([1])
  expect(FakeSource.opened).toHaveLength(1)
})

it('catches up when a hidden tab is shown again', async () => {
  const first = tab()
  await vi.waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  const second = tab(first.account)
  await vi.waitFor(() => expect(second.states).toEqual(['connecting']))
  // A frozen tab misses events that the others got.
  feed = [stored(1), stored(2)]
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(second.taken).toEqual([])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(second.taken).toEqual([1, 2]))
})

it('hands the connection on when its tab closes', async () => {
  const first = tab()
  await vi.waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  const second = tab(first.account)
  await vi.waitFor(() => expect(second.states).toEqual(['connecting']))
  first.connection.close()
  await vi.waitFor(() => expect(FakeSource.opened).toHaveLength(2))
  FakeSource.opened[1]?.onopen()
  expect(second.states.at(-1)).toBe('live')
})

it('continues from a new snapshot', async () => {
  const { connection, taken } = tab()
  await vi.waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  taken.push(7)
  connection.resume()
  expect(FakeSource.opened.at(-1)?.url).toContain('after=7')
})
