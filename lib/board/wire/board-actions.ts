/** What a screen can ask of its route's actions; the page hands them down. All answer at once, none awaits a model. */

import type { Command, Commands } from '../commands/registry.ts'
import type { Outcome, Refusal, RevisionKind } from '../model/command.ts'
import type { Actor } from '../model/names.ts'
import type { SessionFacts } from '../readers/session-state.ts'
import type { ActiveRevision, Message, Turn } from './events.ts'

export type Done = { ok: true }
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
  /** The standing revision that took it back. */
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
export type PreviewAnswer = { ok: true; lines: readonly PreviewLine[]; reply: string }

export type FilledInstructions = {
  ok: true
  /** As the agent reads them. */
  filled: string
  /** Places that nothing is known for: they stay as they are. */
  unknown: readonly string[]
}

export type BoardActions = {
  /** `key` is made once per intent: the same key again gives the same answer and does nothing. */
  runCommand(sessionId: string, key: string, command: Commands): Promise<Outcome>
  /** `id` is the message's, made in the browser: a retry is the same message. While a turn runs it is queued. */
  sendMessage(
    sessionId: string,
    /** `rollBack`: what the agent did from this turn on is taken back first. */
    message: { id: string; text: string; rollBack?: string },
  ): Promise<Done | Refusal>
  /** Of a message that waits for its turn; refused once it is being answered. */
  editQueued(sessionId: string, messageId: string, text: string): Promise<Done | Refusal>
  removeQueued(sessionId: string, messageId: string): Promise<Done | Refusal>
  /** Stops the turn that runs and answers this message before the others that wait. */
  sendNow(sessionId: string, messageId: string): Promise<Done | Refusal>
  stopTurn(sessionId: string, turnId: string): Promise<Done | Refusal>
  /** A new run over what an ended turn kept. */
  continueTurn(sessionId: string, turnId: string): Promise<Done | Refusal>
  /** Takes the turn's changes back, then runs it again from its message. */
  retryTurn(sessionId: string, turnId: string): Promise<Done | Refusal>
  /** What the session is besides its rows. */
  sessionFacts(sessionId: string): Promise<{ ok: true; facts: SessionFacts } | Refusal>
  /** Answers a call of the agent that waits; `allow-session` also allows its tool until the server ends. */
  decideApproval(
    sessionId: string,
    approvalId: string,
    verdict: 'allow' | 'allow-session' | 'deny',
    note?: string,
  ): Promise<Done | Refusal>
  /** Remembers a fact that was proposed under a reply, or does not. */
  decideProposal(
    sessionId: string,
    messageId: string,
    proposalId: string,
    keep: boolean,
  ): Promise<Done | Refusal>
  /**
   * `yes`: does what a call asked to remember or forget. Else: leaves it, or takes back what was done; without a
   * `factId` all that the reply remembered and forgot.
   */
  decideFact(
    sessionId: string,
    messageId: string,
    factId: string | null,
    yes: boolean,
  ): Promise<Done | Refusal>
  /** The tool is asked about again. */
  revokeGrant(sessionId: string, tool: string): Promise<Done | Refusal>
  olderMessages(sessionId: string, beforePosition: number): Promise<OlderMessages | Refusal>
  /**
   * Said once a board is on the screen: `/` comes back to it, and "tomorrow" follows the browser's zone (IANA
   * name), unless the user chose one. `locale` is the browser's language (BCP 47).
   */
  boardOpened(sessionId: string, timeZone: string, locale: string): Promise<Done | Refusal>
  createSession(): Promise<{ ok: true; sessionId: string } | Refusal>
  /** An empty name gives the automatic one back. */
  renameSession(sessionId: string, name: string): Promise<Done | Refusal>
  deleteSession(sessionId: string): Promise<Done | Refusal>
  restoreSession(sessionId: string): Promise<Done | Refusal>
  /** Out of the way; a message brings it back. */
  archiveSession(sessionId: string): Promise<Done | Refusal>
  unarchiveSession(sessionId: string): Promise<Done | Refusal>
  /** `own`: `null` where the product's, `first`, are in use. */
  readInstructions(sessionId: string): Promise<{ ok: true; own: string | null; first: string } | Refusal>
  previewInstructions(sessionId: string, template: string): Promise<FilledInstructions | Refusal>
  /** `null` gives the product's back. */
  saveInstructions(sessionId: string, template: string | null): Promise<Done | Refusal>
  duplicateSession(sessionId: string): Promise<{ ok: true; sessionId: string } | Refusal>
  /** Takes the messages away and keeps the board. */
  clearChat(sessionId: string): Promise<Done | Refusal>
  /** The log in words, newest first: before a number, by actor, by the id of a row. */
  readHistory(
    sessionId: string,
    filter: { before?: number; actor?: Actor; row?: string },
  ): Promise<HistoryPage | Refusal>
  readTrash(sessionId: string): Promise<Trash | Refusal>
  /** What a command would do; nothing is done. */
  previewCommand(sessionId: string, command: Command): Promise<PreviewAnswer | Refusal>
  searchSessions(query: string): Promise<{ ok: true; hits: readonly SearchHit[] } | Refusal>
}
