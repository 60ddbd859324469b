'use client'

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
  return (
    <ul aria-label="Choices" className="flex flex-wrap gap-2">
      {options.map(({ label, say }) => (
        <li key={say} className="max-w-full">
          <TextButton className="max-w-full" disabled={!isOpen} title={say} onClick={() => onSend(say)}>
            <span className="truncate">{label}</span>
          </TextButton>
        </li>
      ))}
    </ul>
  )
}
