/** Wakes the readers of this process after a commit, and carries text that is never stored. */
import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { FeedEvent } from '#lib/board/wire/events.ts'
import { singleton } from '#lib/singletons.ts'

type Listener = (event: FeedEvent | null) => void

function bus(): EventEmitter {
  return singleton('bus', () => new EventEmitter().setMaxListeners(0))
}

/** There is something new in the feed of this user. */
export function notify(userId: string): void {
  bus().emit(userId, null)
}

/** Sends an event past the feed: lost to whoever is not listening. */
export function broadcast(userId: string, event: FeedEvent): void {
  bus().emit(userId, event)
}

/** `null` means: read the feed. Returns how to leave. */
export function subscribe(userId: string, listener: Listener): () => void {
  bus().on(userId, listener)
  return () => bus().off(userId, listener)
}

export function subscriberCount(userId: string): number {
  return bus().listenerCount(userId)
}

const leaving = () => singleton('bus-leaving', () => ({ now: false }))

/** The process is about to end: whoever has read all there is need not wait for more. */
export const isShuttingDown = () => leaving().now

/** Lets every reader have what is stored and go; those that are too slow read on from their cursor elsewhere. */
export async function drainSubscribers(patience = 1_500): Promise<void> {
  leaving().now = true
  const until = Date.now() + patience
  for (const userId of bus().eventNames()) bus().emit(userId, null)
  while (bus().eventNames().length > 0 && Date.now() < until) await setTimeout(20)
}
