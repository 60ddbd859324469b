/** A user's settings, and what their browser reports about itself. */
import { eq } from 'drizzle-orm'
import { type Tx, write } from '#db/client.ts'
import { users } from '#db/schema.ts'
import type { Profile } from '#lib/board/wire/events.ts'
import { isLanguage, isTimeZone, readSettings, type SettingsPatch } from './settings.ts'

type Row = typeof users.$inferSelect

/** Only the given fields change, so changes of another tab stay. */
export async function saveSettings(userId: string, patch: SettingsPatch): Promise<{ ok: true }> {
  await change(userId, (row) => withPatch(row, patch))
  return { ok: true }
}

function withPatch(row: Row, { displayName, timeZone, ...chosen }: SettingsPatch) {
  const settings = { ...readSettings(row.settings), ...chosen }
  if (timeZone !== undefined) settings.timeZoneFrom = timeZone === null ? 'browser' : 'user'
  return {
    settings,
    // The browser reports its zone with its next request; until then the last one is used.
    ...(timeZone ? { timeZone } : {}),
    ...(displayName === undefined ? {} : { displayName: displayName || null }),
  }
}

/** What a patch would change: the fields that differ, before and after. */
export async function previewPatch(
  tx: Tx,
  userId: string,
  patch: SettingsPatch,
): Promise<{ before: Profile; after: Profile }> {
  const row = await rowOf(tx, userId)
  if (!row) return { before: {}, after: {} }
  const [before, after] = [profileOf(row), profileOf({ ...row, ...withPatch(row, patch) })]
  const changed = FIELDS.filter((field) => before[field] !== after[field])
  return { before: pick(before, changed), after: pick(after, changed) }
}

/** Sets these fields; with `where`, only those that still are as in it. */
export async function setProfile(
  tx: Tx,
  userId: string,
  fields: Profile,
  where: Profile = {},
): Promise<void> {
  const row = await rowOf(tx, userId)
  if (!row) return
  const now = profileOf(row)
  const kept = FIELDS.filter((field) => field in fields && (!(field in where) || now[field] === where[field]))
  const { displayName = row.displayName, timeZone = row.timeZone, ...chosen } = pick(fields, kept)
  const settings = { ...readSettings(row.settings), ...chosen }
  await tx.update(users).set({ displayName, timeZone, settings }).where(eq(users.id, userId))
}

const FIELDS = ['displayName', 'timeZone', 'timeZoneFrom', 'dateLanguage', 'dateOrder', 'weekStart'] as const

function profileOf({ displayName, timeZone, settings }: Row): Required<Profile> {
  const { timeZoneFrom, dateLanguage, dateOrder, weekStart } = readSettings(settings)
  return { displayName, timeZone, timeZoneFrom, dateLanguage, dateOrder, weekStart }
}

function pick(profile: Profile, fields: readonly (keyof Profile)[]): Profile {
  return Object.fromEntries(fields.map((field) => [field, profile[field]]))
}

async function rowOf(tx: Tx, userId: string): Promise<Row | undefined> {
  return (await tx.select().from(users).where(eq(users.id, userId)))[0]
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
    const row = await rowOf(tx, userId)
    if (!row) return
    const next = fields(row)
    if (Object.keys(next).length > 0) await tx.update(users).set(next).where(eq(users.id, userId))
  })
}
