'use client'

import { clsx } from 'clsx'
import { Ellipsis, LoaderCircle } from 'lucide-react'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { useUserDateFormat } from '#components/sync/use-user-date-format.ts'
import { formatAge } from '#components/ui/dates/format-date.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { InlineEdit } from '#components/ui/inline-edit.tsx'
import { MenuButton } from '#components/ui/menu-button.tsx'
import type { MenuItem } from '#components/ui/menu-items.ts'
import type { SessionSummary } from '#lib/board/wire/events.ts'
import { LIMITS } from '#lib/limits.ts'
import { useSessionActions } from '../shared/use-board-actions.ts'

export function SessionRow({
  session,
  isOpen,
  onOpen,
}: {
  session: SessionSummary
  isOpen: boolean
  onOpen(): void
}) {
  const actions = useSessionActions()
  const link = useRef<HTMLAnchorElement>(null)
  const [editing, setEditing] = useState(false)
  const [renamed, setRenamed] = useState<{ from: string; to: string } | null>(null)
  const name = renamed?.from === session.name ? renamed.to : session.name

  const finish = async (next: string | null, byKey: boolean) => {
    setEditing(false)
    if (byKey) setTimeout(() => link.current?.focus())
    if (next === null) return
    setRenamed({ from: session.name, to: next })
    if (!(await actions.rename(session.id, next))) setRenamed(null)
  }
  const items = (): MenuItem[] => [
    { kind: 'item', label: 'Rename', hint: 'F2', run: () => setTimeout(() => setEditing(true)) },
    { kind: 'item', label: 'Duplicate', run: () => actions.duplicate(session.id) },
    { kind: 'item', label: 'Clear chat', run: () => actions.clearChat(session.id) },
    session.archived
      ? { kind: 'item', label: 'Unarchive', run: () => actions.unarchive(session) }
      : { kind: 'item', label: 'Archive', run: () => actions.archive(session) },
    { kind: 'line' },
    { kind: 'item', label: 'Delete', danger: true, run: () => actions.remove(session) },
  ]
  if (editing) {
    return (
      <li className="px-1 py-0.5">
        <InlineEdit
          value={name}
          aria-label={`Rename ${name}`}
          maxLength={LIMITS.sessionNameChars}
          className="h-7 w-full rounded border border-line-strong bg-paper px-1 text-13"
          onDone={finish}
        />
      </li>
    )
  }
  return (
    <li
      className={clsx(
        'group relative flex h-8 items-center rounded',
        isOpen ? 'bg-line font-medium' : 'hover:bg-line/60',
      )}
    >
      <Link
        ref={link}
        href={`/boards/${session.id}`}
        prefetch={false}
        aria-current={isOpen ? 'page' : undefined}
        className="flex h-full min-w-0 flex-1 items-center gap-2 rounded pr-2 pl-2 text-13"
        onClick={onOpen}
        onDoubleClick={() => setEditing(true)}
        onKeyDown={(event) => event.key === 'F2' && setEditing(true)}
      >
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <LastChange session={session} />
      </Link>
      <MenuButton
        label={`Actions for ${name}`}
        items={items}
        className="absolute right-0.5 bg-line opacity-0 focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-coarse:static pointer-coarse:bg-transparent pointer-coarse:opacity-100"
      >
        <Ellipsis size={16} aria-hidden />
      </MenuButton>
    </li>
  )
}

function LastChange({ session }: { session: SessionSummary }) {
  const now = useMinute()
  const look = useUserDateFormat()
  if (session.busy) {
    return (
      <span className="text-accent">
        <LoaderCircle size={14} className="spin" aria-hidden />
        <span className="sr-only">Running</span>
      </span>
    )
  }
  return (
    <time
      dateTime={new Date(session.updatedAt).toISOString()}
      className="text-12 font-normal text-muted tabular-nums"
    >
      {now === null ? '' : formatAge(session.updatedAt, now, look)}
    </time>
  )
}
