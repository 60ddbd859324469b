'use client'

import { CornerDownLeft } from 'lucide-react'
import { STARTERS } from './starter-sentences.ts'

/** Suggestions in an empty conversation; a click sends one. */
export function Starters({ onSend }: { onSend(text: string): void }) {
  return (
    <div className="mt-auto pb-2">
      <h2 className="text-20 font-semibold tracking-tight">What needs to get done?</h2>
      <p className="mt-1 max-w-[46ch] text-14 text-muted">
        Type it in plain words, or edit the board directly. You can undo any change.
      </p>
      <ul className="mt-4 border-t border-line">
        {STARTERS.map((sentence) => (
          <li key={sentence} className="border-b border-line">
            <button
              type="button"
              className="group flex w-full items-center gap-3 rounded py-2 text-left text-14 hover:text-accent"
              onClick={() => onSend(sentence)}
            >
              <span className="min-w-0 flex-1">{sentence}</span>
              <CornerDownLeft size={14} aria-hidden className="shrink-0 text-faint group-hover:text-accent" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
