/** What is remembered about a user, as screens and files see it. */
import type { Refusal } from '../model/command.ts'
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

/** What the Memory page can ask; its route hands them down. */
export type MemoryActions = {
  addMemory(id: string, text: string): Promise<{ ok: true; isNew: boolean } | Refusal>
  editMemory(id: string, text: string): Promise<{ ok: true } | Refusal>
  forget(id: string): Promise<{ ok: true; forgotten: readonly string[] } | Refusal>
  /** Every memory of the user. */
  forgetAll(): Promise<{ ok: true; forgotten: readonly string[] } | Refusal>
  bringBack(ids: readonly string[]): Promise<{ ok: true } | Refusal>
  setMemory(patch: { memory?: boolean; proposeMemories?: boolean }): Promise<{ ok: true } | Refusal>
}
