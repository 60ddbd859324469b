import { clsx } from 'clsx'
import { CircleAlert, Info } from 'lucide-react'
import { useScreen } from '#components/sync/use-store.ts'
import type { NoticePart } from '#lib/board/wire/events.ts'
import { UndoTurn } from '../tools/undo-button.tsx'

/** A system notice: how a turn ended, and what to do next. `stopped`: the turn whose changes it offers to undo. */
export function Notice({ notice, stopped }: { notice: NoticePart; stopped: string | null }) {
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
      <span className="min-w-0">
        {stopped ? <Stopped text={notice.text} turnId={stopped} /> : notice.text}
      </span>
    </p>
  )
}

/** `Stopped. 2 changes made · Undo`, while any of them is undoable. */
function Stopped({ text, turnId }: { text: string; turnId: string }) {
  const stands = useScreen((screen) => screen.feed.activeRevisions.some((change) => change.turnId === turnId))
  if (!stands) return text
  return (
    <>
      {text.replace(/\.$/, '')}
      {' · '}
      <UndoTurn turnId={turnId} className="h-5! pointer-coarse:-my-2 pointer-coarse:h-9!" />
    </>
  )
}
