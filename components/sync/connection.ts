/** One connection per browser: the tab that holds the lock reads the feed and passes it to the others. */
import type { Envelope } from '#lib/board/wire/events.ts'
import { type ConnectionState, openEventSource } from './event-source.ts'
import { createInbox, fetchAfter } from './inbox.ts'

/** Accounts in the same browser have separate feeds. */
const nameOf = (account: string) => `taskboard-feed:${account}`

type TabMessage =
  | { kind: 'envelope'; envelope: Envelope }
  | { kind: 'state'; state: ConnectionState }
  | { kind: 'who' }

export type Connection = { resume(): void; close(): void }

export function connectFeed(options: {
  account: string
  cursor(): number
  receive(envelopes: readonly Envelope[]): void
  connection(state: ConnectionState): void
}): Connection {
  const inbox = createInbox({ ...options, fetchAfter })
  const closing = new AbortController()
  const name = nameOf(options.account)
  const shared = 'locks' in navigator && 'BroadcastChannel' in globalThis
  const channel = shared ? new BroadcastChannel(name) : null
  let source: ReturnType<typeof openEventSource> | null = null
  let state: ConnectionState = 'connecting'

  const tell = (told: TabMessage) => channel?.postMessage(told)

  function lead() {
    source = openEventSource({
      cursor: options.cursor,
      accept(envelope) {
        tell({ kind: 'envelope', envelope })
        inbox.accept(envelope)
      },
      connection(next) {
        state = next
        tell({ kind: 'state', state })
        options.connection(next)
      },
    })
    return new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()))
  }

  async function join() {
    const led = await navigator.locks.request(name, { ifAvailable: true }, (lock) =>
      lock && !closing.signal.aborted ? lead().then(() => true) : false,
    )
    if (led || closing.signal.aborted) return
    tell({ kind: 'who' })
    void inbox.fill()
    await navigator.locks.request(name, { signal: closing.signal }, lead)
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'envelope') inbox.accept(data.envelope)
      else if (data.kind === 'state' && !source) options.connection(data.state)
      else if (data.kind === 'who' && source) tell({ kind: 'state', state })
    }
    // Only closing this tab ends the wait for the lock.
    join().catch(() => undefined)
  } else {
    void lead()
  }

  const onVisible = () => {
    if (document.visibilityState === 'visible' && !source) void inbox.fill()
  }
  document.addEventListener('visibilitychange', onVisible)

  return {
    /** Continues from the cursor of a new snapshot. */
    resume() {
      if (source) source.reopen()
      else void inbox.fill()
    },
    close() {
      closing.abort()
      document.removeEventListener('visibilitychange', onVisible)
      inbox.close()
      source?.close()
      channel?.close()
    },
  }
}
