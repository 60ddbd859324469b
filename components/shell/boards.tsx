'use client'

import { Brain, Library, Plus, Settings, X } from 'lucide-react'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import { useScreen } from '#components/sync/use-store.ts'
import { TemplatesButton } from '#components/templates/templates-button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { SessionSummary } from '#lib/board/wire/events.ts'
import { useSessionActions } from '../shared/use-board-actions.ts'
import { ArchivedBoards } from './archived-boards.tsx'
import { SearchField, SearchHits, useSearch } from './board-search.tsx'
import { BoardsMenu } from './boards-menu.tsx'
import { SessionRow } from './session-row.tsx'

/** Pages of the user, available on every board. */
const PAGES = [
  { href: '/memory', Icon: Brain, name: 'Memory' },
  { href: '/library', Icon: Library, name: 'Library' },
  { href: '/settings', Icon: Settings, name: 'Settings' },
] as const

/** While the sheet is open, the rest of the page is inert. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

/** All boards of this user: open, search, rename, duplicate, archive and delete. */
export function Boards({ isSheet, onClose }: { isSheet: boolean; onClose(): void }) {
  const sessions = useScreen((screen) => screen.feed.sessions)
  const openId = useScreen((screen) => screen.feed.sessionId)
  const [archived, current] = useMemo(() => {
    const isArchived = (session: SessionSummary) => session.archived
    return [sessions.filter(isArchived), sessions.filter((session) => !isArchived(session))]
  }, [sessions])
  const { create } = useSessionActions()
  const [creating, setCreating] = useState(false)
  const search = useSearch()
  return (
    <>
      {isSheet && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Esc and the button close it too
        <div className="fixed inset-0 z-30 bg-ink/30" onClick={onClose} />
      )}
      <nav
        aria-label="Boards"
        data-sheet={isSheet ? '' : undefined}
        className="boards flex w-56 shrink-0 flex-col border-r border-line bg-sunk"
      >
        <div className="flex h-11 shrink-0 items-center gap-1 pr-2 pl-4">
          <span className="flex-1 text-13 font-semibold tracking-tight text-accent">Taskboard</span>
          <IconButton
            label="New board"
            className="hover:bg-line!"
            disabled={creating}
            onClick={async () => {
              setCreating(true)
              await create()
              setCreating(false)
            }}
          >
            <Plus size={16} aria-hidden />
          </IconButton>
          <TemplatesButton onOpen={onClose} />
          <BoardsMenu onOpen={onClose} />
          {isSheet && (
            <IconButton ref={takeFocus} label="Close sidebar" className="hover:bg-line!" onClick={onClose}>
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </div>
        <SearchField search={search} />
        <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
          {search.hits ? (
            <SearchHits hits={search.hits} onOpen={onClose} />
          ) : (
            <>
              <ul>
                {current.map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    isOpen={session.id === openId}
                    onOpen={onClose}
                  />
                ))}
              </ul>
              <ArchivedBoards sessions={archived} openId={openId} onOpen={onClose} />
            </>
          )}
        </div>
        <div className="border-t border-line p-2">
          {PAGES.map(({ href, Icon, name }) => (
            <Link
              key={href}
              href={href}
              prefetch={false}
              className="flex h-8 items-center gap-2 rounded px-2 text-13 text-muted hover:bg-line hover:text-ink"
            >
              <Icon size={16} aria-hidden />
              {name}
            </Link>
          ))}
        </div>
      </nav>
    </>
  )
}
