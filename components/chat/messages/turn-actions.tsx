'use client'

import { useState } from 'react'
import { useFeed } from '#components/sync/use-store.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import type { Turn, TurnStatus } from '#lib/board/wire/events.ts'

const ENDED: Partial<Record<TurnStatus, string>> = {
  stopped: 'Stopped.',
  failed: 'Failed.',
  interrupted: 'Interrupted.',
}

/** Continue and Retry after an interrupted turn. `isSaid`: its reply explains them. */
export function TurnEnd({
  turn,
  isSaid,
  canContinue = true,
}: {
  turn: Turn
  isSaid: boolean
  canContinue?: boolean
}) {
  const { actions, sessionId } = useFeed()
  const [asked, setAsked] = useState<number | null>(null)
  const word = ENDED[turn.status]
  if (!word) return null
  const ask = async (action: typeof actions.continueTurn) => {
    setAsked(turn.run)
    if (!(await callOrToast(() => action(sessionId, turn.id)))) setAsked(null)
  }
  const isAsked = asked === turn.run
  return (
    <div className="flex flex-wrap items-center gap-2 text-13">
      {!isSaid && <span className="text-muted">{word}</span>}
      {canContinue && (
        <TextButton disabled={isAsked} onClick={() => ask(actions.continueTurn)}>
          Continue
        </TextButton>
      )}
      <TextButton disabled={isAsked} onClick={() => ask(actions.retryTurn)}>
        Retry
      </TextButton>
    </div>
  )
}
