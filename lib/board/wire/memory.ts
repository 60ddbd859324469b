/** The memories about a user, as screens and files see them. */
import type { ScreenPerson } from './settings.ts'

export type Memory = {
  id: string
  text: string
  source: 'agent' | 'user'
  /** The board where it was said; `null` = written on the Memory page. */
  sessionId: string | null
  turnId: string | null
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
}

export type MemoryPage = {
  memories: readonly (Memory & { boardName: string | null })[]
  /** Whether memory is switched on. */
  isOn: boolean
  /** Whether a language model may suggest memories; `null` = no model is connected. */
  proposes: boolean | null
  person: ScreenPerson
  /** The board to go back to. */
  boardId: string | null
}
