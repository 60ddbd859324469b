'use client'

import { useMemo } from 'react'
import { useScreen } from '#components/sync/use-store.ts'
import { countOf } from '#lib/board/text/text.ts'
import type { Part } from '#lib/board/wire/events.ts'
import { ShowRows } from './show-rows.tsx'
import { UndoAll, UndoRevision } from './undo-button.tsx'

/** The undoable changes of a turn: those without a tool call above, and Undo for all. */
export function TurnChanges({
  turnId,
  messageId,
  parts,
  hasUndo,
}: {
  turnId: string
  messageId: string
  parts: readonly Part[]
  /** Whether its notice already offers Undo for the board changes. */
  hasUndo: boolean
}) {
  const activeRevisions = useScreen((screen) => screen.feed.activeRevisions)
  const changes = useMemo(
    () => activeRevisions.filter((change) => change.turnId === turnId),
    [activeRevisions, turnId],
  )
  const told = new Set(parts.map((part) => (part.type === 'tool' ? part.revision : null)))
  const untold = changes.filter(({ number }) => !told.has(number))
  const facts = parts.filter((part) => part.type === 'tool' && part.fact?.state === 'done').length
  const count = changes.length + facts
  const offersAll = count > 1 && (facts > 0 || !hasUndo)
  if (!offersAll && untold.length === 0) return null
  return (
    <div className="text-13">
      {untold.length > 0 && (
        <ul aria-label="Changes" className="divide-y divide-line rounded-md border border-line">
          {untold.map(({ number, reply }) => (
            <li key={number} className="flex items-start">
              <span className="min-w-0 flex-1 px-3 py-1.5 wrap-anywhere">{reply}</span>
              <ShowRows revision={number} />
              <UndoRevision revision={number} />
            </li>
          ))}
        </ul>
      )}
      {offersAll && (
        <p className="flex h-7 items-center justify-end gap-1 text-muted">
          {countOf(count, 'change')}
          <UndoAll turnId={turnId} messageId={messageId} changes={changes.length} facts={facts} />
        </p>
      )}
    </div>
  )
}
