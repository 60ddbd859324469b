'use server'

import { z } from 'zod'
import * as templates from '#lib/agent/prompt/system-prompt.ts'
import * as agent from '#lib/agent/run/control.ts'
import type { Command, Commands } from '#lib/board/commands/registry.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { ACTORS } from '#lib/board/model/names.ts'
import { keepBrowser } from '#lib/identity/account.ts'
import { action } from '#lib/identity/action-gate.ts'
import { LIMITS } from '#lib/limits.ts'
import * as facts from '#lib/memory/agent-changes.ts'
import * as proposals from '#lib/memory/proposals.ts'
import * as create from '#lib/session/boards/create-board.ts'
import { getInstructions, setInstructions } from '#lib/session/boards/instructions.ts'
import * as lifecycle from '#lib/session/boards/lifecycle.ts'
import { renameSession as rename } from '#lib/session/boards/naming.ts'
import * as sessions from '#lib/session/boards/sessions.ts'
import * as boardTemplates from '#lib/session/boards/templates.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { preview } from '#lib/session/commands/preview.ts'
import { factsOf } from '#lib/session/commands/session-state.ts'
import { BOARD_NOT_FOUND } from '#lib/session/commands/update-session.ts'
import * as history from '#lib/session/queries/history.ts'
import { olderThan } from '#lib/session/queries/messages.ts'
import { search } from '#lib/session/queries/search.ts'
import * as trash from '#lib/session/queries/trash.ts'
import * as queue from '#lib/turns/queue.ts'

const id = idSchema
// The exact limits are checked later; these only bound the input.
const template = z.string().max(LIMITS.instructionsChars * 4)
const messageText = z
  .string()
  .max(LIMITS.messageChars * 4, `Messages can have up to ${LIMITS.messageChars} characters.`)
/** `execute` validates commands itself, with better messages. */
const isObject = (sent: unknown) => typeof sent === 'object' && sent !== null
const command = z.custom<Command>(isObject)
const commands = z.custom<Commands>(isObject)

/** `key` is an idempotency key: the same key again gives the same answer and does nothing. */
export const runCommand = action('commands', [id, id, commands], (user, sessionId, key, sent) =>
  execute({ userId: user.id, sessionId, actor: 'user', key }, sent),
)

/**
 * `id` is the message's, made in the browser: a retry is the same message. While a turn runs it is queued.
 * `rollBack`: first undoes the agent's changes from this turn on.
 */
export const sendMessage = action(
  'messages',
  [id, z.object({ id, text: messageText, rollBack: id.optional() })],
  (user, sessionId, message) => agent.sendMessage(user.id, sessionId, message),
)

export const stopTurn = action('commands', [id, id], (user, sessionId, turnId) =>
  agent.stop({ userId: user.id, sessionId, turnId }),
)

/** Edits a queued message; refused once it is being answered. */
export const editQueued = action('messages', [id, id, messageText], (user, sessionId, messageId, text) =>
  queue.editQueued({ userId: user.id, sessionId, messageId }, text),
)

export const removeQueued = action('commands', [id, id], (user, sessionId, messageId) =>
  queue.removeQueued({ userId: user.id, sessionId, messageId }),
)

/** Stops the turn that runs and answers this message before the others in the queue. */
export const sendNow = action('messages', [id, id], (user, sessionId, messageId) =>
  agent.sendNow({ userId: user.id, sessionId, messageId }),
)

/** A new run over what an ended turn kept. */
export const continueTurn = action('messages', [id, id], (user, sessionId, turnId) =>
  agent.continueTurn({ userId: user.id, sessionId, turnId }),
)

/** Undoes the turn's changes, then runs it again from its message. */
export const retryTurn = action('messages', [id, id], (user, sessionId, turnId) =>
  agent.retryTurn({ userId: user.id, sessionId, turnId }),
)

/** Decides a call that awaits approval; `allow-session` also allows its tool until the server stops. */
export const decideApproval = action(
  'commands',
  [
    id,
    id,
    z.enum(['allow', 'allow-session', 'deny']),
    z
      .string()
      .max(LIMITS.denialChars * 4)
      .optional(),
  ],
  (user, sessionId, approvalId, verdict, note) =>
    agent.decideApproval({ userId: user.id, sessionId, approvalId }, verdict, note),
)

/** The tool needs approval again. */
export const revokeGrant = action('commands', [id, z.string().max(64)], (user, sessionId, tool) =>
  agent.revokeGrant(user.id, sessionId, tool),
)

export const olderMessages = action('reads', [id, z.int()], (user, sessionId, beforePosition) =>
  olderThan(user.id, sessionId, beforePosition),
)

/** Figures about the session. */
export const sessionFacts = action('reads', [id], async (user, sessionId) => {
  const facts = await factsOf(user.id, sessionId)
  return facts ? { ok: true as const, facts } : BOARD_NOT_FOUND
})

/**
 * Called once a board is on the screen: `/` then redirects to it, and "tomorrow" follows the browser's zone (IANA name),
 * unless the user chose one. The last argument is the browser's language (BCP 47).
 */
export const boardOpened = action(
  'reads',
  [id, z.string().max(64), z.string().max(35).optional()],
  async (user, sessionId, timeZone, locale = user.settings.locale) => {
    const isNews = timeZone !== user.timeZone || locale !== user.settings.locale
    if (isNews) await keepBrowser(user.id, { timeZone, locale })
    await sessions.markOpened(user.id, sessionId)
    return { ok: true as const }
  },
)

/** Given a name, the new board starts from the template that has it. */
export const createSession = action('commands', [z.string().max(200).optional()], (user, template) =>
  create.createSession(user.id, Date.now(), { template }),
)

export const listTemplates = action('reads', [], async (user) => ({
  ok: true as const,
  templates: await boardTemplates.listTemplates(user.id),
}))

/** The name of an existing template replaces what it holds. */
export const saveTemplate = action('commands', [id, z.string()], (user, sessionId, name) =>
  boardTemplates.saveTemplate(user.id, sessionId, name),
)

export const renameTemplate = action('commands', [id, z.string()], (user, templateId, name) =>
  boardTemplates.renameTemplate(user.id, templateId, name),
)

export const deleteTemplate = action('commands', [id], (user, templateId) =>
  boardTemplates.deleteTemplate(user.id, templateId),
)

/** An empty name restores the automatic one. */
export const renameSession = action('commands', [id, z.string()], (user, sessionId, name) =>
  rename(user.id, sessionId, name),
)

export const deleteSession = action('commands', [id], (user, sessionId) =>
  agent.deleteSession(user.id, sessionId),
)

export const restoreSession = action('commands', [id], (user, sessionId) =>
  lifecycle.restoreSession(user.id, sessionId),
)

/** A new message unarchives it. */
export const archiveSession = action('commands', [id], (user, sessionId) =>
  lifecycle.archiveSession(user.id, sessionId),
)

export const unarchiveSession = action('commands', [id], (user, sessionId) =>
  lifecycle.unarchiveSession(user.id, sessionId),
)

/** `own`: `null` where the default instructions, `first`, are in use. */
export const readInstructions = action('reads', [id], async (user, sessionId) => {
  const found = await getInstructions(user.id, sessionId)
  return found.ok ? { ...found, first: templates.FIRST_INSTRUCTIONS } : found
})

export const previewInstructions = action('reads', [id, template], (user, sessionId, text) =>
  templates.previewInstructions(user.id, sessionId, text),
)

/** `null` restores the default. */
export const saveInstructions = action('commands', [id, template.nullable()], (user, sessionId, text) =>
  setInstructions(user.id, sessionId, text),
)

export const duplicateSession = action('commands', [id], (user, sessionId) =>
  create.duplicateSession(user.id, sessionId),
)

/** Deletes the messages and keeps the board. */
export const clearChat = action('commands', [id], (user, sessionId) => agent.clearChat(user.id, sessionId))

/** Saves or dismisses a suggested memory. */
export const decideProposal = action(
  'commands',
  [id, z.string().max(100), id, z.boolean()],
  (user, sessionId, replyId, proposalId, keep) =>
    proposals.decideProposal({ userId: user.id, sessionId }, replyId, proposalId, keep),
)

/**
 * `yes`: does what a call asked to remember or forget. Else: leaves it, or undoes it. Without a fact's id, undoes all
 * memory changes of the reply.
 */
export const decideFact = action(
  'commands',
  [id, z.string().max(100), id.nullable(), z.boolean()],
  (user, sessionId, replyId, factId, yes) => {
    const where = { userId: user.id, sessionId }
    return factId ? facts.decideFact(where, replyId, factId, yes) : facts.revertMemories(where, replyId)
  },
)

/** The history, newest first: before a revision, by actor, by the id of a row. */
export const readHistory = action(
  'reads',
  [
    id,
    z.object({
      before: z.int().positive().optional(),
      actor: z.enum(ACTORS).optional(),
      row: id.optional(),
    }),
  ],
  (user, sessionId, filter) => history.readHistory(user.id, sessionId, filter),
)

export const readTrash = action('reads', [id], (user, sessionId) => trash.readTrash(user.id, sessionId))

/** A dry run of a command. */
export const previewCommand = action('reads', [id, command], async (user, sessionId, sent) => {
  const shown = await preview({ userId: user.id, sessionId, actor: 'user' }, sent)
  return shown.ok ? { ok: true as const, lines: shown.lines, left: shown.left } : shown
})

export const searchSessions = action('reads', [z.string().max(LIMITS.searchChars)], (user, query) =>
  search(user.id, query),
)
