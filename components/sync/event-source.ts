/** An EventSource that always reconnects, with a backoff, also after the browser closed it. */
import type { Envelope } from '#lib/board/wire/events.ts'
import { backOff, pause } from './retry.ts'

export type ConnectionState = 'connecting' | 'live' | 'reconnecting'

/** The server sends something at least every ten seconds; after that the connection counts as lost. */
const SILENCE_MS = 20_000
const LISTEN_MS = 2_000

export function openEventSource(options: {
  cursor(): number
  accept(envelope: Envelope): void
  connection(state: ConnectionState): void
}): { close(): void; reopen(): void } {
  const closing = new AbortController()
  let source: EventSource | null = null
  let failures = 0
  let heardAt = 0

  function heard() {
    heardAt = Date.now()
  }

  function open() {
    if (closing.signal.aborted) return
    heard()
    source?.close()
    const opened = new EventSource(`/api/feed?after=${options.cursor()}`)
    source = opened
    opened.addEventListener('beat', heard)
    opened.onopen = () => {
      heard()
      failures = 0
      options.connection('live')
    }
    opened.onmessage = (event: MessageEvent<string>) => {
      heard()
      options.accept(JSON.parse(event.data))
    }
    opened.onerror = () => {
      options.connection('reconnecting')
      if (opened.readyState === EventSource.CLOSED && source === opened) void later()
    }
  }

  async function later() {
    failures += 1
    await pause(backOff(failures), closing.signal)
    open()
  }

  // A silently dropped connection looks like an idle one.
  const ear = setInterval(() => {
    if (Date.now() - heardAt < SILENCE_MS) return
    options.connection('reconnecting')
    open()
  }, LISTEN_MS)
  // The browser may be wrong about a server on this machine, so try anyway.
  const { signal } = closing
  addEventListener('offline', open, { signal })
  addEventListener('online', open, { signal })

  open()
  return {
    close() {
      closing.abort()
      clearInterval(ear)
      source?.close()
    },
    reopen: open,
  }
}
