'use client'

import { useState } from 'react'
import type { Store } from '#components/sync/store.ts'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import type { InputOf } from '#lib/board/commands/registry.ts'

/** Undo for one change, while it is undoable. */
export function UndoRevision({ revision }: { revision: number }) {
  const change = useScreen((screen) => screen.feed.activeRevisions.find(({ number }) => number === revision))
  if (!change) return null
  return (
    <UndoButton
      label={`Undo: ${change.reply}`}
      text="Undo"
      undo={(store) => undoCommand(store, { revision })}
      className="mt-0.5 mr-1"
    />
  )
}

/** Undo for a turn: its board and memory changes. */
export function UndoAll(turn: { turnId: string; messageId: string; changes: number; facts: number }) {
  const undo = async (store: Store) => {
    if (turn.changes > 0) await undoCommand(store, { turn: turn.turnId })
    if (turn.facts > 0)
      await callOrToast(() => store.actions.decideFact(store.sessionId, turn.messageId, null, false))
  }
  return <UndoButton text="Undo all" undo={undo} className="mr-1" />
}

const undoCommand = (store: Store, input: InputOf<'undo'>) =>
  store.run({ name: 'undo', input }, { tell: 'toast' })

/** Undo for the changes of a turn, beside its notice. */
export function UndoTurn({ turnId, className }: { turnId: string; className?: string }) {
  const undo = (store: Store) => undoCommand(store, { turn: turnId })
  return <UndoButton text="Undo" label="Undo this reply’s changes" undo={undo} className={className} />
}

function UndoButton(props: {
  label?: string
  text: string
  undo(store: Store): Promise<unknown>
  className?: string
}) {
  const store = useFeed()
  const [asked, setAsked] = useState(false)
  return (
    <TextButton
      tone="link"
      aria-label={props.label}
      disabled={asked}
      className={props.className}
      onClick={async () => {
        setAsked(true)
        await props.undo(store)
        setAsked(false)
      }}
    >
      {props.text}
    </TextButton>
  )
}
