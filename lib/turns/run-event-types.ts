/** What a program that sent a message is told until its turn has ended. The words are those of the feed. */
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
  /** The message as it is stored; `turnId` is null while it waits for its turn. */
  | { kind: 'message'; message: Message }
  /** A new `run` begins its reply anew. */
  | { kind: 'turn'; turn: Turn }
  /** Each goes on where the one before it ended: whoever joins the `append`s of a part has its text. */
  | { kind: 'text'; messageId: string; part: number; offset: number; append: string }
  /** A part that is no text, as it is now: a tool call comes again with its result. */
  | { kind: OtherPart['type']; messageId: string; part: number; content: OtherPart }
  /** Any new revision of the session, whoever made it. */
  | { kind: 'revision'; revision: RevisionEvent }
  | ({ kind: 'end' } & (RunEnd | Refusal))

/** What a turn made that still stands. */
export type Made = { revision: number; reply: string; changes: readonly Change[] }

/** What would be done, in a few words, and the rows it would touch. */
export type Question = Pick<Approval, 'ask' | 'rows'>

export type RunEnd = {
  ok: true
  status: Exclude<TurnStatus, 'running'>
  messageId: string
  turnId: string
  model: string
  /** What the model said. */
  reply: string
  /** What the system said: how the turn ended, where it did not end well. */
  notice: string | null
  changed: Made[]
  /** What waits for the user: a message that only says yes or no answers all of it. */
  asks: Question[]
  /** Messages that the reply offers as answers to its question. */
  choices: Choice[]
  /** The session state after all of it, and the revision it stands at. */
  revision: number
  state: CallerState
}
