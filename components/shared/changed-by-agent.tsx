'use client'

import { showTurn } from '#components/shared/scroll-to-turn.ts'
import { useShownPane } from '#components/shared/use-pane.ts'
import { useFeed } from '#components/sync/use-store.ts'

/** On a card that the agent changed last: links to the message. */
export function TouchedMark({
  turnId,
  label,
  tabIndex,
}: {
  turnId: string
  label: string
  tabIndex: number
}) {
  const store = useFeed()
  const { show } = useShownPane()
  return (
    <button
      type="button"
      aria-label={`Show the message that changed ${label}`}
      title="Changed by Taskboard. Show message."
      tabIndex={tabIndex}
      className="-my-0.5 grid size-6 shrink-0 place-items-center rounded text-accent hover:bg-sunk"
      onClick={() => {
        show('chat')
        void showTurn(store, turnId)
      }}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
    </button>
  )
}
