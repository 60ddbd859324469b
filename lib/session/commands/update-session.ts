import { eq } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { sessions } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { findSession, type SessionRow } from '#lib/identity/access.ts'
import { appendToFeed } from '../feed/feed.ts'
import { notify } from '../feed/notify.ts'

export const BOARD_NOT_FOUND = refuse('not_found', 'Board not found.')

/** Updates fields of the session row and notifies every screen. */
export async function updateSession(
  userId: string,
  sessionId: string,
  now: number,
  fields: (tx: Tx) => Promise<Partial<SessionRow>>,
): Promise<{ ok: true } | Refusal> {
  const done = await write<{ ok: true } | Refusal>(async (tx) => {
    if (!(await findSession(tx, userId, sessionId))) return BOARD_NOT_FOUND
    await tx
      .update(sessions)
      .set(await fields(tx))
      .where(eq(sessions.id, sessionId))
    await appendToFeed(tx, { userId, sessionId, now }, { kind: 'session', ref: sessionId })
    return { ok: true }
  })
  notify(userId)
  return done
}
