'use client'

import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { changedAt } from '#components/sync/state.ts'
import { useScreen } from '#components/sync/use-store.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { type ReadValue, readValues } from '#lib/board/state/read-state.ts'
import { LIMITS } from '#lib/limits.ts'
import { FIELD } from './expiry-select.tsx'
import { Part } from './section.tsx'
import { useValueActions, type ValueActions } from './use-value-actions.ts'
import { ValueForm } from './value-form.tsx'
import { ValueRow } from './value-row.tsx'

/** Every key of the state besides tasks, categories and lists. */
export function Values() {
  const values = useScreen((screen) => screen.board.values)
  const touched = useScreen((screen) => screen.feed.touched)
  const actions = useValueActions()
  // The store has already removed expired values.
  const reads = useMemo(() => readValues({ values }, 0), [values])
  const [isAdding, setAdding] = useState(false)
  return (
    <Part
      title="Values"
      count={reads.length}
      action={
        reads.length > 0 && (
          <TextButton tone="bare" className="font-normal!" onClick={() => actions.clear()}>
            Clear all
          </TextButton>
        )
      }
    >
      {reads.length === 0 && <p className="px-4 py-1.5 text-muted">No values yet.</p>}
      <ul>
        {reads.map((read) => (
          <li key={read.key}>
            <ValueRow read={read} actions={actions} touchedAt={changedAt(touched, read.key)} />
          </li>
        ))}
      </ul>
      <div className="px-2 py-1">
        {isAdding ? (
          <AddValue reads={reads} actions={actions} onClose={() => setAdding(false)} />
        ) : (
          <TextButton tone="bare" className="font-normal!" onClick={() => setAdding(true)}>
            <Plus size={14} aria-hidden />
            Add value
          </TextButton>
        )}
      </div>
    </Part>
  )
}

function AddValue({
  reads,
  actions,
  onClose,
}: {
  reads: readonly ReadValue[]
  actions: ValueActions
  onClose(): void
}) {
  const [key, setKey] = useState('')
  return (
    <ValueForm
      label="New value"
      action="Add"
      expiresAt={null}
      onClose={onClose}
      onSave={async (value, ttl) => {
        const wanted = key.trim()
        if (wanted === '') return 'Enter a key.'
        if (reads.some((read) => read.key === wanted)) {
          return `${wanted} already exists. Edit it, or choose another key.`
        }
        const problem = await actions.set(wanted, value, ttl)
        if (problem === null) onClose()
        return problem
      }}
    >
      <input
        ref={takeFocus}
        aria-label="Key"
        placeholder="Key"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={LIMITS.keyChars}
        value={key}
        onChange={(event) => setKey(event.target.value)}
        className={FIELD}
      />
    </ValueForm>
  )
}

const takeFocus = (field: HTMLInputElement | null) => field?.focus()
