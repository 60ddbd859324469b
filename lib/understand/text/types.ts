/** Input and output of the reader. */

import type { CommandName } from '#lib/board/commands/registry.ts'
import type { Effort, Priority, Status } from '#lib/board/model/names.ts'
import type { Task } from '#lib/board/model/types.ts'
import type { ReaderName } from '#lib/board/readers/registry.ts'
import type { UserToolName } from '#lib/board/readers/user-tools.ts'
import type { JsonObject, JsonValue } from '#lib/board/state/json.ts'
import type { Choice, ReadingKind } from '#lib/board/wire/events.ts'
import type { DateOrder } from '#lib/board/wire/settings.ts'

export type Context = {
  /** Epoch milliseconds. */
  now: number
  timeZone: string
  /** How to read `3/4`. Default: month first. */
  dateOrder?: Exclude<DateOrder, 'auto'>
  /** The first day of the week, 0 = Sunday. Default: Monday. */
  weekStart?: number
  /** Names of the board's categories. */
  categories: readonly string[]
  /** Numbers of the tasks in the list that was last shown, in order: for “the second one”. */
  shown?: readonly number[]
  /** The last task that was changed or removed: for “it”. */
  lastNumber?: number
  /** The last task of the list that was last shown, unless another task was changed since: for “the last one”. */
  lastShown?: number
  /** The tasks that were last removed, if no other was changed since: for “put it back”. */
  removed?: Removed
  /** Tasks of the board, latest first, if they were loaded. */
  tasks?: readonly KnownTask[]
  /** There are more tasks than these. */
  more?: boolean
  /** The board's lists in their order. */
  lists?: readonly KnownList[]
  /** The session state by key. */
  values?: JsonObject
  /** Names of checkpoints, the latest first. */
  checkpoints?: readonly string[]
  /** The previous message and its question: this message may be the answer. */
  asked?: string
  /** The choices of that question as they were shown: the board may have changed since. */
  offered?: readonly Choice[]
}

/** `isLatest`: the board has not changed since. */
export type Removed = { numbers: readonly number[]; isLatest: boolean }

/** Fields of tasks that hold lists, as rows have them. */
type ListFields = {
  [Name in keyof Task as Task[Name] extends readonly string[] ? Name : never]?: Task[Name]
}

export type KnownTask = ListFields & {
  number: number
  title: string
  status: Status
  category?: string
  due?: string | null
  priority?: Priority
  effort?: Effort
  isBlocked?: boolean
  /** Its place in its column, counted from 0. */
  place?: number
}
export type KnownList = { name: string; items: readonly string[] }

/** A call as a language model would make it: tasks, lists and categories named as people name them. */
export type Intent = {
  tool: CommandName | ReaderName | UserToolName
  args: Readonly<Record<string, JsonValue>>
}

export type Role =
  | 'verb'
  | 'task'
  | 'title'
  | 'category'
  | 'priority'
  | 'field'
  | 'effort'
  | 'due'
  | 'notes'
  | 'status'
  | 'percent'
  | 'reason'
  | 'filter'
  | 'filler'
  | 'list'
  | 'item'
  | 'key'
  | 'value'
  | 'checkpoint'

/** The role of a span of the message; offsets refer to the message as typed. */
export type Span = { start: number; end: number; role: Role; value: string }

export type Reading = {
  kind: ReadingKind
  intents: readonly Intent[]
  spans: readonly Span[]
  /** 0 to 1: the confidence of the least certain intent. */
  confidence: number
  /** Ask back, and change nothing. */
  question?: string
  /** Choices for the question: each is a complete message. */
  choices?: readonly Choice[]
  /** If the message answered a question: the earlier message, and both combined, to which the spans refer. */
  completes?: string
  whole?: string
  /** A note that the reply must include. */
  note?: string
  /** A part of the message that was ignored. */
  unread?: string
}

/** The result of one clause: calls, or a question instead. */
export type ClauseResult =
  | {
      intents: readonly Intent[]
      spans?: readonly Span[]
      open?: Openness
      note?: string
      /** What was mentioned without a command: “I'm out of milk”. */
      things?: readonly string[]
      /** The question if the whole message has no command. */
      otherwise?: ClarifyingQuestion
      /** The position of its task set in the message. */
      setAt?: { start: number; end: number }
    }
  | ClarifyingQuestion

/**
 * What must be said next: `text` is anything but a command or a question, `name` a single word even where it is a
 * command; the others must read as what they name.
 */
export type Wants = 'text' | 'name' | 'task' | 'due' | 'fields' | 'place'

/** A clarifying question. `gap`: the ambiguous words; `among`: the tasks they match. */
export type ClarifyingQuestion = {
  question: string
  /** What its answer is; left out where only its choices and what is `among` answer it. */
  wants?: Wants
  /** The message that says it whole; without it the answer goes wherever it makes a command. */
  fill?(said: string, answer: string): string
  /** Answers to click. */
  offers?: readonly string[]
  spans?: readonly Span[]
  gap?: { start: number; end: number }
  among?: readonly KnownTask[]
  /** Messages that may have been meant, to click instead of an answer. */
  choices?: readonly Choice[]
}

/** Whether what follows “and” can still belong to the text of the command before it. */
export type Openness = 'closed' | 'half' | 'open'

/** What is known while a clause is parsed: the context, and what earlier clauses mentioned. */
export type ParseContext = {
  context: Context
  /** `YYYY-MM-DD` where the user is. */
  today: string
  /** The name of the last mentioned task: what “it” means. */
  it?: string
  /** The last mentioned list. */
  list?: string
  /** The names of the tasks in the previous clause: what “them” means. */
  names?: readonly string[]
  /** The last mentioned things, for “put them on my list”. */
  things?: readonly string[]
}
