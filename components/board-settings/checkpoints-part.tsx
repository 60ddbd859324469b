'use client'

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmCommand } from '#components/shared/command-preview.tsx'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { useUserDateFormat } from '#components/sync/use-user-date-format.ts'
import { formatDateTime } from '#components/ui/dates/format-date.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { TextForm } from '#components/ui/text-form.tsx'
import { newId } from '#lib/board/model/new-id.ts'
import type { Checkpoint } from '#lib/board/model/types.ts'
import { LIMITS } from '#lib/limits.ts'
import { Part } from './part.tsx'

/** Saves, restores and deletes checkpoints. */
export function CheckpointsPart({ onClose }: { onClose(): void }) {
  const store = useFeed()
  const held = useScreen((screen) => screen.board.checkpoints)
  const newest = [...held.values()].sort((a, b) => b.createdAt - a.createdAt)
  const save = async (name: string) => {
    void store.run({ name: 'save_checkpoint', input: { id: newId(), name } })
    return null
  }
  return (
    <Part title="Checkpoints" hint="Save the board as it is now, so you can restore it later.">
      <TextForm
        aria-label="Checkpoint name"
        placeholder="Before the clean-up"
        maxLength={LIMITS.checkpointNameChars}
        button={{ children: 'Save', 'aria-label': 'Save the checkpoint' }}
        send={save}
      />
      {newest.length > 0 && (
        <ul aria-label="Checkpoints" className="mt-2 divide-y divide-line">
          {newest.map((checkpoint) => (
            <CheckpointRow key={checkpoint.id} checkpoint={checkpoint} onClose={onClose} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function CheckpointRow({ checkpoint, onClose }: { checkpoint: Checkpoint; onClose(): void }) {
  const { id, name, createdAt } = checkpoint
  const store = useFeed()
  const [isAsked, setAsked] = useState(false)
  const look = useUserDateFormat()
  return (
    <li className="py-1.5 text-13">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-14">{name}</span>
        <span className="text-12 text-muted">{formatDateTime(createdAt, look)}</span>
        <TextButton
          tone="link"
          aria-label={`Restore ${name}`}
          aria-expanded={isAsked}
          onClick={() => setAsked(!isAsked)}
        >
          Restore…
        </TextButton>
        <IconButton
          label={`Delete checkpoint ${name}`}
          onClick={() =>
            void store.run({ name: 'remove_checkpoint', input: { checkpoint: id } }, { tell: 'undo' })
          }
        >
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      {isAsked && (
        <ConfirmCommand
          command={{ name: 'restore', input: { checkpoint: id } }}
          nothing="The board already matches this checkpoint."
          verb="Restore"
          onDone={() => setAsked(false)}
          onRun={onClose}
        />
      )}
    </li>
  )
}
