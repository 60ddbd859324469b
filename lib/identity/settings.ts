/** What a user chose on the settings page. A choice that cannot be read is the default: nobody is locked out by it. */
import { z } from 'zod'

export const DATE_ORDERS = ['auto', 'day-first', 'month-first', 'year-first'] as const
export const WEEK_STARTS = ['auto', 'monday', 'sunday', 'saturday'] as const

export const settingsSchema = z.object({
  /** The browser tells the zone unless the user chose one. */
  timeZoneFrom: z.enum(['browser', 'user']).catch('browser'),
  dateOrder: z.enum(DATE_ORDERS).catch('auto'),
  weekStart: z.enum(WEEK_STARTS).catch('auto'),
  /** BCP 47, of dates on the screen; `auto` = as the browser. */
  dateLanguage: z.string().max(35).catch('auto'),
  /** BCP 47, as the browser told last. */
  locale: z.string().max(35).catch('en'),
  /** The agent may keep facts by update_session_state. */
  agenticState: z.boolean().catch(true),
  /** Exact commands are answered without the language model. */
  instantCommands: z.boolean().catch(true),
  /** Boards unused for so many days are cleared away; `null` = never. */
  cleanUpAfterDays: z.int().min(1).max(3650).nullable().catch(null),
})

export type Settings = z.infer<typeof settingsSchema>

export function readSettings(stored: unknown): Settings {
  return settingsSchema.parse(typeof stored === 'object' && stored !== null ? stored : {})
}
