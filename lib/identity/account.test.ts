import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database, write } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { LIMITS } from '#lib/limits.ts'
import { keepBrowser, saveSettings } from './account.ts'
import { findVisit, makeUser } from './auth.ts'
import { readSettings, screenPerson, settingsPatchSchema, settingsValues } from './settings.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

async function somebody() {
  const { userId, token } = await write((tx) => makeUser(tx, Date.now()))
  const user = async () => {
    const visit = await findVisit(token)
    if (!visit) throw new Error('nobody')
    return visit.user
  }
  return { userId, user }
}

test('saving settings changes only the given fields', async () => {
  const { userId, user } = await somebody()
  await saveSettings(userId, { displayName: 'Ana', dateOrder: 'year-first' })
  await Promise.all([
    saveSettings(userId, { weekStart: 'sunday' }),
    saveSettings(userId, { agenticState: false, cleanUpAfterDays: 90 }),
  ])
  expect(settingsValues(await user())).toEqual({
    displayName: 'Ana',
    timeZone: null,
    dateOrder: 'year-first',
    weekStart: 'sunday',
    dateLanguage: 'auto',
    agenticState: false,
    instantCommands: true,
    memory: true,
    proposeMemories: false,
    cleanUpAfterDays: 90,
  })
  await saveSettings(userId, { displayName: '' })
  expect((await user()).displayName).toBeNull()
})

test('the browser doesn’t overwrite a time zone that the user chose, until they reset it', async () => {
  const { userId, user } = await somebody()
  await keepBrowser(userId, { timeZone: 'Europe/Berlin', locale: 'de-DE' })
  expect(await user()).toMatchObject({ timeZone: 'Europe/Berlin', settings: { locale: 'de-DE' } })
  expect(screenPerson(await user()).timeZone).toBeNull()
  await saveSettings(userId, { timeZone: 'Asia/Tokyo' })
  await keepBrowser(userId, { timeZone: 'Europe/Berlin', locale: 'fr' })
  expect(await user()).toMatchObject({ timeZone: 'Asia/Tokyo', settings: { locale: 'fr' } })
  expect(screenPerson(await user()).timeZone).toBe('Asia/Tokyo')
  await saveSettings(userId, { timeZone: null })
  await keepBrowser(userId, { timeZone: 'Europe/Berlin' })
  expect(await user()).toMatchObject({ timeZone: 'Europe/Berlin', settings: { timeZoneFrom: 'browser' } })
})

test('an invalid zone or language from a browser is ignored', async () => {
  const { userId, user } = await somebody()
  await keepBrowser(userId, { timeZone: 'Mars/Olympus', locale: 'not a tag' })
  expect(await user()).toMatchObject({ timeZone: 'UTC', settings: { locale: 'en' } })
  await keepBrowser(userId, { timeZone: '+02:00', locale: 'de' })
  await keepBrowser(userId, { locale: 'not a tag' })
  expect(await user()).toMatchObject({ timeZone: 'UTC', settings: { locale: 'de' } })
})

test.each([
  { displayName: 'x'.repeat(LIMITS.displayNameChars + 1) },
  { timeZone: 'Mars/Olympus' },
  { timeZone: '' },
  { dateLanguage: 'not a tag' },
  { dateOrder: 'sideways' },
  { cleanUpAfterDays: 0 },
  { cleanUpAfterDays: 1.5 },
  { cleanUpAfterDays: LIMITS.cleanUpDays + 1 },
  { agenticState: 'yes' },
  // The settings page can’t set these.
  { timeZoneFrom: 'user' },
  { locale: 'de' },
  { id: 'other' },
])('%o is no setting', (patch) => {
  expect(settingsPatchSchema.safeParse(patch).success).toBe(false)
})

test('an unreadable setting becomes its default, and the others stay', async () => {
  const { userId, user } = await somebody()
  const settings = {
    dateLanguage: '💥',
    locale: 'not a tag',
    weekStart: 'sunday',
    cleanUpAfterDays: -3,
    dateOrder: null,
  }
  await database().update(users).set({ settings }).where(eq(users.id, userId))
  expect((await user()).settings).toEqual({ ...readSettings({}), weekStart: 'sunday' })
  expect(readSettings('nothing')).toEqual(readSettings({}))
})
