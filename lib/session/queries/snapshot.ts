/** What a screen starts from: the session as it is, and the cursor from which the feed goes on. */
import { everyRow } from '#db/board-store.ts'
import { read } from '#db/client.ts'
import { isExpired } from '#lib/board/state/read-state.ts'
import type { Snapshot } from '#lib/board/wire/events.ts'
import { findSession } from '#lib/identity/access.ts'
import { screenPerson } from '#lib/identity/settings.ts'
import { readRunProfile } from '../boards/run-profile.ts'
import { listSessions } from '../boards/sessions.ts'
import { grantsOf } from '../boards/tool-grants.ts'
import { findReach, newestCursor } from '../feed/feed.ts'
import { activeRevisionsOf, readMessages } from './messages.ts'

/** `null` where this user has no such session. */
export async function readSnapshot(
  userId: string,
  sessionId: string,
  { model, agents }: Pick<Snapshot, 'model' | 'agents'>,
  now = Date.now(),
): Promise<Snapshot | null> {
  return read(async (db) => {
    // The cursor first: what is written while the rest is read comes twice, never not at all.
    const cursor = await newestCursor(db, userId)
    const session = await findSession(db, userId, sessionId)
    if (!session) return null
    const sessions = await listSessions(db, userId)
    const { damaged, ...rows } = await everyRow(db, sessionId)
    const value = rows.value.filter((row) => !isExpired(row, now))
    const page = await readMessages(db, sessionId)
    const { id, name, updatedAt, archivedAt, revision, nextNumber } = session
    const busy = sessions.find((summary) => summary.id === id)?.busy ?? false
    return {
      cursor,
      session: { id, name, updatedAt, busy, archived: archivedAt !== null, revision },
      sessions,
      rows: { ...rows, value },
      nextNumber,
      damaged,
      activeRevisions: await activeRevisionsOf(db, sessionId, page.turns),
      ...page,
      ...(await findReach(db, userId, sessionId)),
      model,
      agents,
      account: userId,
      person: screenPerson(await readRunProfile(db, sessionId)),
      grants: grantsOf(userId, sessionId),
    }
  })
}
