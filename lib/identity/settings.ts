/** What a user chose on the settings page. An unreadable choice becomes its default, so it can’t lock anyone out. */
import { z } from 'zod'
import { cleanLine } from '#lib/board/text/text.ts'
import { firstDayOf, orderOf } from '#lib/board/wire/date-format.ts'
import { DATE_ORDERS, type ScreenPerson, type SettingsValues, WEEK_STARTS } from '#lib/board/wire/settings.ts'
import { LIMITS } from '#lib/limits.ts'

const language = z.string().max(35).refine(isLanguage, 'Choose a language from the list.')

const fields = {
  dateOrder: z.enum(DATE_ORDERS),
  weekStart: z.enum(WEEK_STARTS),
  /** BCP 47, for dates on the screen; `auto` = the browser’s. */
  dateLanguage: z.union([z.literal('auto'), language]),
  /** The agent may save values with update_session_state. */
  agenticState: z.boolean(),
  /** Facts about the user are remembered beyond one board. */
  memory: z.boolean(),
  /** A language model may suggest memories after a reply. */
  proposeMemories: z.boolean(),
  /** Exact commands are answered without the language model. */
  instantCommands: z.boolean(),
  /** Boards unused for this many days are deleted; `null` = never. */
  cleanUpAfterDays: z
    .int('Enter a whole number of days.')
    .min(1, 'The minimum is 1 day.')
    .max(LIMITS.cleanUpDays, `The maximum is ${LIMITS.cleanUpDays} days.`)
    .nullable(),
} as const

export const settingsSchema = z.object({
  /** The browser’s zone, unless the user chose one. */
  timeZoneFrom: z.enum(['browser', 'user']).catch('browser'),
  /** BCP 47, as the browser last reported it. */
  locale: language.catch('en'),
  dateOrder: fields.dateOrder.catch('auto'),
  weekStart: fields.weekStart.catch('auto'),
  dateLanguage: fields.dateLanguage.catch('auto'),
  agenticState: fields.agenticState.catch(true),
  memory: fields.memory.catch(true),
  proposeMemories: fields.proposeMemories.catch(false),
  instantCommands: fields.instantCommands.catch(true),
  cleanUpAfterDays: fields.cleanUpAfterDays.catch(null),
})

export type Settings = z.infer<typeof settingsSchema>

/** Some fields of the settings page, as it sends them. */
export const settingsPatchSchema = z
  .strictObject({
    ...fields,
    displayName: z
      .string()
      .max(LIMITS.displayNameChars * 4, nameTooLong())
      .transform(cleanLine)
      .refine((name) => [...name].length <= LIMITS.displayNameChars, nameTooLong()),
    timeZone: z.string().refine(isTimeZone, 'Unknown time zone. Choose one from the list.').nullable(),
  })
  .partial() satisfies z.ZodType<Partial<SettingsValues>>

export type SettingsPatch = z.output<typeof settingsPatchSchema>

function nameTooLong(): string {
  return `Names can have up to ${LIMITS.displayNameChars} characters.`
}

export function readSettings(stored: unknown): Settings {
  return settingsSchema.parse(typeof stored === 'object' && stored !== null ? stored : {})
}

type Holder = { timeZone: string; displayName: string | null; settings: Settings }

export function screenPerson({ timeZone, settings }: Omit<Holder, 'displayName'>): ScreenPerson {
  const { timeZoneFrom, dateLanguage, locale, dateOrder, weekStart } = settings
  return {
    timeZone: timeZoneFrom === 'user' ? timeZone : null,
    dateLanguage,
    locale,
    dateOrder,
    weekStart,
  }
}

export function settingsValues({ timeZone, displayName, settings }: Holder): SettingsValues {
  const { timeZoneFrom, locale: _, ...values } = settings
  return {
    ...values,
    displayName: displayName ?? '',
    timeZone: timeZoneFrom === 'user' ? timeZone : null,
  }
}

export function languageOf({ dateLanguage, locale }: Settings): string {
  return dateLanguage === 'auto' ? locale : dateLanguage
}

/** How this person's dates are read and counted. */
export function calendarOf({ timeZone, settings }: Omit<Holder, 'displayName'>) {
  const { dateOrder, weekStart } = settings
  const language = languageOf(settings)
  return { timeZone, dateOrder: orderOf(dateOrder, language), weekStart: firstDayOf(weekStart, language) }
}

export function isTimeZone(timeZone: string): boolean {
  // Intl accepts offsets like +02:00 as zones, but they have no daylight saving time.
  if (timeZone.length > 64 || !/^[A-Za-z]/.test(timeZone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

export function isLanguage(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}
