import { clsx } from 'clsx'
import type { Completion } from './completions.ts'

export const COMPLETION_LIST_ID = 'completions'
export const completionId = (index: number) => `completion-${index}`

export function CompletionList({
  offered,
  active,
  onAccept,
}: {
  offered: readonly Completion[]
  active: number
  onAccept(index: number): void
}) {
  if (offered.length === 0) return null
  return (
    <div
      role="listbox"
      id={COMPLETION_LIST_ID}
      aria-label="Completions"
      tabIndex={-1}
      className="absolute bottom-full left-0 z-20 mb-1 w-96 max-w-full rounded-md border border-line-strong bg-raised p-1 text-13 shadow-pop"
    >
      {offered.map(({ label, about }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text area has the focus and the keys
        <div
          key={label}
          role="option"
          id={completionId(index)}
          aria-selected={index === active}
          tabIndex={-1}
          className={clsx(
            'flex min-h-7 cursor-default items-baseline gap-3 rounded px-2 py-1 hover:bg-sunk',
            index === active && 'bg-sunk',
          )}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(index)}
        >
          <span className="min-w-20 shrink-0 font-medium">{label}</span>
          <span className="min-w-0 text-muted">{about}</span>
        </div>
      ))}
    </div>
  )
}
