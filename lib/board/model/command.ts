/** A command: a validated change request, decided by a pure function over the rows that it declares to read. */
import type { z } from 'zod'
import type { Change } from './changes.ts'
import type { Actor, Status } from './names.ts'
import type { Board, Value } from './types.ts'

/** What a command may read. The command bus loads only these rows. */
export type Selector =
  | { by: 'tasks'; ids: readonly string[] }
  /** Ids that should be unused; removed rows with these ids don’t count. */
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
  /** Removed rows as they were last, including the items of a removed list. */
  | { by: 'removed'; ids: readonly string[] }
  /** Active revisions of the agent since this turn began. */
  | { by: 'since-turn'; turnId: string }
  /** Every change after this revision, the current values, and values that expired since, as they were then. */
  | { by: 'changes-since'; revision: number }

export type RevisionKind = 'edit' | 'undo' | 'redo'

export type RevisionRecord = {
  number: number
  actor: Actor
  turnId: string | null
  reply: string
  kind: RevisionKind
  /** Revisions that this one undoes: set on an undo and on a redo, which is the undo of an undo. */
  undoes: readonly number[]
  undoneBy: number | null
  changes: readonly Change[]
  /** Fields of the same rows that later active revisions (undos excluded) changed; for values, paths. */
  movedOn: readonly { revision: number; table: Change['table']; id: string; fields: readonly string[] }[]
}

/** The rows and revisions that a command asked for. In a browser: the whole board and no revisions. */
export type View = Board & {
  wholeColumns: ReadonlySet<Status>
  /** Ids of the lists whose items are all here. */
  wholeLists: ReadonlySet<string>
  taskCount: number
  /** The newest revision of the session; 0 in a browser, where it is not used. */
  revision: number
  /** Deleted rows by id, as far as the log still names them. */
  removed: ReadonlyMap<string, { number: number; title: string }>
  revisions: readonly RevisionRecord[]
  /** The changes that removed the rows asked for by `removed`, and the rows removed with them. */
  gone: readonly Change[]
  /** The changes after a revision, oldest first; `null` if not asked for. */
  since: readonly Change[] | null
  /** Values as they were at that revision, if they changed later and have since expired. */
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
  /** What it couldn’t do: an undo keeps what changed since. */
  left?: string
  kind?: RevisionKind
  undoes?: readonly number[]
  /** Stored as a revision although no row changes. */
  isLandmark?: boolean
}
export type Decision = Accepted | Refusal | { need: readonly Selector[] }

export type Outcome =
  | { ok: true; revision: number | null; changes: readonly Change[]; reply: string; left?: string }
  | Refusal

/** `removed`: a deleted task, by its number or title. */
export type RefKind = 'task' | 'category' | 'removed'

export type CommandDefinition<Name extends string = string, Schema extends z.ZodObject = z.ZodObject> = {
  name: Name
  description: string
  input: Schema
  /** Input fields that hold ids of rows, which people and models name by number or title. */
  refs: Readonly<Record<string, RefKind>>
  /** Input fields that hold the id of a new row, set by the client and never by a model. */
  newIds: readonly string[]
  /** Input fields that only the screens use: hidden from models. */
  uiOnly: readonly string[]
  destructive: boolean
  /**
   * What else requires approval, besides removing several tasks. `used`: tasks have the category
   * it names. `several`: the step has other calls that remove tasks.
   */
  approvalRule?: 'always' | 'used' | 'several'
  /** `callers`: screens and programs, but not a tool. `system`: refused from all others. */
  audience: 'everyone' | 'callers' | 'system'
  /** The part of the input to store in the log, where the changes hold the rest. */
  logged?(input: z.output<Schema>): unknown
  reads(input: z.output<Schema>): readonly Selector[]
  decide(input: z.output<Schema>, view: View, env: Env): Decision
}

/** Infers `name` and the type of the input; `refs` and `newIds` can only name fields of the input. */
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

/** The whole reply, as the log stores it and the agent reads it. */
export function fullReply({ reply, left }: Pick<Accepted, 'reply' | 'left'>): string {
  return left ? `${reply} ${left}` : reply
}

export function refuse(code: RefusalCode, message: string): Refusal {
  return { ok: false, code, message }
}
