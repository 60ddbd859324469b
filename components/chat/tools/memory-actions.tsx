'use client'

import { useFeed } from '#components/sync/use-store.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { useAttempt } from '#components/ui/use-action.ts'
import type { UserChange } from '#lib/board/wire/events.ts'
import { memoryLabel } from '../../shared/memory-labels.ts'

const WAY = 'mt-0.5 mr-1'
const ASKS = {
  remember: ['Save', 'Dismiss'],
  forget: ['Forget', 'Keep'],
  set: ['Change', 'Dismiss'],
} as const

/** Beside a call that changed a memory or settings: undo, or the decision it waits for. */
export function FactActions({ messageId, fact }: { messageId: string; fact: UserChange }) {
  const { actions, sessionId } = useFeed()
  const [isBusy, run] = useAttempt()
  const answer = (yes: boolean) => run(() => actions.decideFact(sessionId, messageId, fact.id, yes))
  const button = (words: string, yes: boolean, label = `${words} “${fact.text}”`) => (
    <TextButton
      tone="link"
      aria-label={label}
      disabled={isBusy}
      className={WAY}
      onClick={() => void answer(yes)}
    >
      {words}
    </TextButton>
  )
  if (fact.state === 'done') return button('Undo', false, `Undo: ${memoryLabel(fact)}`)
  if (fact.state !== 'open') return null
  const [yes, no] = ASKS[fact.did]
  return (
    <>
      {button(yes, true)}
      {button(no, false)}
    </>
  )
}
