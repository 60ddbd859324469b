/** A user's settings, and what their browser reports about itself. */
import { eq } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { isLanguage, isTimeZone, readSettings, type SettingsPatch } from './settings.ts'

type Row = typeof users.$inferSelect

/** Only the given fields change, so changes of another tab stay. */
export async function saveSettings(userId: string, patch: SettingsPatch): Promise<{ ok: true }> {
  const { displayName, timeZone, ...chosen } = patch
  await change(userId, (row) => {
    const settings = { ...readSettings(row.settings), ...chosen }
    if (timeZone !== undefined) settings.timeZoneFrom = timeZone === null ? 'browser' : 'user'
    return {
      settings,
      // The browser reports its zone with its next request; until then the last one is used.
      ...(timeZone ? { timeZone } : {}),
      ...(displayName === undefined ? {} : { displayName: displayName || null }),
    }
  })
  return { ok: true }
}

/** Stores the zone and language that a browser reports. A zone that the user chose stays; unknown ones are ignored. */
export async function keepBrowser(
  userId: string,
  told: { timeZone?: string; locale?: string },
): Promise<void> {
  await change(userId, (row) => {
    const settings = readSettings(row.settings)
    const { timeZone = row.timeZone, locale = settings.locale } = told
    const takesZone = settings.timeZoneFrom === 'browser' && isTimeZone(timeZone)
    const takesLocale = isLanguage(locale)
    return {
      ...(takesZone ? { timeZone } : {}),
      ...(takesLocale ? { settings: { ...settings, locale } } : {}),
    }
  })
}

async function change(userId: string, fields: (row: Row) => Partial<Row>): Promise<void> {
  await write(async (tx: Tx) => {
    const [row] = await tx.select().from(users).where(eq(users.id, userId))
    if (!row) return
    const next = fields(row)
    if (Object.keys(next).length > 0) await tx.update(users).set(next).where(eq(users.id, userId))
  })
}
