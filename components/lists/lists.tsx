'use client'

/** The lists of a board beside its columns. Loaded when there is a list or a new one is started. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useScreen } from '#components/sync/use-store.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { newId } from '#lib/board/model/new-id.ts'
import { ListCard } from './list-card.tsx'
import { NewList } from './new-list.tsx'
import { type ShownList, shownLists } from './sort-lists.ts'
import { useListActions } from './use-list-actions.ts'

export default function Lists({
  isNaming,
  onNaming,
}: {
  /** Whether the field for a new list’s name is open. */
  isNaming: boolean
  onNaming(isNaming: boolean): void
}) {
  const touched = useScreen((screen) => screen.feed.touched)
  const actions = useListActions()
  const shown = useShownLists()
  const [made, setMade] = useState('')
  const [refused, setRefused] = useState('')
  const name = (wanted: boolean) => {
    setRefused('')
    onNaming(wanted)
  }
  // The list is shown at once, and another can be added before the server has answered.
  const make = async (wanted: string) => {
    const id = newId()
    setMade(id)
    name(false)
    const outcome = await actions.create(id, wanted)
    if (outcome.ok) return
    setMade('')
    setRefused(wanted)
    onNaming(true)
  }
  return (
    <div className="lists">
      {shown.map((one) => (
        <ListCard
          key={one.list.id}
          shown={one}
          actions={actions}
          touched={touched}
          isNew={one.list.id === made}
        />
      ))}
      <div className="py-1">
        {isNaming ? (
          <NewList initial={refused} onMake={(wanted) => void make(wanted)} onClose={() => name(false)} />
        ) : (
          <TextButton tone="bare" className="mx-2 font-normal!" onClick={() => name(true)}>
            <Plus size={14} aria-hidden />
            New list
          </TextButton>
        )}
      </div>
    </div>
  )
}

function useShownLists(): readonly ShownList[] {
  const lists = useScreen((screen) => screen.board.lists)
  const items = useScreen((screen) => screen.board.items)
  const [kept, setKept] = useState<readonly ShownList[]>([])
  const next = shownLists({ lists, items }, kept)
  if (next !== kept) setKept(next)
  return next
}
