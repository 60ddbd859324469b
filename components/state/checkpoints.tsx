'use client'

import { Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useScreen } from '#components/sync/use-store.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import type { Checkpoint } from '#lib/board/model/types.ts'
import { LIMITS } from '#lib/limits.ts'
import { Part } from './section.tsx'
import { Moment } from './timestamp.tsx'
import { useValueActions } from './use-value-actions.ts'

/** Saves, restores and deletes checkpoints. */
export function Checkpoints() {
  const rows = useScreen((screen) => screen.board.checkpoints)
  const actions = useValueActions()
  const [asked, setAsked] = useState<Checkpoint | null>(null)
  const shown = useMemo(() => [...rows.values()].sort((a, b) => b.createdAt - a.createdAt), [rows])
  return (
    <Part title="Checkpoints" count={shown.length}>
      {shown.length === 0 && (
        <p className="px-4 py-1.5 text-muted">Save one before a big change, so you can restore the board.</p>
      )}
      <ul>
        {shown.map((checkpoint) => (
          <li key={checkpoint.id} className="flex items-center gap-1 py-1 pr-1.5 pl-4">
            <span className="min-w-0 flex-1">
              <span className="block font-medium wrap-anywhere">{checkpoint.name}</span>
              <Moment at={checkpoint.createdAt} className="text-12 text-muted" />
            </span>
            <TextButton
              aria-label={`Restore ${checkpoint.name}`}
              tone="link"
              onClick={() => setAsked(checkpoint)}
            >
              Restore…
            </TextButton>
            <IconButton
              label={`Delete checkpoint ${checkpoint.name}`}
              onClick={(event) => {
                event.currentTarget.closest('section')?.querySelector<HTMLElement>('form input')?.focus()
                void actions.removeCheckpoint(checkpoint.id)
              }}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <SaveCheckpoint onSave={actions.saveCheckpoint} />
      {asked && (
        <Dialog title={`Restore “${asked.name}”?`} onClose={() => setAsked(null)}>
          {(close) => (
            <div className="p-4 text-14">
              <p>
                Tasks, categories, lists and values return to how they were on <Moment at={asked.createdAt} />
                .
              </p>
              <p className="mt-2 text-muted">Messages and checkpoints stay. You can undo this.</p>
              <div className="mt-5 flex justify-end gap-2">
                <TextButton onClick={close}>Cancel</TextButton>
                <TextButton
                  tone="accent"
                  onClick={() => {
                    close()
                    void actions.restore(asked.id)
                  }}
                >
                  Restore
                </TextButton>
              </div>
            </div>
          )}
        </Dialog>
      )}
    </Part>
  )
}

function SaveCheckpoint({ onSave }: { onSave(name: string): Promise<string | null> }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    const wanted = name.trim()
    if (wanted === '') return
    setName('')
    const refused = await onSave(wanted)
    setProblem(refused)
    if (refused !== null) setName((current) => current || wanted)
  }
  return (
    <form
      className="px-2 py-1"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label className="flex h-8 items-center gap-2 rounded px-2 text-muted focus-within:bg-sunk hover:bg-sunk">
        <Plus size={14} aria-hidden className="shrink-0" />
        <input
          aria-label="Checkpoint name"
          placeholder="Save a checkpoint"
          enterKeyHint="done"
          autoComplete="off"
          maxLength={LIMITS.checkpointNameChars}
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="h-full min-w-0 flex-1 bg-transparent text-13 text-ink outline-none"
        />
      </label>
      {problem && (
        <p role="alert" className="px-2 text-12 text-danger">
          {problem}
        </p>
      )}
    </form>
  )
}
