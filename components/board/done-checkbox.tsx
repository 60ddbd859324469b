'use client'

import { useState } from 'react'
import type { Task } from '#lib/board/model/types.ts'
import { nameTask } from '#lib/board/text/text.ts'
import { useBoard } from './behavior/board-context.ts'

/** Checked at once on a click, then set to the board’s state. */
export function DoneBox({ task, tabIndex }: { task: Task; tabIndex: number }) {
  const board = useBoard()
  const [asked, setAsked] = useState<boolean | null>(null)
  const change = async (isDone: boolean) => {
    setAsked(isDone)
    await board.actions.setStatus(task, isDone ? 'done' : 'open')
    setAsked(null)
  }
  return (
    <input
      type="checkbox"
      aria-label={`Done: ${nameTask(task)}`}
      checked={asked ?? task.status === 'done'}
      tabIndex={tabIndex}
      onChange={(event) => void change(event.target.checked)}
      className="relative mt-[3px] size-3.5 shrink-0"
    />
  )
}
