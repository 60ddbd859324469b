/** Puts envelopes in order: live ones wait until missing ones are fetched. */
import type { Envelope } from '#lib/board/wire/events.ts'
import { backOff, pause } from './retry.ts'

/** `more`: there is another page after this one. */
export type FeedPage = { envelopes: readonly Envelope[]; more: boolean }
export type FetchAfter = (cursor: number, signal: AbortSignal) => Promise<FeedPage>

export const fetchAfter: FetchAfter = async (cursor, signal) => {
  const response = await fetch(`/api/feed?after=${cursor}&once=1`, { signal, cache: 'no-store' })
  if (!response.ok) throw new Error(`The feed answered ${response.status}.`)
  return response.json()
}

export function createInbox(options: {
  cursor(): number
  receive(envelopes: readonly Envelope[]): void
  fetchAfter: FetchAfter
}) {
  const closing = new AbortController()
  let waiting: Envelope[] = []
  let filling = false

  /** Whether there is more to fetch. */
  async function fetchOnce(): Promise<boolean> {
    for (let failures = 1; !closing.signal.aborted; failures++) {
      try {
        const page = await options.fetchAfter(options.cursor(), closing.signal)
        options.receive(page.envelopes)
        return page.more
      } catch {
        await pause(backOff(failures), closing.signal)
      }
    }
    return false
  }

  /** Fetches everything after the cursor, then passes on the live ones. */
  async function fill() {
    if (filling || closing.signal.aborted) return
    filling = true
    while (await fetchOnce());
    filling = false
    const late = waiting
    waiting = []
    if (!closing.signal.aborted && late.length > 0) options.receive(late)
  }

  return {
    fill,
    accept(envelope: Envelope) {
      if (!filling && envelope.after <= options.cursor()) return options.receive([envelope])
      waiting.push(envelope)
      void fill()
    },
    close: () => closing.abort(),
  }
}
