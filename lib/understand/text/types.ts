/** What the understanding of a message takes in and hands out. */

import type { CommandName } from '#lib/board/commands/registry.ts'
import type { Effort, Priority, Status } from '#lib/board/model/names.ts'
import type { ReaderName } from '#lib/board/readers/registry.ts'
import type { UserToolName } from '#lib/board/readers/user-tools.ts'
import type { JsonObject, JsonValue } from '#lib/board/state/json.ts'
import type { Choice } from '#lib/board/wire/events.ts'
import type { DateOrder } from '#lib/board/wire/settings.ts'

export type Context = {
  /** Epoch milliseconds. */
  now: number
  timeZone: string
  /** How this person writes `3/4`: month first where it is left out. */
  dateOrder?: Exclude<DateOrder, 'auto'>
  /** The day that weeks begin with, 0 = Sunday: Monday where it is left out. */
  weekStart?: number
  /** Names of the board's categories. */
  categories: readonly string[]
  /** Numbers of the tasks in the list last shown, in its order: for “the second one”. */
  shown?: readonly number[]
  /** The task last touched, also one that was removed: for “it”. */
  lastNumber?: number
  /** The end of the list last shown, unless a task outside it was touched since: for “the last one”. */
  lastShown?: number
  /** The tasks that were removed last, while no other has been changed since: for “put it back”. */
  removed?: Removed
  /** Tasks of the board, the latest first; left out where they are not at hand. */
  tasks?: readonly KnownTask[]
  /** There are more tasks than these. */
  more?: boolean
  /** The board's lists in their order. */
  lists?: readonly KnownList[]
  /** The session state by key. */
  values?: JsonObject
  /** Names of checkpoints, the latest first. */
  checkpoints?: readonly string[]
  /** What was read before this message and asked about: this one may be the answer. */
  asked?: string
  /** What that question offered, as it was shown: the board may have changed since. */
  offered?: readonly Choice[]
}

/** `isLatest`: the board has not changed since. */
export type Removed = { numbers: readonly number[]; isLatest: boolean }

export type KnownTask = {
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

/** What a stretch of the message was read as; offsets count in the message as it was typed. */
export type Span = { start: number; end: number; role: Role; value: string }

export type Reading = {
  /**
   * `dropped`: what was asked about is not to be done. `too-many`: more commands than one message can hold.
   * `too-complex`: it was not read to its end in time.
   */
  kind: 'commands' | 'help' | 'question' | 'dropped' | 'unknown' | 'too-many' | 'too-complex'
  intents: readonly Intent[]
  spans: readonly Span[]
  /** 0 to 1: how sure the least sure of the intents is. */
  confidence: number
  /** Ask back, and change nothing. */
  question?: string
  /** What may have been meant, where that is asked: each a message that says it whole. */
  choices?: readonly Choice[]
  /** Where the message answered a question: the earlier message, and both as one, in which the spans count. */
  completes?: string
  whole?: string
  /** What the answer must say beside what was done. */
  note?: string
  /** A part of the message that was passed over. */
  unread?: string
}

/** What one clause comes to: calls, or a question instead of any call. */
export type ClauseResult =
  | {
      intents: readonly Intent[]
      spans?: readonly Span[]
      open?: Openness
      note?: string
      /** What was spoken of, though nothing is done about it yet: “I'm out of milk”. */
      things?: readonly string[]
      /** Asked where the whole message comes to nothing. */
      otherwise?: ClarifyingQuestion
      /** Its tasks were said as a set, and this is where. */
      setAt?: { start: number; end: number }
    }
  | ClarifyingQuestion

/**
 * What must be said next: `text` is anything but a command or a question, `name` a single word even where it is a
 * command; the others must read as what they name.
 */
export type Wants = 'text' | 'name' | 'task' | 'due' | 'fields' | 'place'

/** A question back. `gap`: the words that say too little; `among`: what they may mean. */
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

/** What is known while a clause is read: the context, and what the clauses before it spoke of. */
export type ParseContext = {
  context: Context
  /** `YYYY-MM-DD` where the user is. */
  today: string
  /** How the task last spoken of is named: what “it” stands for. */
  it?: string
  /** The list last spoken of. */
  list?: string
  /** How the tasks are named that the clause before was about: “them”. */
  names?: readonly string[]
  /** Things last spoken of, for “put them on my list”. */
  things?: readonly string[]
}
