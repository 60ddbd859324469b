/** The results of a board page’s actions. */

import type { RevisionKind } from '../model/command.ts'
import type { Actor } from '../model/names.ts'
import type { ActiveRevision, Message, Turn } from './events.ts'

export type Done = { ok: true }
/** A saved board that new ones can start from. Times in epoch milliseconds. */
export type BoardTemplate = { id: string; name: string; updatedAt: number }
export type SearchHit = {
  sessionId: string
  name: string
  where: 'name' | 'task' | 'message'
  excerpt: string
}
export type OlderMessages = {
  ok: true
  messages: readonly Message[]
  turns: readonly Turn[]
  activeRevisions: readonly ActiveRevision[]
  hasOlder: boolean
}

export type HistoryEntry = {
  number: number
  actor: Actor
  turnId: string | null
  kind: RevisionKind
  reply: string
  /** The active revision that undid it. */
  undoneBy: number | null
  createdAt: number
}
export type HistoryPage = { ok: true; entries: readonly HistoryEntry[]; hasOlder: boolean }
export type Trash = {
  ok: true
  rows: readonly { id: string; table: 'task' | 'list'; name: string; removedAt: number }[]
  boards: readonly { id: string; name: string; removedAt: number }[]
}

export type PreviewLine = { table: string; id: string; what: 'added' | 'removed' | 'changed'; text: string }
export type PreviewAnswer = { ok: true; lines: readonly PreviewLine[]; left?: string }

export type FilledInstructions = {
  ok: true
  /** Filled in, as the agent reads them. */
  filled: string
  /** Placeholders without a value, which stay unchanged. */
  unknown: readonly string[]
}
