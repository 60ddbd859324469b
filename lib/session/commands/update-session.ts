import { eq } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { sessions } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { findSession, type SessionRow } from '#lib/identity/access.ts'
import { tell } from '../feed/feed.ts'
import { wake } from '../feed/notify.ts'

export const NO_BOARD = refuse('not_found', 'There is no such board.')

/** Fields of the session's own row, told to every screen. */
export async function changeSession(
  userId: string,
  sessionId: string,
  now: number,
  fields: (tx: Tx) => Promise<Partial<SessionRow>>,
): Promise<{ ok: true } | Refusal> {
  const done = await write<{ ok: true } | Refusal>(async (tx) => {
    if (!(await findSession(tx, userId, sessionId))) return NO_BOARD
    await tx
      .update(sessions)
      .set(await fields(tx))
      .where(eq(sessions.id, sessionId))
    await tell(tx, { userId, sessionId, now }, { kind: 'session', ref: sessionId })
    return { ok: true }
  })
  wake(userId)
  return done
}
