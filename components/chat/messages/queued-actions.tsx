'use client'

/** Actions under a queued message. */
import { useState } from 'react'
import { useFeed } from '#components/sync/use-store.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { announce } from '#components/ui/toasts.ts'
import { focusComposer } from '../composer/composer.tsx'

export default function QueuedNote({ id, onEdit }: { id: string; onEdit(): void }) {
  const { actions, sessionId } = useFeed()
  const [asked, setAsked] = useState(false)
  const ask = async (action: typeof actions.sendNow, said: string) => {
    setAsked(true)
    const done = await callOrToast(() => action(sessionId, id))
    setAsked(false)
    if (!done) return
    announce(said)
    focusComposer()
  }
  return (
    <>
      <Act text="Send now" disabled={asked} onClick={() => ask(actions.sendNow, 'Sent.')} />
      <Act text="Edit" disabled={asked} onClick={onEdit} />
      <Act
        text="Remove"
        disabled={asked}
        onClick={() => ask(actions.removeQueued, 'Removed from the queue.')}
      />
    </>
  )
}

function Act({ text, disabled, onClick }: { text: string; disabled: boolean; onClick(): void }) {
  return (
    <>
      <span aria-hidden>·</span>
      <TextButton
        tone="link"
        className="text-12! pointer-coarse:h-9 pointer-coarse:px-2"
        disabled={disabled}
        onClick={onClick}
      >
        {text}
      </TextButton>
    </>
  )
}
