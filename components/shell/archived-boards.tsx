'use client'

import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { SessionSummary } from '#lib/board/wire/events.ts'
import { SessionRow } from './session-row.tsx'

/** Archived boards, below the others; collapsed unless the open board is among them. */
export function ArchivedBoards({
  sessions,
  openId,
  onOpen,
}: {
  sessions: readonly SessionSummary[]
  openId: string
  onOpen(): void
}) {
  const holdsOpen = sessions.some((session) => session.id === openId)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isShown = chosen ?? holdsOpen
  if (sessions.length === 0) return null
  return (
    <div className="mt-3">
      <button
        type="button"
        aria-expanded={isShown}
        className="flex h-7 w-full items-center gap-1 rounded px-1 text-12 font-medium text-muted hover:bg-line hover:text-ink"
        onClick={() => setChosen(!isShown)}
      >
        <ChevronRight size={14} aria-hidden className={isShown ? 'rotate-90' : ''} />
        Archived
        <span className="tabular-nums">{sessions.length}</span>
      </button>
      {isShown && (
        <ul>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} isOpen={session.id === openId} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </div>
  )
}
