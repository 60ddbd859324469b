/** What a screen knows about its user: date formats and settings. No schema library. */
import type { ModelInfo } from './events.ts'

export const DATE_ORDERS = ['auto', 'day-first', 'month-first', 'year-first'] as const
export const WEEK_STARTS = ['auto', 'monday', 'sunday', 'saturday'] as const

export type DateOrder = (typeof DATE_ORDERS)[number]
export type WeekStart = (typeof WEEK_STARTS)[number]

/** The user’s date formats. */
export type ScreenPerson = {
  /** IANA name; `null` = the browser’s zone. */
  timeZone: string | null
  /** BCP 47; `auto` = the browser's. */
  dateLanguage: string
  /** The browser’s last known locale, used until it reports one. */
  locale: string
  dateOrder: DateOrder
  weekStart: WeekStart
}

/** The fields of the settings page. */
export type SettingsValues = {
  /** Empty = not set. */
  displayName: string
  /** IANA name; `null` = browser default. */
  timeZone: string | null
  dateLanguage: string
  dateOrder: DateOrder
  weekStart: WeekStart
  agenticState: boolean
  memory: boolean
  proposeMemories: boolean
  instantCommands: boolean
  /** `null` = never. */
  cleanUpAfterDays: number | null
}

/** A signed-in browser. `id` grants no access. */
export type Device = {
  id: string
  /** `Firefox on Windows`; empty = unknown. */
  words: string
  createdAt: number
  lastUsedAt: number
  isThis: boolean
}

export type PersonalToken = { id: string; name: string; createdAt: number; lastUsedAt: number | null }

/** `path` draws the dark modules of a `size` × `size` square. */
export type QrCode = { size: number; path: string }
export type DeviceLink = { ok: true; url: string; expiresAt: number; qr: QrCode }

/** `text`: the result, as a sentence. */
export type ModelCheck = { ok: true; works: boolean; text: string }

export type UnusedBoard = { id: string; name: string; lastUsedAt: number }

export type SettingsPage = {
  values: SettingsValues
  person: ScreenPerson
  model: ModelInfo
  /** How to connect a model. */
  connectHint: string | null
  /** Whether this server can answer exact commands without the model. */
  mayBeInstant: boolean
  devices: readonly Device[]
  tokens: readonly PersonalToken[]
  /** The board to go back to. */
  boardId: string | null
}
