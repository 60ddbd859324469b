import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Watcher } from '#components/sync/store.ts'
import { lastSaid } from '#components/ui/toasts.ts'
import type { Envelope, FeedEvent, Message, RevisionEvent, Turn } from '#lib/board/wire/events.ts'
import { announceFeed } from './use-announcements.ts'

const S = 'session-1'
const envelope = (event: FeedEvent): Envelope => ({ cursor: 1, after: 0, event })
const revision = (more: Partial<RevisionEvent> = {}): Envelope =>
  envelope({
    kind: 'revision',
    sessionId: S,
    canUndo: true,
    canRedo: false,
    revision: { actor: 'user', turnId: null, reply: 'Added #1 Milk.', ...more } as RevisionEvent,
  })
const turn = (status: Turn['status']): Envelope =>
  envelope({ kind: 'turn', sessionId: S, turn: { id: 'turn-1', sessionId: S, status } as Turn })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A screen with a feed from the test; `said` is what was announced. */
function listening(messages: readonly Partial<Message>[] = []) {
  let watcher: Watcher = () => undefined
  const turns = new Map<string, Turn>()
  const screen = { feed: { messages, turns } }
  announceFeed({
    sessionId: S,
    screen: () => screen as never,
    watch(given) {
      watcher = given
      return () => undefined
    },
  })
  const from = lastSaid().id
  return {
    hear(heard: Envelope, own = false) {
      watcher(heard, screen.feed as never, own)
      if (heard.event.kind === 'turn') turns.set(heard.event.turn.id, heard.event.turn)
      vi.runAllTimers()
    },
    said: () => (lastSaid().id === from ? [] : [lastSaid().id - from, lastSaid().text]),
  }
}

it('announces a change by others', () => {
  const { hear, said } = listening()
  hear(revision())
  expect(said()).toEqual([1, 'Added #1 Milk.'])
})

it('leaves a change of this tab to the command that made it', () => {
  const { hear, said } = listening()
  hear(revision(), true)
  expect(said()).toEqual([])
})

it('announces a finished reply once, with the number of its changes and without Markdown', () => {
  const { hear, said } = listening([
    { role: 'assistant', turnId: 'turn-1', parts: [{ type: 'text', text: '**Done** | both' }] },
  ])
  hear(turn('running'))
  hear(revision({ actor: 'agent', turnId: 'turn-1' }))
  hear(revision({ actor: 'agent', turnId: 'turn-1' }))
  expect(said()).toEqual([])
  hear(turn('completed'))
  hear(turn('completed'))
  expect(said()).toEqual([1, 'Taskboard: Done both 2 changes on the board.'])
})
