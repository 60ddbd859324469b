/** What a run knows about its user, and the session's instructions. */
import { eq } from 'drizzle-orm'
import type { Reader } from '#db/client.ts'
import { sessions, users } from '#db/schema.ts'
import { readSettings, type Settings } from '#lib/identity/settings.ts'

export type RunProfile = {
  timeZone: string
  displayName: string | null
  settings: Settings
  /** The session's template; `null` = the default. */
  instructions: string | null
}

export const personColumns = {
  timeZone: users.timeZone,
  displayName: users.displayName,
  settings: users.settings,
  instructions: sessions.instructions,
}

type Row = Omit<RunProfile, 'settings'> & { settings: unknown }

export function toPerson({ timeZone, displayName, settings, instructions }: Row): RunProfile {
  return { timeZone, displayName, settings: readSettings(settings), instructions }
}

export async function readRunProfile(db: Reader, sessionId: string): Promise<RunProfile> {
  const [row] = await db
    .select(personColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId))
  return toPerson(row ?? { timeZone: 'UTC', displayName: null, settings: {}, instructions: null })
}
