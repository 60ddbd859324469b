'use server'

import { z } from 'zod'
import * as templates from '#lib/agent/prompt/system-prompt.ts'
import * as agent from '#lib/agent/run/control.ts'
import type { Command, Commands } from '#lib/board/commands/registry.ts'
import type { Outcome, Refusal } from '#lib/board/model/command.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { ACTORS, type Actor } from '#lib/board/model/names.ts'
import type { SessionFacts } from '#lib/board/readers/session-state.ts'
import type {
  Done,
  FilledInstructions,
  HistoryPage,
  OlderMessages,
  PreviewAnswer,
  SearchHit,
  Trash,
} from '#lib/board/wire/board-actions.ts'
import { keepBrowser } from '#lib/identity/account.ts'
import { act } from '#lib/identity/action-gate.ts'
import { LIMITS } from '#lib/limits.ts'
import * as facts from '#lib/memory/agent-changes.ts'
import * as proposals from '#lib/memory/proposals.ts'
import { getInstructions, setInstructions } from '#lib/session/boards/instructions.ts'
import * as lifecycle from '#lib/session/boards/lifecycle.ts'
import { renameSession as rename } from '#lib/session/boards/naming.ts'
import * as sessions from '#lib/session/boards/sessions.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { preview } from '#lib/session/commands/preview.ts'
import { factsOf } from '#lib/session/commands/session-state.ts'
import { BOARD_NOT_FOUND } from '#lib/session/commands/update-session.ts'
import * as history from '#lib/session/queries/history.ts'
import { olderThan } from '#lib/session/queries/messages.ts'
import { search } from '#lib/session/queries/search.ts'
import * as trash from '#lib/session/queries/trash.ts'
import * as queue from '#lib/turns/queue.ts'

// Arguments are what anybody can send: each action hands them to `act` unread.
const id = idSchema
const sessionOnly = z.tuple([id])
const twoIds = z.tuple([id, id])
// The exact limits are said by the rules themselves; these only bound what is looked at.
const template = z.string().max(LIMITS.instructionsChars * 4)
const messageText = z
  .string()
  .max(LIMITS.messageChars * 4, `Messages can have up to ${LIMITS.messageChars} characters.`)

export async function runCommand(sessionId: string, key: string, command: Commands): Promise<Outcome> {
  const schema = z.tuple([id, id, z.union([z.looseObject({}), z.array(z.unknown())])])
  return act('commands', schema, [sessionId, key, command], (user, [session, callKey, sent]) =>
    execute({ userId: user.id, sessionId: session, actor: 'user', key: callKey }, sent),
  )
}

export async function sendMessage(
  sessionId: string,
  message: { id: string; text: string; rollBack?: string },
): Promise<Done | Refusal> {
  return act(
    'messages',
    z.tuple([id, z.object({ id, text: messageText, rollBack: id.optional() })]),
    [sessionId, message],
    (user, [session, sent]) => agent.sendMessage(user.id, session, sent),
  )
}

export async function stopTurn(sessionId: string, turnId: string): Promise<Done | Refusal> {
  return act('commands', twoIds, [sessionId, turnId], (user, [session, turn]) =>
    agent.stop({ userId: user.id, sessionId: session, turnId: turn }),
  )
}

export async function editQueued(
  sessionId: string,
  messageId: string,
  text: string,
): Promise<Done | Refusal> {
  const args = [sessionId, messageId, text]
  return act('messages', z.tuple([id, id, messageText]), args, (user, [session, message, words]) =>
    queue.editQueued({ userId: user.id, sessionId: session, messageId: message }, words),
  )
}

export async function removeQueued(sessionId: string, messageId: string): Promise<Done | Refusal> {
  return act('commands', twoIds, [sessionId, messageId], (user, [session, message]) =>
    queue.removeQueued({ userId: user.id, sessionId: session, messageId: message }),
  )
}

export async function sendNow(sessionId: string, messageId: string): Promise<Done | Refusal> {
  return act('messages', twoIds, [sessionId, messageId], (user, [session, message]) =>
    agent.sendNow({ userId: user.id, sessionId: session, messageId: message }),
  )
}

export async function continueTurn(sessionId: string, turnId: string): Promise<Done | Refusal> {
  return act('messages', twoIds, [sessionId, turnId], (user, [session, turn]) =>
    agent.continueTurn({ userId: user.id, sessionId: session, turnId: turn }),
  )
}

export async function retryTurn(sessionId: string, turnId: string): Promise<Done | Refusal> {
  return act('messages', twoIds, [sessionId, turnId], (user, [session, turn]) =>
    agent.retryTurn({ userId: user.id, sessionId: session, turnId: turn }),
  )
}

export async function decideApproval(
  sessionId: string,
  approvalId: string,
  verdict: agent.Verdict,
  note = '',
): Promise<Done | Refusal> {
  const said = z.enum(['allow', 'allow-session', 'deny'])
  const schema = z.tuple([id, id, said, z.string().max(LIMITS.denialChars * 4)])
  const args = [sessionId, approvalId, verdict, note]
  return act('commands', schema, args, (user, [session, approval, answer, words]) =>
    agent.decideApproval({ userId: user.id, sessionId: session, approvalId: approval }, answer, words),
  )
}

export async function revokeGrant(sessionId: string, tool: string): Promise<Done | Refusal> {
  return act('commands', z.tuple([id, z.string().max(64)]), [sessionId, tool], (user, [session, name]) =>
    agent.revokeGrant(user.id, session, name),
  )
}

export async function olderMessages(
  sessionId: string,
  beforePosition: number,
): Promise<OlderMessages | Refusal> {
  return act('reads', z.tuple([id, z.int()]), [sessionId, beforePosition], (user, [session, position]) =>
    olderThan(user.id, session, position),
  )
}

export async function sessionFacts(sessionId: string): Promise<{ ok: true; facts: SessionFacts } | Refusal> {
  return act('reads', sessionOnly, [sessionId], async (user, [session]) => {
    const facts = await factsOf(user.id, session)
    return facts ? { ok: true, facts } : BOARD_NOT_FOUND
  })
}

export async function boardOpened(
  sessionId: string,
  timeZone: string,
  locale: string,
): Promise<Done | Refusal> {
  return act(
    'reads',
    z.tuple([id, z.string().max(64), z.string().max(35).optional()]),
    [sessionId, timeZone, locale],
    async (user, [session, zone, language = user.settings.locale]) => {
      const isNews = zone !== user.timeZone || language !== user.settings.locale
      if (isNews) await keepBrowser(user.id, { timeZone: zone, locale: language })
      await sessions.markOpened(user.id, session)
      return { ok: true }
    },
  )
}

export async function createSession(): Promise<{ ok: true; sessionId: string } | Refusal> {
  return act('commands', z.tuple([]), [], (user) => sessions.createSession(user.id))
}

export async function renameSession(sessionId: string, name: string): Promise<Done | Refusal> {
  return act('commands', z.tuple([id, z.string()]), [sessionId, name], (user, [session, given]) =>
    rename(user.id, session, given),
  )
}

export async function deleteSession(sessionId: string): Promise<Done | Refusal> {
  return act('commands', sessionOnly, [sessionId], (user, [session]) => agent.deleteSession(user.id, session))
}

export async function restoreSession(sessionId: string): Promise<Done | Refusal> {
  return act('commands', sessionOnly, [sessionId], (user, [session]) =>
    lifecycle.restoreSession(user.id, session),
  )
}

export async function archiveSession(sessionId: string): Promise<Done | Refusal> {
  return act('commands', sessionOnly, [sessionId], (user, [session]) =>
    lifecycle.archiveSession(user.id, session),
  )
}

export async function unarchiveSession(sessionId: string): Promise<Done | Refusal> {
  return act('commands', sessionOnly, [sessionId], (user, [session]) =>
    lifecycle.unarchiveSession(user.id, session),
  )
}

export async function readInstructions(
  sessionId: string,
): Promise<{ ok: true; own: string | null; first: string } | Refusal> {
  return act('reads', sessionOnly, [sessionId], async (user, [session]) => {
    const found = await getInstructions(user.id, session)
    return found.ok ? { ...found, first: templates.FIRST_INSTRUCTIONS } : found
  })
}

export async function previewInstructions(
  sessionId: string,
  text: string,
): Promise<FilledInstructions | Refusal> {
  return act('reads', z.tuple([id, template]), [sessionId, text], (user, [session, written]) =>
    templates.previewInstructions(user.id, session, written),
  )
}

export async function saveInstructions(sessionId: string, text: string | null): Promise<Done | Refusal> {
  const schema = z.tuple([id, template.nullable()])
  return act('commands', schema, [sessionId, text], (user, [session, written]) =>
    setInstructions(user.id, session, written),
  )
}

export async function duplicateSession(
  sessionId: string,
): Promise<{ ok: true; sessionId: string } | Refusal> {
  return act('commands', sessionOnly, [sessionId], (user, [session]) =>
    sessions.duplicateSession(user.id, session),
  )
}

export async function clearChat(sessionId: string): Promise<Done | Refusal> {
  return act('commands', sessionOnly, [sessionId], (user, [session]) => agent.clearChat(user.id, session))
}

export async function decideProposal(
  sessionId: string,
  messageId: string,
  proposalId: string,
  keep: boolean,
): Promise<Done | Refusal> {
  const schema = z.tuple([id, z.string().max(100), id, z.boolean()])
  return act(
    'commands',
    schema,
    [sessionId, messageId, proposalId, keep],
    (user, [session, reply, fact, kept]) =>
      proposals.decideProposal({ userId: user.id, sessionId: session }, reply, fact, kept),
  )
}

export async function decideFact(
  sessionId: string,
  messageId: string,
  factId: string | null,
  yes: boolean,
): Promise<Done | Refusal> {
  const schema = z.tuple([id, z.string().max(100), id.nullable(), z.boolean()])
  const args = [sessionId, messageId, factId, yes]
  return act('commands', schema, args, (user, [session, reply, fact, answer]) => {
    const where = { userId: user.id, sessionId: session }
    return fact ? facts.decideFact(where, reply, fact, answer) : facts.revertMemories(where, reply)
  })
}

export async function readHistory(
  sessionId: string,
  filter: { before?: number; actor?: Actor; row?: string },
): Promise<HistoryPage | Refusal> {
  const asked = z.object({
    before: z.int().positive().optional(),
    actor: z.enum(ACTORS).optional(),
    row: id.optional(),
  })
  return act('reads', z.tuple([id, asked]), [sessionId, filter], (user, [session, wanted]) =>
    history.readHistory(user.id, session, wanted),
  )
}

export async function readTrash(sessionId: string): Promise<Trash | Refusal> {
  return act('reads', sessionOnly, [sessionId], (user, [session]) => trash.readTrash(user.id, session))
}

export async function previewCommand(sessionId: string, command: Command): Promise<PreviewAnswer | Refusal> {
  return act(
    'reads',
    z.tuple([id, z.looseObject({})]),
    [sessionId, command],
    async (user, [session, sent]) => {
      const shown = await preview({ userId: user.id, sessionId: session, actor: 'user' }, sent)
      return shown.ok ? { ok: true, lines: shown.lines, reply: shown.reply } : shown
    },
  )
}

export async function searchSessions(
  query: string,
): Promise<{ ok: true; hits: readonly SearchHit[] } | Refusal> {
  const schema = z.tuple([z.string().max(LIMITS.searchChars)])
  return act('reads', schema, [query], (user, [words]) => search(user.id, words))
}
