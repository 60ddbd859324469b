/** The JSON of an exported session, backward compatible with version 1. `docs/export.md` explains its fields. */
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
  /** Names and validated inputs. */
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
  /** The session's instructions template; `null` = the default. */
  instructions: string | null
}

export type SessionExport = {
  format: typeof FORMAT
  /** All times are epoch milliseconds. */
  session: ExportedSession
  /** Tasks have the name of their category. Every other key is a value. */
  state: {
    tasks: (Task & { category: string })[]
    categories: Category[]
    lists: (List & { items: Item[] })[]
    [value: string]: unknown
  }
  /** When values expire, by key. */
  expires: Readonly<Record<string, number>>
  /** Deleted keys of the template, so that their defaults don’t reappear. */
  deleted: readonly string[]
  /** Values with unreadable text; an import skips them. */
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

/** A memory about the user. */
export type ExportedMemory = { text: string; source: 'agent' | 'user'; createdAt: number }

/** A document of the user's library. */
export type ExportedDocument = { name: string; tags: readonly string[]; text: string }
