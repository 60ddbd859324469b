/** What travels to a screen: the snapshot on load, and the feed after it. */
import type { AgentInfo, AgentName } from '../model/agents.ts'
import type { Change } from '../model/changes.ts'
import type { Actor } from '../model/names.ts'
import type { RowOf, TableName } from '../model/types.ts'
import type { ScreenPerson } from './settings.ts'

export const TURN_STATUSES = ['running', 'waiting', 'completed', 'stopped', 'failed', 'interrupted'] as const
export type TurnStatus = (typeof TURN_STATUSES)[number]

export type ToolState = 'running' | 'waiting' | 'done' | 'refused' | 'failed'

export type TextPart = { type: 'text'; text: string }
export type ToolPart = {
  type: 'tool'
  callId: string
  /** Which model call of the run made it; calls of one step belong together. */
  step: number
  name: string
  /** Arguments as the model gave them. */
  input: unknown
  state: ToolState
  /** What the model was told. */
  output: string | null
  /** The revision it made, `null` where nothing changed. */
  revision: number | null
  /** The numbers of the tasks that it listed, in that order. Not stored by older versions. */
  listed?: readonly number[]
  /** Epoch milliseconds. */
  startedAt: number
  endedAt: number | null
  /** It waits for the user's word, or waited for it. */
  approval?: Approval
  /** What it did to what is remembered. */
  fact?: MemoryChange
}
/** A fact that a call remembered or forgot, to be taken back in the reply; `open` waits there for the user's word. */
export type MemoryChange = {
  /** Of the call. */
  id: string
  memoryId: string
  text: string
  did: 'remember' | 'forget'
  state: 'done' | 'open' | 'undone' | 'dropped'
}
/** What the user is asked before a call is done, and what they said. */
export type Approval = {
  id: string
  status: 'pending' | 'allowed' | 'denied' | 'expired'
  /** What the call would do: `Remove 3 tasks`. */
  ask: string
  /** Every row it is about, by the name it had when it was shown. */
  rows: readonly AffectedRow[]
  /** It does no such harm itself, but comes after a call of its step that waits. */
  isBehind: boolean
  /** The board had moved since it was shown first. */
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
/** What the system says, not the model: how a turn ended, and what to do next. */
export type NoticePart = { type: 'notice'; tone: 'info' | 'error'; text: string }
/**
 * `question`: the next message may answer it. `dropped`: the user declined what was asked. `too-many`: more commands
 * than one message can hold. `too-complex`: reading it took too long.
 */
export const READING_KINDS = [
  'commands',
  'help',
  'question',
  'dropped',
  'unknown',
  'too-many',
  'too-complex',
] as const
export type ReadingKind = (typeof READING_KINDS)[number]
/** How a message was read without a language model, under the reply to it. */
export type ReadingPart = {
  type: 'reading'
  /** A language model is connected and was not needed. */
  instant: boolean
  /** Not stored by older versions. */
  kind?: ReadingKind
  /** The message, together with an earlier one that it completed; spans count in it. */
  text: string
  /** The earlier message. */
  completes?: string
  spans: readonly { start: number; end: number; role: string; value: string }[]
}
/** A button: its label, and the complete message that it sends. */
export type Choice = { label: string; say: string }
/** What the user may mean, one click each: `say` is sent as a message. */
export type ChoicesPart = { type: 'choices'; options: readonly Choice[] }
/** What was known of the user when this was answered: in the model's context, or recalled. */
export type MemoriesPart = { type: 'memories'; used: readonly { id: string; text: string }[] }
/** Facts that may be worth remembering: kept once the user says so. */
export type ProposalsPart = { type: 'proposals'; items: readonly Proposal[] }
export type Proposal = { id: string; text: string; state: 'open' | 'kept' | 'dropped' }
/** Last of a message that came with a file: nobody said it here, so it is read as data. */
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
  /** The turn it belongs to; `null` = a user's message that waits for its turn. */
  turnId: string | null
  /** Orders the conversation. */
  position: number
  /** Counts up with every stored state of this message. */
  version: number
  createdAt: number
}

export type Turn = {
  id: string
  sessionId: string
  status: TurnStatus
  /** Which run of the turn this is, from 1. */
  run: number
  /** The model that answers, as the screen names it. */
  model: string
  /** Whom the message asked. */
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
  /** Out of the way, until somebody writes to it. */
  archived: boolean
}

export type RevisionEvent = {
  number: number
  actor: Actor
  turnId: string | null
  /** The key of the call that made it: a browser's pending command leaves when it comes. */
  key: string | null
  reply: string
  changes: readonly Change[]
  undoes: readonly number[]
  createdAt: number
}

export type ModelInfo = {
  kind: 'openai' | 'compatible' | 'offline'
  /** As shown: `gpt-5-mini`, `Offline model`. */
  name: string
}

/** Every row of a board, table by table. */
export type BoardRows = { readonly [Name in keyof RowOf]: readonly RowOf[Name][] }

export type Snapshot = {
  /** The feed goes on after this. */
  cursor: number
  session: SessionSummary & { revision: number }
  sessions: readonly SessionSummary[]
  rows: BoardRows
  nextNumber: number
  /** Rows that failed their schema on read; the rest of the board lives. */
  damaged: number
  /** Last revisions by turn, so that messages can offer their undo: what of each turn still stands. */
  activeRevisions: readonly ActiveRevision[]
  messages: readonly Message[]
  /** There are older messages than these. */
  hasOlder: boolean
  /** Turns of the messages above. */
  turns: readonly Turn[]
  canUndo: boolean
  canRedo: boolean
  model: ModelInfo
  /** Who can be asked, by mention. */
  agents: readonly AgentInfo[]
  person: ScreenPerson
  /** Tells the accounts of one browser apart; it opens nothing. */
  account: string
  /** Tools that the user allowed on this board until the server ends. */
  grants: readonly string[]
}

export type ActiveRevision = {
  number: number
  turnId: string
  reply: string
  /** Ids of the rows it changed, as far as they can be seen. */
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
  /** The build that serves now, told at each connection; never stored. */
  | { kind: 'build'; build: string }
  | { kind: 'text'; sessionId: string; messageId: string; part: number; offset: number; append: string }
  | { kind: 'reset' }

/** An event on its way: `cursor` is null for what is never stored; `after` is the cursor before it. */
export type Envelope = { cursor: number | null; after: number; event: FeedEvent }
