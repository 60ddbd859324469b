/** One EventSource that does not give up: what the browser closes for good is opened again with a back-off. */
import type { Envelope } from '#lib/board/wire.ts'
import { backOff, pause } from './feed-retry.ts'

export type ConnectionState = 'connecting' | 'live' | 'reconnecting'

export function openSource(options: {
  cursor(): number
  accept(envelope: Envelope): void
  connection(state: ConnectionState): void
}): { close(): void; reopen(): void } {
  const closing = new AbortController()
  let source: EventSource | null = null
  let failures = 0

  function open() {
    if (closing.signal.aborted) return
    source?.close()
    const opened = new EventSource(`/api/feed?after=${options.cursor()}`)
    source = opened
    opened.onopen = () => {
      failures = 0
      options.connection('live')
    }
    opened.onmessage = (event: MessageEvent<string>) => options.accept(JSON.parse(event.data))
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

  open()
  return {
    close() {
      closing.abort()
      source?.close()
    },
    reopen: open,
  }
}
