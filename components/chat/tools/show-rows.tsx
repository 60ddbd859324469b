'use client'

import { highlightRows } from '#components/shared/highlight-rows.ts'
import { useShownPane } from '#components/shared/use-pane.ts'
import { useScreen } from '#components/sync/use-store.ts'
import { TextButton } from '#components/ui/text-button.tsx'

/** A link from a change to its cards, while any of them are on the board. */
export function ShowRows({ revision }: { revision: number }) {
  const change = useScreen((screen) => screen.feed.activeRevisions.find(({ number }) => number === revision))
  const isThere = useScreen(
    ({ board }) => change?.rows.some((id) => board.tasks.has(id) || board.items.has(id)) ?? false,
  )
  const { show } = useShownPane()
  if (!change || !isThere) return null
  const flash = () => {
    show('board')
    requestAnimationFrame(() => highlightRows(change.rows))
  }
  return (
    <TextButton
      tone="link"
      aria-label={`Show on the board: ${change.reply}`}
      className="mt-0.5"
      onClick={flash}
    >
      Show
    </TextButton>
  )
}
