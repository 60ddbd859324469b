'use client'

import { Tag } from 'lucide-react'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { isComposing } from '#components/browser/is-composing.ts'
import { type DateFormat, sinceInWords } from '#components/ui/dates/format-date.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import type { DocumentInfo } from '#lib/board/wire/documents.ts'
import { sizeOf } from './format-size.ts'

export function DocumentRow({
  document,
  look,
  isBusy,
  onTag,
  onDelete,
}: {
  document: DocumentInfo
  look: DateFormat
  isBusy: boolean
  /** False if refused: the text is restored to the field. */
  onTag(tags: string[]): Promise<boolean>
  onDelete(): void
}) {
  const { id, name, tags, bytes, version, updatedAt } = document
  const [draft, setDraft] = useState<string | null>(null)
  const now = useMinute()
  const since = now === null ? '' : sinceInWords(updatedAt, now, look)
  const done = async (words: string | null) => {
    setDraft(null)
    if (words !== null && !(await onTag(tagsIn(words)))) setDraft(words)
  }
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <Link
          href={`/library/${id}`}
          prefetch={false}
          className="text-14 underline-offset-2 wrap-anywhere hover:underline"
        >
          {name}
        </Link>
        <p className="text-12 text-muted">
          {[sizeOf(bytes), version > 1 ? `version ${version}` : '', since].filter(Boolean).join(' · ')}
          {tags.map((tag) => (
            <span key={tag} className="ml-2 text-accent">
              #{tag}
            </span>
          ))}
        </p>
        {draft !== null && <TagsField name={name} draft={draft} onDone={done} />}
      </div>
      <IconButton label={`Tag ${name}`} disabled={isBusy} onClick={() => setDraft(tags.join(', '))}>
        <Tag size={14} aria-hidden />
      </IconButton>
      <TextButton disabled={isBusy} aria-label={`Delete ${name}`} onClick={onDelete}>
        Delete
      </TextButton>
    </li>
  )
}

/** Enter and blur save the text, even if empty; Esc doesn’t. */
function TagsField({
  name,
  draft,
  onDone,
}: {
  name: string
  draft: string
  onDone(words: string | null): Promise<void>
}) {
  const isDone = useRef(false)
  const end = (words: string | null) => {
    if (isDone.current) return
    isDone.current = true
    void onDone(words)
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it was asked for by a click
      autoFocus
      aria-label={`Tags of ${name}`}
      placeholder="work, q2"
      defaultValue={draft}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key === 'Escape') end(null)
        if (event.key === 'Enter') end(event.currentTarget.value)
      }}
      className="mt-1 h-7 w-full max-w-96 rounded border border-accent bg-paper px-1.5 text-14"
    />
  )
}

const tagsIn = (words: string) => words.split(/[,\s]+/).filter((word) => word.replace('#', '') !== '')
