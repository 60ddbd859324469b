'use client'

/** What cards need from their board, the same object on every render. */
import { createContext, use } from 'react'
import type { DateFormat } from '#components/ui/dates/format-date.ts'
import type { Category } from '#lib/board/model/types.ts'
import type { TaskActions } from './use-task-actions.ts'

export type BoardDialog =
  | { kind: 'details'; taskId: string }
  /** With a task: an added category becomes the task's. */
  | { kind: 'categories'; taskId?: string }
  /** With a task: its own history. */
  | { kind: 'history'; taskId?: string }
  | { kind: 'trash' | 'settings'; taskId?: undefined }

export type BoardContextValue = {
  actions: TaskActions
  today: string | null
  look: DateFormat
  categories(): readonly Category[]
  openDialog(dialog: BoardDialog): void
}

export const BoardContext = createContext<BoardContextValue | null>(null)

export function useBoard(): BoardContextValue {
  const context = use(BoardContext)
  if (!context) throw new Error('useBoard needs a board around it.')
  return context
}
