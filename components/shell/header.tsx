'use client'

import { PanelLeft } from 'lucide-react'
import type { RefObject } from 'react'
import { useScreen } from '#components/sync/use-store.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Grants } from './allowed-tools.tsx'
import { ConnectionNote } from './connection-status.tsx'
import { ModelBadge } from './model-badge.tsx'
import { RenamableName } from './renamable-name.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function Header({
  toggleRef,
  onToggleBoards,
}: {
  toggleRef: RefObject<HTMLButtonElement | null>
  onToggleBoards(): void
}) {
  const id = useScreen((screen) => screen.feed.sessionId)
  const name = useScreen((screen) => screen.feed.name)
  const isArchived = useScreen(
    ({ feed }) => feed.sessions.find((session) => session.id === feed.sessionId)?.archived ?? false,
  )
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-2">
      <IconButton ref={toggleRef} label="Toggle sidebar" onClick={onToggleBoards}>
        <PanelLeft size={16} aria-hidden />
      </IconButton>
      <h1 className="min-w-0 text-15 font-semibold tracking-tight">
        <RenamableName id={id} name={name} />
      </h1>
      {isArchived && (
        <span className="shrink-0 rounded border border-line-strong px-1.5 text-12 text-muted">Archived</span>
      )}
      <span className="flex-1" />
      <ConnectionNote />
      <Grants />
      <ModelBadge />
      <ThemeSwitch />
    </header>
  )
}
