'use client'

import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { chooseFile } from '#components/browser/choose-file.ts'
import { download } from '#components/browser/download.ts'
import type { ImportedBoards } from '#components/shared/import-file.ts'
import { MenuButton } from '#components/ui/menu-button.tsx'
import type { MenuItem } from '#components/ui/menu-items.ts'
import { announce, showToast } from '#components/ui/toasts.ts'
import { useSessionActions } from '../shared/use-board-actions.ts'

const AskImport = lazy(() => import('./ask-import.tsx'))

/** Import and export of all boards. */
export function BoardsMenu({ onOpen }: { onOpen(): void }) {
  const { open } = useSessionActions()
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<ImportedBoards | null>(null)
  const importBoard = async () => {
    const file = await chooseFile('.json,application/json')
    if (!file) return
    setBusy(true)
    announce('Importing.')
    const { importAsNew } = await import('#components/shared/import-file.ts')
    const made = await importAsNew(file)
    setBusy(false)
    if (!made.ok) return showToast({ text: made.message, tone: 'error' })
    if (made.instructions.length + made.facts.length > 0) setAsked(made)
    else openImported(made)
  }
  const openImported = ({ said, sessionId }: ImportedBoards) => {
    setAsked(null)
    showToast({ text: said })
    if (!sessionId) return
    onOpen()
    open(sessionId)
  }
  const items = (): MenuItem[] => [
    {
      kind: 'item',
      label: isBusy ? 'Importing…' : 'Import a board…',
      disabled: isBusy,
      run: () => void importBoard(),
    },
    { kind: 'item', label: 'Export everything', run: () => download('/api/export') },
  ]
  return (
    <>
      <MenuButton label="Import and export" items={items} className="hover:bg-line!">
        <Ellipsis size={16} aria-hidden className={isBusy ? 'thinking' : undefined} />
      </MenuButton>
      {asked && (
        <Suspense>
          <AskImport made={asked} onDone={() => openImported(asked)} />
        </Suspense>
      )}
    </>
  )
}
