'use client'

import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '#lib/limits.ts'

const takeFocus = (field: HTMLInputElement | null) => field?.focus()

/** A field for the name of a new list. It closes if left empty. */
export function NewList({
  initial,
  onMake,
  onClose,
}: {
  /** A refused name, restored to the field. */
  initial: string
  onMake(name: string): void
  onClose(): void
}) {
  const [name, setName] = useState(initial)
  return (
    <form
      className="px-2 py-1"
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = name.trim()
        if (wanted === '') onClose()
        else onMake(wanted)
      }}
    >
      <label className="flex h-8 items-center gap-2 rounded px-2 text-muted focus-within:bg-sunk pointer-coarse:h-10">
        <ListPlus size={14} aria-hidden className="shrink-0" />
        <input
          ref={takeFocus}
          aria-label="New list name"
          placeholder="List name"
          enterKeyHint="done"
          autoComplete="off"
          maxLength={LIMITS.listNameChars}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          onBlur={() => name.trim() === '' && onClose()}
          className="h-full min-w-0 flex-1 bg-transparent text-14 text-ink outline-none"
        />
      </label>
    </form>
  )
}
