'use client'

import { useState } from 'react'
import { TextButton } from '#components/ui/text-button.tsx'
import { useFeed, useScreen } from '#components/use-feed.ts'
import type { InputOf } from '#lib/board/register.ts'

/** Undo of one change, as long as it stands. */
export function UndoRevision({ revision }: { revision: number }) {
  const change = useScreen((screen) => screen.feed.standing.find(({ number }) => number === revision))
  if (!change) return null
  return (
    <UndoButton label={`Undo: ${change.reply}`} text="Undo" input={{ revision }} className="mt-0.5 mr-1" />
  )
}

export function UndoButton({
  label,
  text,
  input,
  className,
}: {
  label?: string
  text: string
  input: InputOf<'undo'>
  className?: string
}) {
  const store = useFeed()
  const [asked, setAsked] = useState(false)
  return (
    <TextButton
      tone="link"
      aria-label={label}
      disabled={asked}
      className={className}
      onClick={async () => {
        setAsked(true)
        await store.goBack({ name: 'undo', input })
        setAsked(false)
      }}
    >
      {text}
    </TextButton>
  )
}
