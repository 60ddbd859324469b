'use client'

import { useFeed } from '#components/sync/use-store.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { useAttempt } from '#components/ui/use-action.ts'
import type { Proposal } from '#lib/board/wire/events.ts'

/** Under a reply: suggested memories to save or dismiss. */
export function Proposals({ messageId, items }: { messageId: string; items: readonly Proposal[] }) {
  return (
    <ul aria-label="Remember?" className="divide-y divide-line rounded-md border border-line text-13">
      {items.map((item) => (
        <ProposalRow key={item.id} messageId={messageId} item={item} />
      ))}
    </ul>
  )
}

function ProposalRow({ messageId, item }: { messageId: string; item: Proposal }) {
  const { actions, sessionId } = useFeed()
  const [isBusy, run] = useAttempt()
  const decide = (keep: boolean) => run(() => actions.decideProposal(sessionId, messageId, item.id, keep))
  return (
    <li className="flex items-start gap-2 py-1.5 pr-1.5 pl-3">
      <p className="min-w-0 flex-1 py-0.5 wrap-anywhere">
        {item.state === 'open' && <span className="text-muted">Remember? </span>}
        {item.state === 'kept' && <span className="text-muted">Remembered: </span>}
        {item.state === 'dropped' ? <s className="text-muted">{item.text}</s> : item.text}
      </p>
      {item.state === 'open' && (
        <>
          <TextButton disabled={isBusy} aria-label={`Save “${item.text}”`} onClick={() => void decide(true)}>
            Save
          </TextButton>
          <TextButton
            tone="bare"
            disabled={isBusy}
            aria-label={`Dismiss “${item.text}”`}
            onClick={() => void decide(false)}
          >
            Dismiss
          </TextButton>
        </>
      )}
    </li>
  )
}
