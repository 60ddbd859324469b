/** What a command is: a validated intent, decided by a pure function over the rows it says it reads. */
import type { z } from 'zod'
import type { Change } from './changes.ts'
import type { Actor, Status } from './names.ts'
import type { Board, Value } from './types.ts'

/** What a command may read. The door loads these rows and nothing else. */
export type Selector =
  | { by: 'tasks'; ids: readonly string[] }
  /** Ids that should be free: rows that were removed under them are of no interest. */
  | { by: 'new-tasks'; ids: readonly string[] }
  | { by: 'categories' }
  | { by: 'tasks-in-category'; categoryId: string }
  | { by: 'last-in-column'; status: Status }
  | { by: 'neighbours'; of: string }
  | { by: 'column'; status: Status }
  | { by: 'lists' }
  /** The rows of one list, or of every list. */
  | { by: 'items'; listId: string | 'all' }
  | { by: 'values' }
  | { by: 'checkpoints' }
  | { by: 'revisions'; numbers: readonly number[] }
  | { by: 'turn-revisions'; turnId: string }
  | { by: 'latest-undoable'; whose: 'own' | 'any' }
  | { by: 'latest-redoable'; whose: 'own' | 'any' }
  /** Rows that were removed, as they were last, with what went with a list. */
  | { by: 'removed'; ids: readonly string[] }
  /** What the agent did since the beginning of this turn and still stands. */
  | { by: 'since-turn'; turnId: string }
  /** Every change after this revision, the values there are, and those that ran out as they were then. */
  | { by: 'changes-since'; revision: number }

export type RevisionKind = 'edit' | 'undo' | 'redo'

export type RevisionRecord = {
  number: number
  actor: Actor
  turnId: string | null
  reply: string
  kind: RevisionKind
  /** Revisions this one takes back: not empty on an undo and on a redo, which is the undo of an undo. */
  undoes: readonly number[]
  undoneBy: number | null
  changes: readonly Change[]
  /** Fields of the same rows that later revisions, still standing and no undos themselves, changed; in values, paths. */
  movedOn: readonly { revision: number; table: Change['table']; id: string; fields: readonly string[] }[]
}

/** The rows and records a command asked for. In a browser: the whole board and no records. */
export type View = Board & {
  wholeColumns: ReadonlySet<Status>
  /** Ids of the lists whose items are all here. */
  wholeLists: ReadonlySet<string>
  taskCount: number
  /** The newest revision of the session; 0 in a browser, which is not asked. */
  revision: number
  /** Rows that are gone, by id, as far as the log still names them. */
  removed: ReadonlyMap<string, { number: number; title: string }>
  revisions: readonly RevisionRecord[]
  /** The changes that took away the rows asked for by `removed`, and what went with them. */
  gone: readonly Change[]
  /** The changes after a revision, oldest first; `null` where nobody asked for them. */
  since: readonly Change[] | null
  /** Values as they were at that revision, where a later change is of one that is gone by now. */
  past: ReadonlyMap<string, Value>
}

export type Env = {
  /** Epoch milliseconds. */
  now: number
  actor: Actor
  turnId: string | null
}

export const REFUSAL_CODES = [
  'invalid',
  'not_found',
  'removed',
  'limit',
  'exists',
  'protected',
  'ambiguous',
  'nothing_to_undo',
  'moved_on',
  'not_allowed',
  'key_reused',
  'turn_over',
  'busy',
  'stale',
  'rate',
  'waits',
  'failed',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** Expected failures are values; `message` says what to do next. */
export type Refusal = { ok: false; code: RefusalCode; message: string }
export type Accepted = {
  ok: true
  changes: Change[]
  /** What was done. */
  reply: string
  /** What could not be done of it: an undo leaves alone what changed since. */
  left?: string
  kind?: RevisionKind
  undoes?: readonly number[]
  /** Worth a revision though no row changes. */
  isLandmark?: boolean
}
export type Decision = Accepted | Refusal | { need: readonly Selector[] }

export type Outcome =
  | { ok: true; revision: number | null; changes: readonly Change[]; reply: string; left?: string }
  | Refusal

/** `removed`: a task that is gone, by its number or title. */
export type RefKind = 'task' | 'category' | 'removed'

export type CommandDefinition<Name extends string = string, Schema extends z.ZodObject = z.ZodObject> = {
  name: Name
  description: string
  input: Schema
  /** Input fields that hold ids of rows: people and models name them by number or words instead. */
  refs: Readonly<Record<string, RefKind>>
  /** Input fields that hold the id of a row to be made: its creator's, never a model's. */
  newIds: readonly string[]
  /** Input fields that only people's screens use: hidden from models. */
  uiOnly: readonly string[]
  destructive: boolean
  /**
   * What more, beside removing several tasks, makes the agent's call wait for the user: `used`: tasks have the category
   * it names. `several`: the step holds other calls that remove.
   */
  approvalRule?: 'always' | 'used' | 'several'
  /** `callers`: people's screens and programs, no tool is made of it. `system`: refused from anybody else. */
  audience: 'everyone' | 'callers' | 'system'
  /** What the log keeps of the input, where the changes say the rest. */
  logged?(input: z.output<Schema>): unknown
  reads(input: z.output<Schema>): readonly Selector[]
  decide(input: z.output<Schema>, view: View, env: Env): Decision
}

/** `name` and the type of the input are inferred; `refs` and `newIds` may only name fields of the input. */
export function defineCommand<const Name extends string, Schema extends z.ZodObject>(
  definition: Omit<CommandDefinition<Name, Schema>, 'refs' | 'newIds' | 'uiOnly' | 'audience'> & {
    audience?: 'callers' | 'system'
    refs?: { [Field in keyof z.output<Schema> & string]?: RefKind }
    newIds?: readonly (keyof z.output<Schema> & string)[]
    uiOnly?: readonly (keyof z.output<Schema> & string)[]
  },
): CommandDefinition<Name, Schema> {
  const refs = (definition.refs ?? {}) as Record<string, RefKind>
  return { audience: 'everyone', newIds: [], uiOnly: [], ...definition, refs }
}

export function accept(changes: readonly (Change | null)[], reply: string): Accepted {
  return { ok: true, changes: changes.filter((change) => change !== null), reply }
}

/** All that is said of it, as the log and the agent have it. */
export function fullReply({ reply, left }: Pick<Accepted, 'reply' | 'left'>): string {
  return left ? `${reply} ${left}` : reply
}

export function refuse(code: RefusalCode, message: string): Refusal {
  return { ok: false, code, message }
}
