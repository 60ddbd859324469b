import { describe, expect, it } from 'vitest'
import type { Change } from '#lib/board/model/changes.ts'
import type { Task } from '#lib/board/model/types.ts'
import { taskRow } from '#lib/board/testing.ts'
import type { Envelope, FeedEvent, Message, RevisionEvent, Snapshot, Turn } from '#lib/board/wire/events.ts'
import {
  applyEnvelope,
  applySnapshot,
  changedAt,
  type FeedState,
  fromSnapshot,
  isGap,
  prepend,
} from './state.ts'
import { shownParts } from './streamed-messages.ts'

const S = 'session-1'

const task = (id: string, more: Partial<Task> = {}): Task =>
  taskRow(1, { id, title: 'Buy milk', categoryId: 'general', rank: 'a0', ...more })

const message = (id: string, position: number, version: number, text = '', turnId = 'turn-1'): Message => ({
  id,
  sessionId: S,
  role: 'assistant',
  parts: text === '' ? [] : [{ type: 'text', text }],
  turnId,
  position,
  version,
  createdAt: 0,
})

const turn = (status: Turn['status'], run = 1): Turn => ({
  id: 'turn-1',
  sessionId: S,
  status,
  run,
  agent: 'taskboard',
  model: 'Offline model',
  startedAt: 0,
  endedAt: null,
})

const snapshot = (more: Partial<Snapshot> = {}): Snapshot => ({
  cursor: 10,
  session: { id: S, name: 'Home', updatedAt: 1, busy: false, archived: false, revision: 3 },
  sessions: [{ id: S, name: 'Home', updatedAt: 1, busy: false, archived: false }],
  rows: {
    task: [task('task-1')],
    category: [{ id: 'general', name: 'general', rank: 'a0' }],
    list: [],
    item: [],
    value: [],
    checkpoint: [],
  },
  nextNumber: 2,
  damaged: 0,
  activeRevisions: [],
  messages: [],
  hasOlder: false,
  turns: [],
  canUndo: false,
  canRedo: false,
  agents: [],
  model: { kind: 'offline', name: 'Offline model' },
  account: 'account-1',
  person: { timeZone: null, dateLanguage: 'auto', locale: 'en', dateOrder: 'auto', weekStart: 'auto' },
  grants: [],
  ...more,
})

const revision = (
  number: number,
  changes: readonly Change[],
  more: Partial<RevisionEvent> = {},
): FeedEvent => ({
  kind: 'revision',
  sessionId: S,
  canUndo: true,
  canRedo: false,
  revision: {
    number,
    actor: 'agent',
    turnId: 'turn-1',
    key: null,
    reply: `Revision ${number}.`,
    changes,
    undoes: [],
    createdAt: 0,
    ...more,
  },
})

const titled = (title: string): Change => ({
  table: 'task',
  id: 'task-1',
  before: { title: 'Buy milk' },
  after: { title },
})

/** Stored events with consecutive cursors. */
function given(state: FeedState, ...events: readonly FeedEvent[]): FeedState {
  return events.reduce((now, event) => {
    const stored = event.kind !== 'text'
    return applyEnvelope(now, { cursor: stored ? now.cursor + 1 : null, after: now.cursor, event })
  }, state)
}

const whisper = (offset: number, append: string, part = 0): FeedEvent => ({
  kind: 'text',
  sessionId: S,
  messageId: 'm1',
  part,
  offset,
  append,
})

function textOf(state: FeedState, id = 'm1'): string {
  const found = state.messages.find((other) => other.id === id)
  if (!found) return ''
  return shownParts(found, state.streamed.get(id))
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('|')
}

const titleOf = (state: FeedState) => state.board.tasks.get('task-1')?.title

describe('cursors', () => {
  it('ignores an envelope that was already applied', () => {
    const event = revision(4, [titled('Buy oat milk')])
    const once = applyEnvelope(fromSnapshot(snapshot()), { cursor: 11, after: 10, event })
    const old: Envelope = { cursor: 11, after: 10, event: revision(5, [titled('Something else')]) }
    expect(applyEnvelope(once, old)).toBe(once)
    expect(once.cursor).toBe(11)
  })

  it('sees a gap only if an envelope follows a missing one', () => {
    const state = fromSnapshot(snapshot())
    const event = { kind: 'messages-cleared', sessionId: S } as const
    expect(isGap(state, { cursor: 13, after: 12, event })).toBe(true)
    expect(isGap(state, { cursor: 13, after: 10, event })).toBe(false)
    expect(isGap(state, { cursor: 13, after: 4, event })).toBe(false)
  })

  it('moves the cursor past events of other boards and leaves this board alone', () => {
    const state = fromSnapshot(snapshot())
    const next = applyEnvelope(state, {
      cursor: 15,
      after: 10,
      event: { ...revision(9, [titled('Foreign')]), sessionId: 'session-2' } as FeedEvent,
    })
    expect(next).toEqual({ ...state, cursor: 15 })
  })

  it('takes settings from any snapshot, and rows only from newer ones', () => {
    const state = fromSnapshot(snapshot({ cursor: 90 }))
    expect(applySnapshot(state, snapshot({ cursor: 40 }))).toBe(state)
    const person = { ...state.person, dateOrder: 'year-first' as const }
    expect(applySnapshot(state, snapshot({ cursor: 40, person }))).toEqual({ ...state, person })
  })

  it('asks for a snapshot after a reset, and takes one that is older than what it had', () => {
    const stale = given(fromSnapshot(snapshot({ cursor: 90 })), { kind: 'reset' })
    expect(stale.stale).toBe(true)
    const fresh = applySnapshot(stale, snapshot({ cursor: 40 }))
    expect(fresh.stale).toBe(false)
    expect(fresh.cursor).toBe(40)
    expect(applySnapshot(fresh, snapshot({ cursor: 39 }))).toBe(fresh)
  })
})

describe('revisions', () => {
  it('change the rows once, even if the snapshot already had them', () => {
    const changed = given(fromSnapshot(snapshot()), revision(4, [titled('Buy oat milk')]))
    expect(titleOf(changed)).toBe('Buy oat milk')
    expect(changed.revision).toBe(4)
    expect(titleOf(given(changed, revision(3, [titled('Too late')])))).toBe('Buy oat milk')
  })

  it('are shown under their turn until undone, and again after a redo', () => {
    const made = given(fromSnapshot(snapshot()), revision(4, [titled('A')]), revision(5, [titled('B')]))
    const user = { actor: 'user', turnId: null } as const
    const undone = given(made, revision(6, [titled('A')], { ...user, undoes: [5] }))
    const redone = given(undone, revision(7, [titled('B')], { ...user, undoes: [6] }))
    const activeRevisions = (state: FeedState) => state.activeRevisions.map(({ number }) => number)
    expect([made, undone, redone].map(activeRevisions)).toEqual([[4, 5], [4], [4, 5]])
  })

  it('mark what the latest turn of the agent touched, not manual changes or new ranks', () => {
    const ranked: Change = { table: 'task', id: 'task-2', before: { rank: 'a1' }, after: { rank: 'a2' } }
    const first = given(fromSnapshot(snapshot()), revision(4, [titled('A'), ranked]))
    expect([...first.touched.rows]).toEqual([['task-1', 4]])
    const byHand = given(first, revision(5, [titled('B')], { actor: 'user', turnId: null }))
    expect(byHand.touched).toBe(first.touched)
    const later = given(byHand, revision(6, [], { turnId: 'turn-2' }))
    expect(later.touched).toMatchObject({ turnId: 'turn-2', rows: new Map() })
  })

  it('mark what the latest turn touched also after a reload, without a glow', () => {
    const stood = (number: number, turnId: string, rows: string[]) => ({ number, turnId, reply: '', rows })
    const activeRevisions = [stood(2, 'turn-1', ['task-9']), stood(3, 'turn-2', ['task-1'])]
    const { touched } = fromSnapshot(snapshot({ activeRevisions }))
    expect([touched.turnId, ...touched.rows.keys()]).toEqual(['turn-2', 'task-1'])
    expect(changedAt(touched, 'task-1')).toBeUndefined()
    const later = given(
      fromSnapshot(snapshot({ activeRevisions })),
      revision(4, [titled('A')], { turnId: 'turn-2' }),
    )
    expect(changedAt(later.touched, 'task-1')).toBe(4)
  })

  it('mark items, lists and values too; a removed item marks its list', () => {
    const item = { id: 'item-1', listId: 'list-1', text: 'milk', checked: false, rank: 'a0' }
    const changes: Change[] = [
      { table: 'item', id: 'item-1', before: null, after: item },
      { table: 'item', id: 'item-2', before: { rank: 'a1' }, after: { rank: 'a2' } },
      { table: 'item', id: 'item-3', before: { ...item, id: 'item-3', listId: 'list-2' }, after: null },
      { table: 'value', id: 'counter', before: { json: '1' }, after: { json: '2' } },
      { table: 'value', id: 'gone', before: { id: 'gone', json: '1', expiresAt: null }, after: null },
    ]
    const { touched } = given(fromSnapshot(snapshot()), revision(4, changes))
    expect([...touched.rows.keys()]).toEqual(['item-1', 'list-2', 'counter'])
  })
})

describe('messages', () => {
  it('that are queued come last, and move to their turn once answered', () => {
    const waits = (id: string, position: number, version = 1): Message => ({
      ...message(id, position, version),
      role: 'user',
      turnId: null,
    })
    const ids = (state: FeedState) => state.messages.map(({ id }) => id)
    const first = fromSnapshot(snapshot({ messages: [waits('a', 2), waits('b', 4), message('asked', 6, 1)] }))
    expect(ids(first)).toEqual(['asked', 'a', 'b'])
    const begun = { ...message('b', 8, 2), role: 'user' as const }
    const next = applyEnvelope(first, {
      cursor: 11,
      after: 10,
      event: { kind: 'message', sessionId: S, message: begun },
    })
    expect(ids(next)).toEqual(['asked', 'b', 'a'])
    const removed = snapshot({ cursor: 12, messages: [message('asked', 6, 1)], hasOlder: true })
    expect(ids(applySnapshot(next, removed))).toEqual(['asked'])
  })

  it('accept only newer versions, in order of position', () => {
    const put = (message: Message): FeedEvent => ({ kind: 'message', sessionId: S, message })
    const state = given(
      fromSnapshot(snapshot()),
      put(message('m2', 2, 1, 'second')),
      put(message('m1', 1, 3, 'new')),
      put(message('m1', 1, 2, 'old')),
    )
    expect(state.messages.map(({ id }) => id)).toEqual(['m1', 'm2'])
    expect(textOf(state)).toBe('new')
  })

  it('leave out those of older pages until these are loaded', () => {
    const state = fromSnapshot(snapshot({ hasOlder: true, messages: [message('m5', 5, 1)] }))
    const edited = message('m1', 1, 2, 'edited')
    expect(given(state, { kind: 'message', sessionId: S, message: edited }).messages).toHaveLength(1)
    const page = { messages: [edited], turns: [turn('completed')], activeRevisions: [], hasOlder: false }
    const whole = prepend(state, page)
    expect(whole.messages.map(({ id }) => id)).toEqual(['m1', 'm5'])
    expect(whole.hasOlder).toBe(false)
  })

  it('disappear when they are removed or the chat is cleared', () => {
    const state = fromSnapshot(snapshot({ messages: [message('m1', 1, 1), message('m2', 2, 1)] }))
    const removed = given(state, { kind: 'message-removed', sessionId: S, messageId: 'm1' })
    expect(removed.messages.map(({ id }) => id)).toEqual(['m2'])
    expect(given(removed, { kind: 'messages-cleared', sessionId: S }).messages).toEqual([])
  })
})

describe('streamed text', () => {
  const begun = (text = '') =>
    fromSnapshot(snapshot({ messages: [message('m1', 1, 1, text)], turns: [turn('running')] }))

  it('is appended without overlap', () => {
    const state = given(begun('Hel'), whisper(3, 'lo '), whisper(1, 'ello wor'), whisper(9, 'ld'))
    expect(textOf(state)).toBe('Hello world')
  })

  it('waits for the next version after a gap', () => {
    const gap = given(begun('Hel'), whisper(5, ' world'))
    expect(textOf(gap)).toBe('Hel')
    const next = given(gap, { kind: 'message', sessionId: S, message: message('m1', 1, 2, 'Hello wor') })
    expect(textOf(given(next, whisper(9, 'ld')))).toBe('Hello world')
  })

  it('begins the next part that is not stored yet, but not a later one', () => {
    expect(textOf(given(begun('One'), whisper(0, 'Two', 1)))).toBe('One|Two')
    expect(textOf(given(begun('One'), whisper(0, 'Three', 2)))).toBe('One')
  })

  it('never shrinks when an older version arrives', () => {
    const ahead = given(begun('Hel'), whisper(3, 'lo world'))
    const saved = given(ahead, { kind: 'message', sessionId: S, message: message('m1', 1, 2, 'Hello') })
    expect(textOf(saved)).toBe('Hello world')
  })

  it('is replaced by the stored text if it differs or the turn has ended', () => {
    const ahead = given(begun('Hel'), whisper(3, 'lo world'))
    const other = given(ahead, { kind: 'message', sessionId: S, message: message('m1', 1, 2, 'Help') })
    expect(textOf(other)).toBe('Help')
    expect(textOf(given(ahead, { kind: 'turn', sessionId: S, turn: turn('stopped') }))).toBe('Hel')
  })
})

describe('turns and sessions', () => {
  it('update the list of boards: which is busy, and when each changed last', () => {
    const work = { id: 'session-2', name: 'Work', updatedAt: 0, busy: false, archived: false }
    const start = fromSnapshot(snapshot({ sessions: [...snapshot().sessions, work] }))
    const elsewhere = { ...turn('running'), sessionId: 'session-2', startedAt: 7 }
    const busy = given(start, { kind: 'turn', sessionId: 'session-2', turn: elsewhere })
    expect(busy.sessions[0]).toEqual({ ...work, updatedAt: 7, busy: true })
    expect(busy.turns.size).toBe(0)
    const ended = { ...elsewhere, status: 'completed', endedAt: 9 } as const
    const idle = given(busy, { kind: 'turn', sessionId: 'session-2', turn: ended })
    expect(idle.sessions[0]).toEqual({ ...work, updatedAt: 9, busy: false })
  })

  it('an earlier run of a turn does not replace a later one', () => {
    const state = fromSnapshot(snapshot({ turns: [turn('running', 2)] }))
    expect(
      given(state, { kind: 'turn', sessionId: S, turn: turn('failed', 1) }).turns.get('turn-1')?.run,
    ).toBe(2)
  })

  it('lists sessions by their last change, renames this one and notices its deletion', () => {
    const other = { id: 'session-2', name: 'Work', updatedAt: 5, busy: true, archived: false }
    const listed = given(fromSnapshot(snapshot()), { kind: 'session', sessionId: other.id, session: other })
    expect(listed.sessions.map(({ name }) => name)).toEqual(['Work', 'Home'])
    const renamed = { id: S, name: 'House', updatedAt: 9, busy: false, archived: false }
    const state = given(listed, { kind: 'session', sessionId: S, session: renamed })
    expect([state.name, state.sessions[0]?.name]).toEqual(['House', 'House'])
    const gone = given(state, { kind: 'session', sessionId: S, session: null })
    expect([gone.gone, gone.sessions.length]).toEqual([true, 1])
  })
})
