/** The user's library, as screens and files see it. */
import type { ScreenPerson } from './settings.ts'

export type DocumentInfo = {
  id: string
  name: string
  tags: readonly string[]
  /** Of its text in UTF-8. */
  bytes: number
  /** Counts up with every text that came under this name. */
  version: number
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
}

/** A piece of a document: what a citation points at. */
export type Passage = {
  /** From 1. */
  position: number
  /** The heading it stands under; empty where there is none. */
  heading: string
  text: string
  /** Where it stands in the document's text, in UTF-16 units. */
  start: number
}

/** Where a passage is read. */
export const passagePath = (documentId: string, position: number) => `/library/${documentId}#p${position}`
export const PASSAGE_PATH = /^\/library\/[A-Za-z0-9_-]{8,64}#p\d{1,6}$/

export type LibraryPage = {
  documents: readonly DocumentInfo[]
  person: ScreenPerson
  /** The board to go back to. */
  boardId: string | null
  /** A document was asked for that is not in it. */
  isMissing: boolean
}

export type DocumentPage = {
  document: DocumentInfo
  passages: readonly Passage[]
  person: ScreenPerson
}
