import { clsx } from 'clsx'
import { CircleAlert, Info } from 'lucide-react'
import type { NoticePart } from '#lib/board/wire.ts'

/** What the system says of a turn: how it ended, what to do next. */
export function Notice({ notice }: { notice: NoticePart }) {
  const isError = notice.tone === 'error'
  const Icon = isError ? CircleAlert : Info
  return (
    <p
      className={clsx(
        'flex gap-2 rounded-md px-3 py-2 text-13 wrap-anywhere',
        isError ? 'bg-danger-soft text-danger' : 'bg-sunk text-muted',
      )}
    >
      <Icon size={14} aria-hidden className="mt-[3px] shrink-0" />
      <span className="min-w-0">{notice.text}</span>
    </p>
  )
}
