'use client'

import { useState } from 'react'
import { TextButton } from '#components/ui/text-button.tsx'
import type { ChoicesPart } from '#lib/board/wire.ts'

/** What may have been meant: a click says it. Once something else was said, they are only read. */
export function Choices({
  options,
  isOpen,
  onSend,
}: {
  options: ChoicesPart['options']
  isOpen: boolean
  onSend(text: string): void
}) {
  const [isSaid, setSaid] = useState(false)
  function say(text: string) {
    setSaid(true)
    onSend(text)
  }
  return (
    <ul aria-label="Choices" className="flex flex-wrap gap-2">
      {options.map(({ label, say: text }) => (
        <li key={text} className="max-w-full">
          <TextButton
            className="max-w-full pointer-coarse:h-9"
            disabled={!isOpen || isSaid}
            title={text}
            onClick={() => say(text)}
          >
            <span className="truncate">{label}</span>
          </TextButton>
        </li>
      ))}
    </ul>
  )
}
