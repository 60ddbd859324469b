'use client'

import { useState } from 'react'
import { InlineEdit } from '#components/ui/inline-edit.tsx'
import { LIMITS } from '#lib/limits.ts'
import { useSessionActions } from '../shared/use-board-actions.ts'

/** The open board's name, edited in place. */
export function RenamableName({ id, name }: { id: string; name: string }) {
  const [editing, setEditing] = useState(false)
  const { rename } = useSessionActions()
  if (editing) {
    return (
      <InlineEdit
        value={name}
        aria-label="Board name"
        maxLength={LIMITS.sessionNameChars}
        className="w-72 max-w-full rounded bg-raised px-1"
        onDone={(next) => {
          setEditing(false)
          if (next !== null) void rename(id, next)
        }}
      />
    )
  }
  return (
    <button
      type="button"
      title="Rename"
      className="block max-w-full truncate rounded px-1 hover:bg-sunk"
      onClick={() => setEditing(true)}
    >
      {name}
    </button>
  )
}
