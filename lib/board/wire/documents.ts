/** The user's library, as screens and files see it. */
import type { ScreenPerson } from './settings.ts'

export type DocumentInfo = {
  id: string
  name: string
  tags: readonly string[]
  /** Size of its text in UTF-8. */
  bytes: number
  /** Increases with every text uploaded under this name. */
  version: number
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
}

/** A part of a document, which citations point to. */
export type Passage = {
  /** From 1. */
  position: number
  /** The heading above it; empty if there is none. */
  heading: string
  text: string
  /** Its offset in the document's text, in UTF-16 units. */
  start: number
}

/** The page of a passage. */
export const passagePath = (documentId: string, position: number) => `/library/${documentId}#p${position}`
export const PASSAGE_PATH = /^\/library\/[A-Za-z0-9_-]{8,64}#p\d{1,6}$/

export type LibraryPage = {
  documents: readonly DocumentInfo[]
  person: ScreenPerson
  /** The board to go back to. */
  boardId: string | null
  /** The requested document doesn’t exist. */
  isMissing: boolean
}

export type DocumentPage = {
  document: DocumentInfo
  passages: readonly Passage[]
  person: ScreenPerson
}
