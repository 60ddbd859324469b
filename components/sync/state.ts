/** The confirmed state of a screen: a snapshot with the feed's envelopes applied. Pure. */
import { apply, visibleRows } from '#lib/board/model/changes.ts'
import { boardOf } from '#lib/board/model/tables.ts'
import type { Board } from '#lib/board/model/types.ts'
import type {
  ActiveRevision,
  Envelope,
  FeedEvent,
  Message,
  RevisionEvent,
  SessionSummary,
  Snapshot,
  Turn,
} from '#lib/board/wire/events.ts'
import {
  inConversation,
  putMessage,
  putText,
  type Streamed,
  trimStreamed,
  without,
} from './streamed-messages.ts'

/** Rows that the agent's latest turn changed: row id -> revision. Those up to `since` came with the page. */
export type AgentChanges = { turnId: string | null; rows: ReadonlyMap<string, number>; since: number }

/** The revision that this screen saw change a row: worth a glow. */
export function changedAt({ rows, since }: AgentChanges, id: string): number | undefined {
  const at = rows.get(id)
  return at !== undefined && at > since ? at : undefined
}

export type FeedState = {
  cursor: number
  /** The feed cannot go on from here: only a new snapshot helps. */
  stale: boolean
  /** This session was deleted. */
  gone: boolean
  sessionId: string
  name: string
  sessions: readonly SessionSummary[]
  board: Board
  revision: number
  messages: readonly Message[]
  streamed: Streamed
  hasOlder: boolean
  turns: ReadonlyMap<string, Turn>
  activeRevisions: readonly ActiveRevision[]
  /** By the undo that reverted them: a redo makes them active again. */
  undone: ReadonlyMap<number, readonly ActiveRevision[]>
  touched: AgentChanges
  canUndo: boolean
  canRedo: boolean
  damaged: number
  model: Snapshot['model']
  agents: Snapshot['agents']
  person: Snapshot['person']
  /** Tools that the user allowed here until the server ends. */
  grants: readonly string[]
}

export function fromSnapshot(snapshot: Snapshot): FeedState {
  return {
    cursor: snapshot.cursor,
    stale: false,
    gone: false,
    sessionId: snapshot.session.id,
    name: snapshot.session.name,
    sessions: inOrder(snapshot.sessions),
    board: boardOf(snapshot.rows, snapshot.nextNumber),
    revision: snapshot.session.revision,
    messages: snapshot.messages.toSorted(inConversation),
    streamed: new Map(),
    hasOlder: snapshot.hasOlder,
    turns: new Map(snapshot.turns.map((turn) => [turn.id, turn])),
    activeRevisions: snapshot.activeRevisions,
    undone: new Map(),
    touched: lastTouched(snapshot),
    canUndo: snapshot.canUndo,
    canRedo: snapshot.canRedo,
    damaged: snapshot.damaged,
    model: snapshot.model,
    agents: snapshot.agents,
    person: snapshot.person,
    grants: snapshot.grants,
  }
}

/** A newer snapshot replaces the state; older pages of messages that were loaded stay. */
export function applySnapshot(state: FeedState, snapshot: Snapshot): FeedState {
  if (snapshot.cursor <= state.cursor && !state.stale) return withPerson(state, snapshot.person)
  const fresh = fromSnapshot(snapshot)
  const first = fresh.messages[0]?.position ?? Number.POSITIVE_INFINITY
  const older = fresh.hasOlder
    ? state.messages.filter(({ turnId, position }) => turnId !== null && position < first)
    : []
  if (older.length === 0) return fresh
  return {
    ...fresh,
    messages: [...older, ...fresh.messages],
    hasOlder: state.hasOlder,
    turns: new Map([...state.turns, ...fresh.turns]),
  }
}

/** Settings aren’t stored in the feed, so any new snapshot has newer ones. */
function withPerson(state: FeedState, person: Snapshot['person']): FeedState {
  const isSame = Object.entries(person).every(
    ([key, value]) => state.person[key as keyof typeof person] === value,
  )
  return isSame ? state : { ...state, person }
}

/** Envelopes between our cursor and this one are missing. */
export function isGap(state: Pick<FeedState, 'cursor'>, envelope: Envelope): boolean {
  return envelope.after > state.cursor
}

export function isKnown(state: Pick<FeedState, 'cursor'>, envelope: Envelope): boolean {
  return envelope.cursor !== null && envelope.cursor <= state.cursor
}

export function applyEnvelope(state: FeedState, envelope: Envelope): FeedState {
  if (isKnown(state, envelope)) return state
  const next = fold(withNews(state, envelope.event), envelope.event)
  return envelope.cursor === null ? next : { ...next, cursor: envelope.cursor }
}

/** A page of older messages, as the action answers it. */
export function prepend(
  state: FeedState,
  page: Pick<Snapshot, 'messages' | 'turns' | 'activeRevisions' | 'hasOlder'>,
): FeedState {
  const messages = page.messages.reduce(putMessage, state.messages)
  const turns = new Map([...page.turns.map((turn) => [turn.id, turn] as const), ...state.turns])
  const known = new Set(state.activeRevisions.map(({ number }) => number))
  const activeRevisions = [
    ...page.activeRevisions.filter(({ number }) => !known.has(number)),
    ...state.activeRevisions,
  ]
  return { ...state, messages, turns, activeRevisions, hasOlder: page.hasOlder }
}

function fold(state: FeedState, event: FeedEvent): FeedState {
  if (event.kind === 'reset') return { ...state, stale: true }
  if (event.kind === 'grants') return foldGrants(state, event.grants[state.sessionId] ?? [])
  if (event.kind === 'person') return withPerson(state, event.person)
  if (event.kind === 'build') return state
  if (event.kind === 'session') return foldSession(state, event.sessionId, event.session)
  if (event.kind === 'turn') return foldTurn(foldBusy(state, event.turn), event.turn)
  if (event.sessionId !== state.sessionId) return state
  switch (event.kind) {
    case 'revision': {
      const { canUndo, canRedo } = event
      return foldRevision({ ...state, canUndo, canRedo }, event.revision)
    }
    case 'message':
      return foldMessage(state, event.message)
    case 'message-removed': {
      const messages = state.messages.filter((message) => message.id !== event.messageId)
      return { ...state, messages, streamed: without(state.streamed, [event.messageId]) }
    }
    case 'messages-cleared':
      return {
        ...state,
        messages: [],
        streamed: new Map(),
        hasOlder: false,
        turns: new Map(),
        activeRevisions: [],
        undone: new Map(),
      }
    case 'text': {
      const message = state.messages.find((other) => other.id === event.messageId)
      const streamed = putText(state.streamed, message, event)
      return streamed === state.streamed ? state : { ...state, streamed }
    }
    default:
      return event satisfies never
  }
}

function foldGrants(state: FeedState, grants: readonly string[]): FeedState {
  return grants.join() === state.grants.join() ? state : { ...state, grants }
}

/** Updates the list of boards from the events of all boards: when each changed last, and which is busy. */
function withNews(state: FeedState, event: FeedEvent): FeedState {
  const news = newsOf(event)
  const known = state.sessions.find((session) => 'sessionId' in event && session.id === event.sessionId)
  if (!news || !known) return state
  const updatedAt = Math.max(known.updatedAt, news.at)
  const busy = news.busy ?? known.busy
  if (updatedAt === known.updatedAt && busy === known.busy) return state
  const sessions = state.sessions.map((other) => (other === known ? { ...known, updatedAt, busy } : other))
  return { ...state, sessions: inOrder(sessions) }
}

function newsOf(event: FeedEvent): { at: number; busy?: boolean } | null {
  switch (event.kind) {
    case 'revision':
      return { at: event.revision.createdAt }
    case 'message':
      return { at: event.message.createdAt }
    case 'turn':
      return { at: event.turn.endedAt ?? event.turn.startedAt, busy: event.turn.status === 'running' }
    default:
      return null
  }
}

function foldRevision(state: FeedState, revision: RevisionEvent): FeedState {
  if (revision.number <= state.revision) return state
  const { number, turnId, reply, undoes } = revision
  const undone = state.activeRevisions.filter((other) => undoes.includes(other.number))
  const again = undoes.flatMap((undo) => state.undone.get(undo) ?? [])
  const kept = state.activeRevisions.filter((other) => !undoes.includes(other.number))
  // The snapshot may already have this revision.
  const isKnown = kept.some((other) => other.number === number)
  const isMade = turnId !== null && revision.actor === 'agent' && !isKnown
  const made = isMade ? [{ number, turnId, reply, rows: visibleRows(revision.changes) }] : []
  return {
    ...state,
    board: apply(state.board, revision.changes),
    revision: number,
    activeRevisions: [...kept, ...again, ...made].toSorted((a, b) => a.number - b.number),
    undone: undone.length > 0 ? new Map(state.undone).set(number, undone) : state.undone,
    touched: revision.actor === 'user' ? state.touched : touch(state.touched, revision),
  }
}

function lastTouched({
  activeRevisions,
  session,
}: Pick<Snapshot, 'activeRevisions' | 'session'>): AgentChanges {
  const turnId = activeRevisions.toSorted((a, b) => a.number - b.number).at(-1)?.turnId ?? null
  const ofTurn = activeRevisions.filter((change) => change.turnId === turnId)
  const rows = ofTurn.flatMap(({ number, rows }) => rows.map((id) => [id, number] as const))
  return { turnId, rows: new Map(rows), since: session.revision }
}

function touch(touched: AgentChanges, revision: RevisionEvent): AgentChanges {
  const ids = visibleRows(revision.changes).map((id) => [id, revision.number] as const)
  const earlier = revision.turnId !== null && touched.turnId === revision.turnId ? touched.rows : []
  return { turnId: revision.turnId, rows: new Map([...earlier, ...ids]), since: touched.since }
}

function foldMessage(state: FeedState, message: Message): FeedState {
  const first = state.messages[0]
  const isOlder = first !== undefined && message.turnId !== null && message.position < first.position
  if (state.hasOlder && isOlder) return state
  const messages = putMessage(state.messages, message)
  if (messages === state.messages) return state
  return { ...state, messages, streamed: trimStreamed(state.streamed, message) }
}

/** The list of boards shows which ones are busy, including those that aren't open. */
function foldBusy(state: FeedState, turn: Turn): FeedState {
  const session = state.sessions.find((other) => other.id === turn.sessionId)
  if (!session) return state
  const updatedAt = Math.max(session.updatedAt, turn.endedAt ?? turn.startedAt)
  const others = state.sessions.filter((other) => other !== session)
  return {
    ...state,
    sessions: inOrder([{ ...session, updatedAt, busy: turn.status === 'running' }, ...others]),
  }
}

function foldTurn(state: FeedState, turn: Turn): FeedState {
  if (turn.sessionId !== state.sessionId) return state
  const known = state.turns.get(turn.id)
  if (known && known.run > turn.run) return state
  const turns = new Map(state.turns).set(turn.id, turn)
  if (turn.status === 'running') return { ...state, turns }
  const ids = state.messages.filter((message) => message.turnId === turn.id).map((message) => message.id)
  return { ...state, turns, streamed: without(state.streamed, ids) }
}

function foldSession(state: FeedState, id: string, session: SessionSummary | null): FeedState {
  const others = state.sessions.filter((other) => other.id !== id)
  const sessions = session ? inOrder([session, ...others]) : others
  if (id !== state.sessionId) return { ...state, sessions }
  return { ...state, sessions, gone: session === null, name: session?.name ?? state.name }
}

function inOrder(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  return sessions.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
}
