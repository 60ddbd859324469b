/** Board names: made from the first message, until the user chooses one. */

import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { messages, sessions } from '#db/schema.ts'
import { withoutMentions } from '#lib/board/model/agents.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { cleanLine, shorten } from '#lib/board/text/text.ts'
import type { SessionRow } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'
import { updateSession } from '../commands/update-session.ts'

const NEW_NAME = 'Untitled'
export const UNNAMED = { name: NEW_NAME, namedBy: 'auto' } as const

/** An empty name restores the automatic one. */
export async function renameSession(
  userId: string,
  sessionId: string,
  name: string,
  now = Date.now(),
): Promise<{ ok: true } | Refusal> {
  const clean = cleanLine(name)
  const bad = problemOfName(clean)
  if (bad) return bad
  return updateSession(userId, sessionId, now, async (tx) => {
    return clean ? { name: clean, namedBy: 'user' } : automaticName(tx, sessionId)
  })
}

async function automaticName(tx: Tx, sessionId: string): Promise<Pick<SessionRow, 'name' | 'namedBy'>> {
  const [first] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), eq(messages.role, 'user')))
    .orderBy(messages.position)
    .limit(1)
  const text = first ? firstText(first.parts) : ''
  return text ? { name: nameFrom(text), namedBy: 'first-message' } : UNNAMED
}

/** Renames a board after its changed first message, if its name is automatic. Returns whether the name changed. */
export async function renameAfterFirstMessage(tx: Tx, sessionId: string): Promise<boolean> {
  const { name } = await automaticName(tx, sessionId)
  const named = and(
    eq(sessions.id, sessionId),
    eq(sessions.namedBy, 'first-message'),
    ne(sessions.name, name),
  )
  return (await tx.update(sessions).set({ name }).where(named).returning({ id: sessions.id })).length > 0
}

export function problemOfName(name: string): Refusal | null {
  if ([...name].length <= LIMITS.sessionNameChars) return null
  return refuse('limit', `Board names can have up to ${LIMITS.sessionNameChars} characters.`)
}

function firstText(parts: unknown): string {
  const [part] = Array.isArray(parts) ? parts : []
  return typeof part?.text === 'string' ? part.text : ''
}

const COMMAND_WORDS =
  /^(?:please\s+)?(?:(?:can|could) you\s+)?(?:(?:add|create|make)\s+(?:(?:a|an|the|these|following|new|some)\s+)*(?:tasks?|todos?|to-dos?)?|show(?: me)?|list|remind me to|i need to)\s*[:,-]?\s*/i

/** A board's name from its first message, without mention and command words, up to 40 characters. */
export function nameFrom(message: string): string {
  const said = withoutMentions(cleanLine(message))
  const meant = said
    .replace(COMMAND_WORDS, '')
    .replace(/^[-*•]\s+|^\d+[.)]\s+/, '')
    .replace(/,?\s*(?:category|priority|due)\s*:.*$/i, '')
  const name = shorten(meant.trim() || said.trim(), 40)
  return name ? name.charAt(0).toLocaleUpperCase() + name.slice(1) : NEW_NAME
}
