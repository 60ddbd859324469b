'use client'

import { useState } from 'react'
import type { ChoicesPart } from '#lib/board/wire/events.ts'

/** Choices: a click sends the sentence that is shown. After another message, they are plain text. */
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
          <button
            type="button"
            className="flex min-h-7 max-w-full flex-col items-start justify-center rounded border border-line-strong bg-paper px-2.5 py-1 text-left text-13 font-medium wrap-anywhere transition-colors duration-150 hover:bg-sunk disabled:pointer-events-none disabled:opacity-50 pointer-coarse:min-h-9"
            disabled={!isOpen || isSaid}
            onClick={() => say(text)}
          >
            {label}
            {label !== text && <span className="text-12 font-normal text-muted">Sends “{text}”</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}
