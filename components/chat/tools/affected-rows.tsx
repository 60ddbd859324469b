import { clsx } from 'clsx'
import type { AffectedRow, Approval } from '#lib/board/wire/events.ts'

/** An approval that names its only row needs no list. */
export const needsRows = ({ ask, rows }: Pick<Approval, 'ask' | 'rows'>) =>
  rows.length > 1 || rows.some(({ text }) => !ask.includes(text))

/** Lists every affected row by name. */
export function AskedRows({ rows }: { rows: readonly AffectedRow[] }) {
  return (
    <ul
      aria-label="Affected items"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
      tabIndex={0}
      className="mx-3 mt-2 max-h-52 overflow-y-auto rounded bg-sunk px-2.5 py-1 -outline-offset-2"
    >
      {rows.map(({ table, id, text, effect }) => (
        <li key={`${table}:${id}`} className="flex items-baseline gap-3 py-0.5">
          <span className={clsx('min-w-0 flex-1 wrap-anywhere', effect === 'removed' && 'line-through')}>
            {text}
          </span>
          <span className={clsx('shrink-0 text-12', effect === 'removed' ? 'text-danger' : 'text-muted')}>
            {effect}
          </span>
        </li>
      ))}
    </ul>
  )
}
