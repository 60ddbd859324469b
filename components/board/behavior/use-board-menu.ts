'use client'

import { download } from '#components/browser/download.ts'
/** The board menu: actions that its bar doesn’t show. */
import { useSessionActions } from '#components/shared/use-board-actions.ts'
import { useFeed } from '#components/sync/use-store.ts'
import type { MenuItem } from '#components/ui/menu-items.ts'
import type { BoardDialog } from './board-context.ts'

const FORMATS = [
  ['JSON, with everything', 'json'],
  ['Markdown', 'md'],
  ['CSV, for spreadsheets', 'csv'],
] as const

export function useBoardMenu(open: (dialog: BoardDialog) => void): () => MenuItem[] {
  const store = useFeed()
  const { archive, unarchive } = useSessionActions()
  return () => {
    const { sessions, sessionId } = store.screen().feed
    const session = sessions.find(({ id }) => id === sessionId)
    const filed: MenuItem[] = session
      ? [
          session.archived
            ? { kind: 'item', label: 'Unarchive', run: () => unarchive(session) }
            : { kind: 'item', label: 'Archive', run: () => archive(session) },
        ]
      : []
    return [
      { kind: 'item', label: 'History…', run: () => open({ kind: 'history' }) },
      { kind: 'item', label: 'Trash…', run: () => open({ kind: 'trash' }) },
      { kind: 'line' },
      {
        kind: 'sub',
        label: 'Export',
        items: FORMATS.map(([label, format]) => ({
          kind: 'item',
          label,
          run: () => download(`/api/boards/${sessionId}/export?format=${format}`),
        })),
      },
      ...filed,
      { kind: 'line' },
      { kind: 'item', label: 'Board settings…', run: () => open({ kind: 'settings' }) },
    ]
  }
}
