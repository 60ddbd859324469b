/** What is kept of a user: the settings they chose, and what their browser tells of itself. */
import { eq } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { isLanguage, isTimeZone, readSettings, type SettingsPatch } from './settings.ts'

type Row = typeof users.$inferSelect

/** Names the fields that change: what another tab changed meanwhile stays. */
export async function saveSettings(userId: string, patch: SettingsPatch): Promise<{ ok: true }> {
  const { displayName, timeZone, ...chosen } = patch
  await change(userId, (row) => {
    const settings = { ...readSettings(row.settings), ...chosen }
    if (timeZone !== undefined) settings.timeZoneFrom = timeZone === null ? 'browser' : 'user'
    return {
      settings,
      // The zone of the browser comes with its next word; until then the last one stands.
      ...(timeZone ? { timeZone } : {}),
      ...(displayName === undefined ? {} : { displayName: displayName || null }),
    }
  })
  return { ok: true }
}

/** The zone and the language a browser reports: a zone the user chose stays, and what is unknown is not taken. */
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
