/** The events that an API client gets for a message until its turn has ended. Named as in the feed. */
import type { Change } from '#lib/board/model/changes.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import type {
  Approval,
  Choice,
  Message,
  Part,
  RevisionEvent,
  TextPart,
  Turn,
  TurnStatus,
} from '#lib/board/wire/events.ts'
import type { CallerState } from '#lib/session/commands/api-state.ts'

type OtherPart = Exclude<Part, TextPart>

export type RunEvent =
  /** The message as stored; `turnId` is null while it is queued. */
  | { kind: 'message'; message: Message }
  /** A new `run` starts the reply over. */
  | { kind: 'turn'; turn: Turn }
  /** Each continues the one before: the `append`s of a part, joined, are its text. */
  | { kind: 'text'; messageId: string; part: number; offset: number; append: string }
  /** The current version of a part that isn’t text: a tool call is sent again with its result. */
  | { kind: OtherPart['type']; messageId: string; part: number; content: OtherPart }
  /** Any new revision of the session, by any actor. */
  | { kind: 'revision'; revision: RevisionEvent }
  | ({ kind: 'end' } & (RunEnd | Refusal))

/** The changes of a turn that weren’t undone. */
export type Made = { revision: number; reply: string; changes: readonly Change[] }

/** A short title, and the rows that would change. */
export type Question = Pick<Approval, 'ask' | 'rows'>

export type RunEnd = {
  ok: true
  boardId: string
  status: Exclude<TurnStatus, 'running'>
  messageId: string
  turnId: string
  model: string
  /** The text of the model. */
  reply: string
  /** The notice of the system, if the turn ended early. */
  notice: string | null
  changed: Made[]
  /** Pending approvals: a message that only says yes or no answers all of them. */
  asks: Question[]
  /** Messages that the reply offers as answers to its question. */
  choices: Choice[]
  /** The session state after the turn, and its revision. */
  revision: number
  state: CallerState
}
