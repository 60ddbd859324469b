/** What is remembered about a user, as screens and files see it. */
import type { ScreenPerson } from './settings.ts'

export type Memory = {
  id: string
  text: string
  source: 'agent' | 'user'
  /** Where it was said; `null` = written on the Memory page. */
  sessionId: string | null
  turnId: string | null
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
}

export type MemoryPage = {
  memories: readonly (Memory & { boardName: string | null })[]
  /** Whether anything is remembered or looked up at all. */
  isOn: boolean
  /** A language model may propose facts; without one there is nobody to. */
  proposes: boolean | null
  person: ScreenPerson
  /** The board to go back to. */
  boardId: string | null
}
