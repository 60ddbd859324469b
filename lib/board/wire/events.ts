/** What a screen receives: the snapshot on load, then the feed. */
import type { AgentInfo, AgentName } from '../model/agents.ts'
import type { Change } from '../model/changes.ts'
import type { Actor } from '../model/names.ts'
import type { RowOf, TableName } from '../model/types.ts'
import type { DateOrder, ScreenPerson, WeekStart } from './settings.ts'

export const TURN_STATUSES = ['running', 'waiting', 'completed', 'stopped', 'failed', 'interrupted'] as const
export type TurnStatus = (typeof TURN_STATUSES)[number]

export type ToolState = 'running' | 'waiting' | 'done' | 'refused' | 'failed'

export type TextPart = { type: 'text'; text: string }
export type ToolPart = {
  type: 'tool'
  callId: string
  /** The step of the run that made the call; calls of one step belong together. */
  step: number
  name: string
  /** Arguments as the model gave them. */
  input: unknown
  state: ToolState
  /** What the model got back. */
  output: string | null
  /** The revision it made, `null` if nothing changed. */
  revision: number | null
  /** The numbers of the tasks it listed, in order. Not stored by older versions. */
  listed?: readonly number[]
  /** Epoch milliseconds. */
  startedAt: number
  endedAt: number | null
  /** Set if it awaits or awaited approval. */
  approval?: Approval
  /** The memory or settings it changed. The name is older than the settings. */
  fact?: UserChange
}
/** What a call changed for the user, which the reply offers to undo; `open` awaits the user’s decision there. */
export type UserChange = MemoryChange | SettingChange

/** A memory that a call saved or deleted. */
export type MemoryChange = {
  /** Of the call. */
  id: string
  memoryId: string
  text: string
  did: 'remember' | 'forget'
  state: 'done' | 'open' | 'undone' | 'dropped'
}
/** Settings that a call changed. `before` and `after` have the same fields. */
export type SettingChange = {
  /** Of the call. */
  id: string
  text: string
  did: 'set'
  state: MemoryChange['state']
  before: Profile
  after: Profile
}
/** The settings that can be changed in a conversation, as they are stored; any of them. */
export type Profile = {
  displayName?: string | null
  timeZone?: string
  timeZoneFrom?: 'browser' | 'user'
  dateLanguage?: string
  dateOrder?: DateOrder
  weekStart?: WeekStart
}
/** What the user is asked before a call runs, and their decision. */
export type Approval = {
  id: string
  status: 'pending' | 'allowed' | 'denied' | 'expired'
  /** What the call would do: `Remove 3 tasks`. */
  ask: string
  /** Every affected row, by its name when it was shown. */
  rows: readonly AffectedRow[]
  /** It needs no approval itself, but follows a call of its step that does. */
  isBehind: boolean
  /** It is shown again because the board has changed since. */
  isAgain: boolean
  /** What the user wrote with a denial. */
  note: string
  decidedAt: number | null
}
export type AffectedRow = {
  table: TableName
  id: string
  text: string
  effect: 'removed' | 'changed' | 'added'
}
/** A message from the system, not the model: how a turn ended, and what to do next. */
export type NoticePart = { type: 'notice'; tone: 'info' | 'error'; text: string }
/**
 * `greeting`: nothing but a greeting. `question`: the next message may answer it. `dropped`: the user declined the
 * question. `too-many`: more commands than one message can have. `too-complex`: parsing it took too long.
 */
export const READING_KINDS = [
  'commands',
  'help',
  'greeting',
  'question',
  'dropped',
  'unknown',
  'too-many',
  'too-complex',
] as const
export type ReadingKind = (typeof READING_KINDS)[number]
/** How a message was parsed without a language model, shown under its reply. */
export type ReadingPart = {
  type: 'reading'
  /** A language model is connected but wasn’t needed. */
  instant: boolean
  /** Not stored by older versions. */
  kind?: ReadingKind
  /** The message, joined with an earlier one that it completed; spans are offsets in it. */
  text: string
  /** The earlier message. */
  completes?: string
  spans: readonly { start: number; end: number; role: string; value: string }[]
}
/** A button: its label, and the complete message that it sends. */
export type Choice = { label: string; say: string }
/** What the user may mean, one button each: `say` is sent as a message. */
export type ChoicesPart = { type: 'choices'; options: readonly Choice[] }
/** Memories that this answer used: in the model's context, or recalled. */
export type MemoriesPart = { type: 'memories'; used: readonly { id: string; text: string }[] }
/** Suggested memories: saved once the user accepts them. */
export type ProposalsPart = { type: 'proposals'; items: readonly Proposal[] }
export type Proposal = { id: string; text: string; state: 'open' | 'kept' | 'dropped' }
/** The last part of an imported message: it wasn’t said here, so it is read as data. */
export type ImportedPart = { type: 'imported' }
export type Part =
  | TextPart
  | ToolPart
  | NoticePart
  | ReadingPart
  | ChoicesPart
  | MemoriesPart
  | ProposalsPart
  | ImportedPart

export const isImported = ({ parts }: Pick<Message, 'parts'>) => parts.some(({ type }) => type === 'imported')

export type Message = {
  id: string
  sessionId: string
  role: 'user' | 'assistant'
  parts: readonly Part[]
  /** The turn it belongs to; `null` = a queued message. */
  turnId: string | null
  /** Orders the conversation. */
  position: number
  /** Increases whenever this message is stored. */
  version: number
  createdAt: number
}

export type Turn = {
  id: string
  sessionId: string
  status: TurnStatus
  /** Which run of the turn this is, from 1. */
  run: number
  /** The answering model’s display name. */
  model: string
  /** The agent that the message asked. */
  agent: AgentName
  startedAt: number
  endedAt: number | null
}

export type SessionSummary = {
  id: string
  name: string
  /** Epoch milliseconds of the last change or message. */
  updatedAt: number
  busy: boolean
  /** Hidden until a new message is sent to it. */
  archived: boolean
}

export type RevisionEvent = {
  number: number
  actor: Actor
  turnId: string | null
  /** The key of the call that made it: when it arrives, the browser drops its pending command. */
  key: string | null
  reply: string
  changes: readonly Change[]
  undoes: readonly number[]
  createdAt: number
}

export type ModelInfo = {
  kind: 'openai' | 'compatible' | 'offline'
  /** Display name: `gpt-5-mini`, `Offline model`. */
  name: string
}

/** Every row of a board, table by table. */
export type BoardRows = { readonly [Name in keyof RowOf]: readonly RowOf[Name][] }

export type Snapshot = {
  /** The feed continues after this. */
  cursor: number
  session: SessionSummary & { revision: number }
  sessions: readonly SessionSummary[]
  rows: BoardRows
  nextNumber: number
  /** Rows that failed their schema on read; the rest of the board is usable. */
  damaged: number
  /** The active revisions of recent turns, so that messages can offer undo. */
  activeRevisions: readonly ActiveRevision[]
  messages: readonly Message[]
  /** Whether there are older messages. */
  hasOlder: boolean
  /** Turns of the messages above. */
  turns: readonly Turn[]
  canUndo: boolean
  canRedo: boolean
  model: ModelInfo
  /** Agents that can be mentioned. */
  agents: readonly AgentInfo[]
  person: ScreenPerson
  /** Identifies the account within a browser; grants no access. */
  account: string
  /** Tools that the user allowed on this board until the server stops. */
  grants: readonly string[]
}

export type ActiveRevision = {
  number: number
  turnId: string
  reply: string
  /** Ids of the visible rows it changed. */
  rows: readonly string[]
}

/** One event of the feed. All but `text` are stored, and carry the cursor a reader resumes from. */
export type FeedEvent =
  | { kind: 'revision'; sessionId: string; revision: RevisionEvent; canUndo: boolean; canRedo: boolean }
  | { kind: 'message'; sessionId: string; message: Message }
  | { kind: 'message-removed'; sessionId: string; messageId: string }
  | { kind: 'messages-cleared'; sessionId: string }
  | { kind: 'turn'; sessionId: string; turn: Turn }
  | { kind: 'session'; sessionId: string; session: SessionSummary | null }
  /** All grants of the user, by session; never stored. */
  | { kind: 'grants'; grants: Readonly<Record<string, readonly string[]>> }
  /** How the user reads dates, after a change in a conversation; never stored. */
  | { kind: 'person'; person: ScreenPerson }
  /** The current build, sent on each connection; never stored. */
  | { kind: 'build'; build: string }
  | { kind: 'text'; sessionId: string; messageId: string; part: number; offset: number; append: string }
  | { kind: 'reset' }

/** An event in transit: `cursor` is null if it is never stored; `after` is the previous cursor. */
export type Envelope = { cursor: number | null; after: number; event: FeedEvent }
