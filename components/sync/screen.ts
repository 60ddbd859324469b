/** What one screen shows: confirmed rows, pending commands replayed over them, and messages being sent. */

import type * as actions from '#app/boards/[sessionId]/actions.ts'
import type { Board } from '#lib/board/model/types.ts'
import type { Snapshot } from '#lib/board/wire/events.ts'
import type { ConnectionState } from './event-source.ts'
import { createExpiry } from './expiry.ts'
import { createOutbox, type Unsent } from './outbox.ts'
import { createPending } from './pending-commands.ts'
import { persistPending } from './pending-store.ts'
import { type FeedState, fromSnapshot } from './state.ts'

export type Screen = {
  feed: FeedState
  /** What the board shows: the confirmed rows with the pending commands replayed over them. */
  board: Board
  /** Pending changes while the server doesn’t respond. */
  waiting: number
  connection: ConnectionState
  outbox: readonly Unsent[]
  unanswered: Unsent | null
}

type Actions = Pick<typeof actions, 'runCommand' | 'sendMessage'>
type Replay = typeof import('./apply-optimistic.ts').replay

export function createScreen(snapshot: Snapshot, { runCommand, sendMessage }: Actions) {
  const { id: sessionId } = snapshot.session
  const listeners = new Set<() => void>()
  let replay: Replay | null = null
  const feed = fromSnapshot(snapshot)
  const first: Screen = {
    feed,
    board: feed.board,
    waiting: 0,
    connection: 'connecting',
    outbox: [],
    unanswered: null,
  }
  let screen = first

  const pending = createPending({
    send: (key, command) => runCommand(sessionId, key, command),
    connection: () => screen.connection,
    kept: persistPending(sessionId),
    revision: () => screen.feed.revision,
    changed: show,
  })
  const outbox = createOutbox({
    sessionId,
    // A message can be about changes that were made just before it.
    send: (message) => pending.answered().then(() => sendMessage(sessionId, message)),
    changed: show,
  })
  const expiry = createExpiry(show)

  function show(change: { feed?: FeedState; connection?: ConnectionState } = {}) {
    const { feed, connection } = { ...screen, ...change }
    // First, because the feed answers commands and messages.
    screen = { ...screen, feed, connection }
    pending.passed(feed.revision)
    outbox.arrived(feed.messages)
    const commands = pending.list()
    const replayed = commands.length > 0 && replay ? replay(feed.board, commands) : feed.board
    screen = {
      feed,
      connection,
      board: expiry.shown(replayed),
      waiting: pending.waiting(),
      outbox: outbox.list(),
      unanswered: outbox.unanswered(),
    }
    for (const listener of listeners) listener()
  }

  return {
    pending,
    outbox,
    show,
    now: () => screen,
    first: () => first,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Without the rules (offline), a change shows when the feed delivers it. */
    async loadRules() {
      if (replay) return
      const rules = await import('./apply-optimistic.ts').catch(() => null)
      replay = rules?.replay ?? null
      show()
    },
    close: expiry.close,
  }
}
