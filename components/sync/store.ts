/** The store of one screen: confirmed state from the feed, pending commands over it, messages not yet confirmed. */

import type * as boardActions from '#app/boards/[sessionId]/actions.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import type { Commands } from '#lib/board/commands/registry.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import type { Board } from '#lib/board/model/types.ts'
import type { Envelope, Snapshot } from '#lib/board/wire/events.ts'
import { type Connection, connectFeed } from './connection.ts'
import type { ConnectionState } from './event-source.ts'
import { createExpiry } from './expiry.ts'
import { createOutbox, type Unsent } from './outbox.ts'
import { createPending } from './pending-commands.ts'
import { persistPending } from './pending-store.ts'
import { createRunner, toastRefusal } from './run-command.ts'
import { applyEnvelope, applySnapshot, type FeedState, fromSnapshot, isKnown, prepend } from './state.ts'

export type BoardActions = typeof boardActions

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

export type Watcher = (envelope: Envelope, before: FeedState, own: boolean) => void

type Replay = typeof import('./apply-optimistic.ts').replay

export function createStore(snapshot: Snapshot, actions: BoardActions) {
  const { id: sessionId } = snapshot.session
  const listeners = new Set<() => void>()
  const watchers = new Set<Watcher>()
  let connection: Connection | null = null
  let replay: Replay | null = null
  const feed = fromSnapshot(snapshot)
  let screen: Screen = {
    feed,
    board: feed.board,
    waiting: 0,
    connection: 'connecting',
    outbox: [],
    unanswered: null,
  }
  const first = screen

  const pending = createPending({
    send: (key, command) => actions.runCommand(sessionId, key, command),
    connection: () => screen.connection,
    kept: persistPending(sessionId),
    revision: () => screen.feed.revision,
    changed: () => show({}),
  })
  const expiry = createExpiry(() => show({}))
  const outbox = createOutbox({
    sessionId,
    send: (message) => actions.sendMessage(sessionId, message),
    changed: () => show({}),
  })

  function show(change: { feed?: FeedState; connection?: ConnectionState }) {
    screen = { ...screen, ...change }
    const { feed } = screen
    pending.passed(feed.revision)
    outbox.arrived(feed.messages)
    const commands = pending.list()
    const replayed = commands.length > 0 && replay ? replay(feed.board, commands) : feed.board
    const board = expiry.shown(replayed)
    const waiting = pending.waiting()
    const ofMessages = { outbox: outbox.list(), unanswered: outbox.unanswered() }
    screen = { ...screen, board, waiting, ...ofMessages }
    for (const listener of listeners) listener()
  }

  /** Without the rules (the network is gone) a change shows when the feed brings it. */
  async function loadRules() {
    if (replay) return
    const rules = await import('./apply-optimistic.ts').catch(() => null)
    replay = rules?.replay ?? null
    show({})
  }

  function take(envelopes: readonly Envelope[]) {
    let state = screen.feed
    for (const envelope of envelopes) {
      if (isKnown(state, envelope)) continue
      const before = state
      state = applyEnvelope(state, envelope)
      const own = settle(envelope)
      for (const watcher of watchers) watcher(envelope, before, own)
    }
    if (state !== screen.feed) show({ feed: state })
  }

  /** Whether it is the answer to a command of this tab. */
  function settle({ event }: Envelope): boolean {
    if (event.kind !== 'revision' || event.sessionId !== sessionId || event.revision.key === null)
      return false
    const { key, number, changes, reply } = event.revision
    return pending.landed(key, { ok: true, revision: number, changes, reply })
  }

  /** What earlier screens of this board could not send. */
  function resume() {
    outbox.resume()
    for (const { command, outcome } of pending.resume()) {
      void loadRules()
      void outcome.then((came) => came.ok || toastRefusal(command, came, Number.POSITIVE_INFINITY))
    }
  }

  /** Runs a command at once on this screen, and through the door; who called says what came of it. */
  function submit(command: Commands): Promise<Outcome> {
    void loadRules()
    return pending.run(command)
  }

  const { run, report } = createRunner(submit)

  return {
    sessionId,
    actions,
    screen: () => screen,
    firstScreen: () => first,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watch(watcher: Watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    connect() {
      connection = connectFeed({
        account: snapshot.account,
        cursor: () => screen.feed.cursor,
        receive: take,
        connection(state) {
          show({ connection: state })
          if (state === 'live') pending.hurry()
        },
      })
      resume()
      // What ran out between the snapshot and now.
      show({})
      return () => {
        connection?.close()
        // What still waits goes on from the next page, and is not given up: whether the server answers is not known now.
        show({ connection: 'connecting' })
        expiry.close()
      }
    },
    adopt(fresh: Snapshot) {
      const next = applySnapshot(screen.feed, fresh)
      if (next === screen.feed) return
      show({ feed: next })
      connection?.resume()
    },
    loadRules,
    submit,
    run,
    report,
    send: outbox.send,
    async loadOlder() {
      const before = screen.feed.messages[0]?.position
      if (before === undefined) return
      const page = await callOrToast(() => actions.olderMessages(sessionId, before))
      if (page) show({ feed: prepend(screen.feed, page) })
    },
  }
}

export type Store = ReturnType<typeof createStore>
