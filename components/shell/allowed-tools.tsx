'use client'

import { ShieldCheck } from 'lucide-react'
import { toolLabelRunning } from '#components/shared/tool-labels.ts'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { countOf } from '#lib/board/text/text.ts'

/** Tools that the agent may use without approval on this board until the server stops, each revocable. */
export function Grants() {
  const { actions, sessionId } = useFeed()
  const grants = useScreen((screen) => screen.feed.grants)
  if (grants.length === 0) return null
  return (
    <>
      <button
        type="button"
        popoverTarget="grants-note"
        aria-label={`${countOf(grants.length, 'tool')} allowed for this session`}
        className="flex h-7 shrink-0 items-center gap-1.5 rounded px-2 text-12 text-accent hover:bg-sunk"
      >
        <ShieldCheck size={14} aria-hidden />
        {grants.length} allowed
      </button>
      <div
        id="grants-note"
        popover="auto"
        className="fixed inset-auto top-12 right-3 w-80 max-w-[calc(100vw-1.5rem)] rounded-md border border-line-strong bg-raised p-4 text-13 text-ink shadow-pop"
      >
        <p className="font-semibold">Allowed without asking</p>
        <ul className="mt-1">
          {grants.map((tool) => (
            <li key={tool} className="flex h-9 items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{toolLabelRunning(tool)}</span>
              <TextButton
                aria-label={`Revoke: ${toolLabelRunning(tool)}`}
                onClick={() => void callOrToast(() => actions.revokeGrant(sessionId, tool))}
              >
                Revoke
              </TextButton>
            </li>
          ))}
        </ul>
        <p className="mt-1 text-muted">On this board, until the server restarts.</p>
      </div>
    </>
  )
}
