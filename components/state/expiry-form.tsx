'use client'

import { useState } from 'react'
import { TextButton } from '#components/ui/text-button.tsx'
import { BAD_TIME, type Lasting, TimeToLive } from './expiry-select.tsx'
import type { Saved } from './value-form.tsx'

/** Sets only the expiry of a value. */
export function TimeForm({
  name,
  expiresAt,
  onSave,
  onClose,
}: {
  name: string
  expiresAt: number | null
  onSave(ttl: Lasting): Saved
  onClose(): void
}) {
  const [ttl, setTtl] = useState<Lasting>(undefined)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    if (Number.isNaN(ttl)) return setProblem(BAD_TIME)
    const refused = ttl === undefined ? null : await onSave(ttl)
    setProblem(refused)
    if (refused === null) onClose()
  }
  return (
    <form
      noValidate
      aria-label={`Expiry of ${name}`}
      className="my-1 flex flex-wrap items-center gap-1.5"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TimeToLive expiresAt={expiresAt} onChange={setTtl} takesFocus />
      <TextButton type="submit" tone="accent">
        Save
      </TextButton>
      <TextButton tone="bare" onClick={onClose}>
        Cancel
      </TextButton>
      {problem && (
        <p role="alert" className="w-full text-12 text-danger">
          {problem}
        </p>
      )}
    </form>
  )
}
