/** Wakes the readers of this process after a commit, and carries text that is never stored. */
import { EventEmitter } from 'node:events'
import type { FeedEvent } from '#lib/board/wire.ts'
import { once } from '#lib/globals.ts'

type Listener = (event: FeedEvent | null) => void

function bus(): EventEmitter {
  return once('bus', () => new EventEmitter().setMaxListeners(0))
}

/** There is something new in the feed of this user. */
export function wake(userId: string): void {
  bus().emit(userId, null)
}

/** Sends an event past the feed: lost to whoever is not listening. */
export function whisper(userId: string, event: FeedEvent): void {
  bus().emit(userId, event)
}

/** `null` means: read the feed. Returns how to leave. */
export function listen(userId: string, listener: Listener): () => void {
  bus().on(userId, listener)
  return () => bus().off(userId, listener)
}

export function listenerCount(userId: string): number {
  return bus().listenerCount(userId)
}
