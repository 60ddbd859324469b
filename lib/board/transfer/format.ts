/** The JSON of an exported session. `docs/export.md` says what its fields mean; readers of version 1 find all of theirs. */
import type { Change } from '../model/changes.ts'
import type { Actor } from '../model/names.ts'
import type { Category, Checkpoint, Item, List, Task } from '../model/types.ts'
import type { Message, Turn } from '../wire/events.ts'

export const FORMAT = 'taskboard/2'
export const FIRST_FORMAT = 'taskboard/1'

export type ExportedRevision = {
  number: number
  actor: Actor
  turnId: string | null
  kind: 'edit' | 'undo' | 'redo'
  reply: string
  undoes: readonly number[]
  undoneBy: number | null
  /** Names and inputs, as they were understood. */
  commands: unknown
  changes: readonly Change[]
  createdAt: number
}

export type ExportedTurn = Turn & { inputTokens: number; outputTokens: number }

export type ExportedSession = {
  id: string
  name: string
  namedBy: 'auto' | 'first-message' | 'user'
  revision: number
  nextNumber: number
  createdAt: number
  updatedAt: number
  archivedAt: number | null
  visits: number
  /** The session's own template; `null` = the product's. */
  instructions: string | null
}

export type SessionExport = {
  format: typeof FORMAT
  /** Times are epoch milliseconds, here and everywhere in it. */
  session: ExportedSession
  /** Tasks name their category, as everywhere that people read them. Every other key is a value. */
  state: {
    tasks: (Task & { category: string })[]
    categories: Category[]
    lists: (List & { items: Item[] })[]
    [value: string]: unknown
  }
  /** When a value of the state is gone, by its key. */
  expires: Readonly<Record<string, number>>
  /** Keys of the template that were deleted here, so that their defaults stay away. */
  deleted: readonly string[]
  /** Values whose text could not be read; an import leaves them out. */
  damaged: readonly { key: string; text: string }[]
  checkpoints: Checkpoint[]
  revisions: ExportedRevision[]
  turns: ExportedTurn[]
  messages: Message[]
}

/** Every session of a user. */
export type EverythingExport = {
  format: typeof FORMAT
  boards: SessionExport[]
  memories: ExportedMemory[]
  documents: ExportedDocument[]
}

/** What is remembered of the user. */
export type ExportedMemory = { text: string; source: 'agent' | 'user'; createdAt: number }

/** A document of the user's library. */
export type ExportedDocument = { name: string; tags: readonly string[]; text: string }
