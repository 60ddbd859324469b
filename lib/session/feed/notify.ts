/** Notifies the readers of this process after a commit, and broadcasts events that are never stored. */
import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { FeedEvent } from '#lib/board/wire/events.ts'
import { singleton } from '#lib/singletons.ts'

type Listener = (event: FeedEvent | null) => void

function bus(): EventEmitter {
  return singleton('bus', () => new EventEmitter().setMaxListeners(0))
}

/** Signals that this user's feed has something new. */
export function notify(userId: string): void {
  bus().emit(userId, null)
}

/** Broadcasts an event without storing it: readers that aren’t listening miss it. */
export function broadcast(userId: string, event: FeedEvent): void {
  bus().emit(userId, event)
}

/** `null` means: read the feed. Returns a function that unsubscribes. */
export function subscribe(userId: string, listener: Listener): () => void {
  bus().on(userId, listener)
  return () => bus().off(userId, listener)
}

export function subscriberCount(userId: string): number {
  return bus().listenerCount(userId)
}

const leaving = () => singleton('bus-leaving', () => ({ now: false }))

/** The process is about to exit: readers that are up to date are closed. */
export const isShuttingDown = () => leaving().now

/** Delivers what is stored to every reader, then closes them; slow ones continue from their cursor later. */
export async function drainSubscribers(patience = 1_500): Promise<void> {
  leaving().now = true
  const until = Date.now() + patience
  for (const userId of bus().eventNames()) bus().emit(userId, null)
  while (bus().eventNames().length > 0 && Date.now() < until) await setTimeout(20)
}
