/** What a screen knows of its user: how dates read, and what the settings page shows. No schema library. */
import type { ModelInfo } from './events.ts'

export const DATE_ORDERS = ['auto', 'day-first', 'month-first', 'year-first'] as const
export const WEEK_STARTS = ['auto', 'monday', 'sunday', 'saturday'] as const

export type DateOrder = (typeof DATE_ORDERS)[number]
export type WeekStart = (typeof WEEK_STARTS)[number]

/** How this user reads dates. */
export type ScreenPerson = {
  /** IANA name; `null` = the zone of the browser that shows it. */
  timeZone: string | null
  /** BCP 47; `auto` = the browser's. */
  dateLanguage: string
  /** What the browser said last: stands for it until it speaks. */
  locale: string
  dateOrder: DateOrder
  weekStart: WeekStart
}

/** What the settings page shows and saves, field by field. */
export type SettingsValues = {
  /** Empty = not told. */
  displayName: string
  /** IANA name; `null` = as the browser says. */
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

/** A browser that is signed in. `id` names it and opens nothing. */
export type Device = {
  id: string
  /** `Firefox on Windows`; empty = it never told. */
  words: string
  createdAt: number
  lastUsedAt: number
  isThis: boolean
}

export type PersonalToken = { id: string; name: string; createdAt: number; lastUsedAt: number | null }

/** `path` draws the dark modules of a square of `size` modules. */
export type QrCode = { size: number; path: string }
export type DeviceLink = { ok: true; url: string; expiresAt: number; qr: QrCode }

/** `text`: what is right or wrong, in a sentence. */
export type ModelCheck = { ok: true; works: boolean; text: string }

export type UnusedBoard = { id: string; name: string; lastUsedAt: number }

export type SettingsPage = {
  values: SettingsValues
  person: ScreenPerson
  model: ModelInfo
  /** `null` where no model is connected: how to connect one. */
  connectHint: string | null
  /** This server lets exact commands be answered without the model. */
  mayBeInstant: boolean
  devices: readonly Device[]
  tokens: readonly PersonalToken[]
  /** The board to go back to. */
  boardId: string | null
}
