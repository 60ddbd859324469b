/** The feed of one user for a reader on the server: what is stored, in order, and between it the whispered text. */
import type { FeedEvent } from '#lib/board/wire/events.ts'
import { readFeed } from '../feed/feed.ts'
import { subscribe } from '../feed/notify.ts'
import { POLL_MS } from './feed-sse.ts'

/** So many wait to be read; the next stored version brings the text of those that are left out. */
const MOST_WHISPERS = 256

/** Ends with the signal. `null` comes once all that is stored was told: a time to look how things stand. */
export async function* follow(
  userId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<FeedEvent | null> {
  const whispers: FeedEvent[] = []
  let cursor = after
  let isUnread = true
  let wakeUp = noop
  const leave = subscribe(userId, (event) => {
    if (event === null) isUnread = true
    else if (whispers.length < MOST_WHISPERS) whispers.push(event)
    wakeUp()
  })
  const onAbort = () => wakeUp()
  signal.addEventListener('abort', onAbort)
  try {
    while (!signal.aborted) {
      // Armed before reading: what is committed while the page is read must not be slept over.
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      while (isUnread) {
        isUnread = false
        const page = await readFeed(userId, cursor)
        for (const { event } of page.envelopes) yield event
        cursor = page.cursor
        isUnread ||= page.more
        if (!isUnread) yield null
      }
      yield* whispers.splice(0)
      if (signal.aborted) return
      const timer = setTimeout(() => {
        isUnread = true
        wakeUp()
      }, POLL_MS)
      await woken
      clearTimeout(timer)
    }
  } finally {
    leave()
    signal.removeEventListener('abort', onAbort)
  }
}

function noop(): void {
  return
}
