'use client'

import { Bot, FileDown, Hand, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { showTurn } from '#components/shared/scroll-to-turn.ts'
import { useShownPane } from '#components/shared/use-pane.ts'
import { useFeed } from '#components/sync/use-store.ts'
import { useUserDateFormat } from '#components/sync/use-user-date-format.ts'
import { formatAge, formatDateTime } from '#components/ui/dates/format-date.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import type { Actor } from '#lib/board/model/names.ts'
import type { HistoryEntry } from '#lib/board/wire/board-actions.ts'
import { ConfirmCommand } from '../shared/command-preview.tsx'

const WHO = {
  user: { Icon: Hand, word: 'You' },
  agent: { Icon: Bot, word: 'Taskboard' },
  mcp: { Icon: Bot, word: 'API' },
  import: { Icon: FileDown, word: 'Import' },
  system: { Icon: Settings2, word: 'Taskboard' },
} as const satisfies Record<Actor, { Icon: typeof Bot; word: string }>

/** One revision: what it did, who made it and when, and its actions. */
export function Entry({ entry, now, onClose }: { entry: HistoryEntry; now: number | null; onClose(): void }) {
  const store = useFeed()
  const { show } = useShownPane()
  const look = useUserDateFormat()
  const [isRestoring, setRestoring] = useState(false)
  const { number, actor, turnId, reply, undoneBy, createdAt } = entry
  const { Icon, word } = WHO[actor]
  const canUndo = undoneBy === null && actor !== 'system'
  const toMessage = () => {
    onClose()
    show('chat')
    if (turnId) setTimeout(() => void showTurn(store, turnId))
  }
  return (
    <li className="px-4 py-2 text-13">
      <p className={undoneBy === null ? 'wrap-anywhere' : 'wrap-anywhere text-muted line-through'}>{reply}</p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-12 text-muted">
        <span className="inline-flex items-center gap-1">
          <Icon size={12} aria-hidden />
          {word}
        </span>
        <time dateTime={new Date(createdAt).toISOString()} title={formatDateTime(createdAt, look)}>
          {now === null ? '' : formatAge(createdAt, now, look)}
        </time>
        <span>revision {number}</span>
        {undoneBy !== null && <span>undone</span>}
        <span className="ml-auto flex items-center gap-x-2">
          {turnId && (
            <TextButton
              tone="link"
              aria-label={`Go to the message for revision ${number}`}
              onClick={toMessage}
            >
              Message
            </TextButton>
          )}
          {canUndo && (
            <TextButton
              tone="link"
              aria-label={`Undo: ${reply}`}
              onClick={() => void store.run({ name: 'undo', input: { revision: number } }, { tell: 'toast' })}
            >
              Undo
            </TextButton>
          )}
          <TextButton
            tone="link"
            aria-expanded={isRestoring}
            aria-label={`Restore revision ${number}…`}
            onClick={() => setRestoring(!isRestoring)}
          >
            Restore…
          </TextButton>
        </span>
      </p>
      {isRestoring && (
        <ConfirmCommand
          command={{ name: 'restore', input: { revision: number } }}
          nothing="The board already matches this revision."
          verb="Restore"
          onDone={() => setRestoring(false)}
        />
      )}
    </li>
  )
}
