/** The store of one board: what its screen shows, the feed that updates it, and methods to change it. */

import type * as boardActions from '#app/boards/[sessionId]/actions.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import type { Commands } from '#lib/board/commands/registry.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import type { Envelope, Snapshot } from '#lib/board/wire/events.ts'
import { type Connection, connectFeed } from './connection.ts'
import { createRunner, toastRefusal } from './run-command.ts'
import { createScreen } from './screen.ts'
import { applyEnvelope, applySnapshot, type FeedState, isKnown, prepend } from './state.ts'

export type BoardActions = typeof boardActions
export type Store = ReturnType<typeof createStore>

/** `own`: the answer to a command of this tab. */
export type Watcher = (envelope: Envelope, before: FeedState, own: boolean) => void

export function createStore(snapshot: Snapshot, actions: BoardActions) {
  const { id: sessionId } = snapshot.session
  const watchers = new Set<Watcher>()
  const screen = createScreen(snapshot, actions)
  const { pending, outbox, loadRules } = screen
  let connection: Connection | null = null

  function take(envelopes: readonly Envelope[]) {
    const { feed } = screen.now()
    let state = feed
    for (const envelope of envelopes) {
      if (isKnown(state, envelope)) continue
      const before = state
      state = applyEnvelope(state, envelope)
      const own = settle(envelope)
      for (const watcher of watchers) watcher(envelope, before, own)
    }
    if (state !== feed) screen.show({ feed: state })
  }

  /** Whether it is the answer to a command of this tab. */
  function settle({ event }: Envelope): boolean {
    if (event.kind !== 'revision' || event.sessionId !== sessionId || event.revision.key === null)
      return false
    const { key, number, changes, reply } = event.revision
    return pending.landed(key, { ok: true, revision: number, changes, reply })
  }

  /** Resends what earlier screens of this board could not send. */
  function resume() {
    outbox.resume()
    for (const { command, outcome } of pending.resume()) {
      void loadRules()
      void outcome.then((came) => came.ok || toastRefusal(command, came, Number.POSITIVE_INFINITY))
    }
  }

  /** Shows a command at once and sends it; the caller reports the result. */
  function submit(command: Commands): Promise<Outcome> {
    void loadRules()
    return pending.run(command)
  }

  return {
    sessionId,
    actions,
    screen: screen.now,
    firstScreen: screen.first,
    subscribe: screen.subscribe,
    watch(watcher: Watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    connect() {
      connection = connectFeed({
        account: snapshot.account,
        cursor: () => screen.now().feed.cursor,
        receive: take,
        connection(state) {
          screen.show({ connection: state })
          if (state === 'live') pending.hurry()
        },
      })
      resume()
      // Values may have expired since the snapshot.
      screen.show()
      return () => {
        connection?.close()
        // Pending commands continue on the next page and aren't given up: it is unknown whether the server responds.
        screen.show({ connection: 'connecting' })
        screen.close()
      }
    },
    /** Takes a newer snapshot of the same board. */
    adopt(fresh: Snapshot) {
      const { feed } = screen.now()
      const next = applySnapshot(feed, fresh)
      if (next === feed) return
      screen.show({ feed: next })
      connection?.resume()
    },
    loadRules,
    submit,
    ...createRunner(submit),
    send: outbox.send,
    async loadOlder() {
      const before = screen.now().feed.messages[0]?.position
      if (before === undefined) return
      const page = await callOrToast(() => actions.olderMessages(sessionId, before))
      if (page) screen.show({ feed: prepend(screen.now().feed, page) })
    },
  }
}
