'use client'

import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useHydrated } from '#components/browser/use-hydrated.ts'
import { useFeed } from '#components/sync/use-store.ts'
import type { Status } from '#lib/board/model/names.ts'
import { STATUS_NAMES } from '#lib/board/model/names.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { LIMITS } from '#lib/limits.ts'

/** Adds a task at the end of its column; the field stays open for the next. */
export function AddTask({ status, categoryId }: { status: Status; categoryId: string }) {
  const store = useFeed()
  const [title, setTitle] = useState('')
  const isHydrated = useHydrated()
  const add = (event: FormEvent) => {
    event.preventDefault()
    const wanted = title.trim()
    if (wanted === '') return
    setTitle('')
    const category = categoryId || undefined
    const input = { id: newId(), title: wanted, category, status: status === 'open' ? undefined : status }
    void store.run({ name: 'add_task', input }).then((outcome) => {
      if (!outcome.ok) setTitle((current) => current || wanted)
    })
  }
  return (
    <form onSubmit={add} className="shrink-0 px-2 py-1.5">
      <label className="flex h-8 items-center gap-2 rounded px-2 text-muted focus-within:bg-sunk hover:bg-sunk">
        <Plus size={14} aria-hidden className="shrink-0" />
        <input
          aria-label={`Add task to ${STATUS_NAMES[status]}`}
          // Before that React would empty it, and Enter would load the page again.
          disabled={!isHydrated}
          placeholder="Add task"
          enterKeyHint="done"
          autoComplete="off"
          maxLength={LIMITS.titleChars}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTitle('')}
          className="h-full min-w-0 flex-1 bg-transparent text-14 text-ink outline-none"
        />
      </label>
    </form>
  )
}
