'use client'

import { Plus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#components/browser/use-hydrated.ts'
import { useOnUnmount } from '#components/browser/use-on-unmount.ts'
import type { List } from '#lib/board/model/types.ts'
import { itemTexts } from './split-pasted-items.ts'
import type { ListActions } from './use-list-actions.ts'

/** Adds one or more items at the end of a list; the field stays open for the next. */
export function AddItems({
  list,
  actions,
  isNew,
  onAdded,
}: {
  list: List
  actions: ListActions
  /** Its list was just created here. */
  isNew: boolean
  onAdded(): void
}) {
  const [text, setText] = useState('')
  const isHydrated = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  useOnUnmount(field, (left) => actions.keep(list, left))
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])
  const add = async (typed: string) => {
    const texts = itemTexts(typed)
    if (texts.length === 0) return
    setText('')
    const adding = actions.add(list, texts)
    onAdded()
    const outcome = await adding
    if (!outcome.ok) setText((current) => current || texts.join(', '))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void add(text)
  }
  /** A one-line field would join pasted lines. */
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\r\n]/.test(pasted.trim())) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const before = value.slice(0, selectionStart ?? value.length)
    void add(`${before}${pasted}${value.slice(selectionEnd ?? value.length)}`)
  }
  return (
    <form onSubmit={onSubmit} className="shrink-0 px-2 py-1">
      <label className="flex h-8 items-center gap-2 rounded px-2 text-muted focus-within:bg-sunk hover:bg-sunk pointer-coarse:h-10">
        <Plus size={14} aria-hidden className="shrink-0" />
        <input
          ref={field}
          aria-label={`Add to the ${list.name} list`}
          // Before that React would empty it, and Enter would load the page again.
          disabled={!isHydrated}
          placeholder="Add item"
          enterKeyHint="done"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={onPaste}
          onKeyDown={(event) => event.key === 'Escape' && setText('')}
          className="h-full min-w-0 flex-1 bg-transparent text-14 text-ink outline-none"
        />
      </label>
    </form>
  )
}
