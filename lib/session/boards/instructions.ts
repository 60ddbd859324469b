/** The instructions of a session for its agent: its own, or the default. */
import { read } from '#db/client.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { cleanText } from '#lib/board/text/text.ts'
import { findSession } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'
import { BOARD_NOT_FOUND, updateSession } from '../commands/update-session.ts'

/** `own`: `null` if the default is in use. */
export type Instructions = { ok: true; own: string | null }

export async function getInstructions(userId: string, sessionId: string): Promise<Instructions | Refusal> {
  const session = await read((db) => findSession(db, userId, sessionId))
  return session ? { ok: true, own: session.instructions } : BOARD_NOT_FOUND
}

/** `null`, or only white space, restores the default. */
export async function setInstructions(
  userId: string,
  sessionId: string,
  text: string | null,
  now = Date.now(),
): Promise<{ ok: true } | Refusal> {
  const clean = cleanText(text ?? '').trim()
  if ([...clean].length > LIMITS.instructionsChars) {
    return refuse(
      'limit',
      `Instructions can have up to ${LIMITS.instructionsChars} characters; these have ${[...clean].length}.`,
    )
  }
  return updateSession(userId, sessionId, now, async () => ({ instructions: clean || null }))
}
