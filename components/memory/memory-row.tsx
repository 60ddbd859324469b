'use client'

import { Pencil } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { type DateFormat, sinceInWords } from '#components/ui/dates/format-date.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { InlineEdit } from '#components/ui/inline-edit.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import type { MemoryPage } from '#lib/board/wire/memory.ts'
import { LIMITS } from '#lib/limits.ts'

type Remembered = MemoryPage['memories'][number]

export function MemoryRow({
  memory,
  look,
  isBusy,
  onEdit,
  onForget,
}: {
  memory: Remembered
  look: DateFormat
  isBusy: boolean
  /** False if refused: the text is restored to the field. */
  onEdit(text: string): Promise<boolean>
  onForget(): void
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const done = async (text: string | null) => {
    setDraft(null)
    if (text !== null && !(await onEdit(text))) setDraft(text)
  }
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        {draft === null ? (
          <p className="text-14 wrap-anywhere">{memory.text}</p>
        ) : (
          <InlineEdit
            aria-label="Memory"
            value={memory.text}
            initial={draft}
            maxLength={LIMITS.memoryChars}
            onDone={(text) => void done(text)}
            className="h-7 w-full rounded border border-accent bg-paper px-1.5 text-14"
          />
        )}
        <p className="text-12 text-muted">
          <Origin memory={memory} look={look} />
        </p>
      </div>
      <IconButton label={`Edit “${memory.text}”`} disabled={isBusy} onClick={() => setDraft(memory.text)}>
        <Pencil size={14} aria-hidden />
      </IconButton>
      <TextButton disabled={isBusy} aria-label={`Forget “${memory.text}”`} onClick={onForget}>
        Forget
      </TextButton>
    </li>
  )
}

/** Its source and date. */
function Origin({ memory, look }: { memory: Remembered; look: DateFormat }) {
  const now = useMinute()
  const when = now === null ? '' : sinceInWords(memory.updatedAt, now, look)
  if (memory.sessionId === null) return <>Added here {when}</>
  if (memory.boardName === null) return <>From a deleted board, {when}</>
  return (
    <>
      From{' '}
      <Link href={`/boards/${memory.sessionId}`} prefetch={false} className="underline underline-offset-2">
        {memory.boardName}
      </Link>
      , {when}
    </>
  )
}
