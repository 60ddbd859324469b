import type { Status } from '#lib/board/model/names.ts'

/** An empty, a half-filled or a full circle. */
export function StatusMark({ status }: { status: Status }) {
  return (
    <svg viewBox="0 0 12 12" className="size-3 shrink-0 text-accent" aria-hidden="true">
      <circle
        cx="6"
        cy="6"
        r="5"
        fill={status === 'done' ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.5"
      />
      {status === 'in_progress' && <path d="M6 3a3 3 0 0 1 0 6z" fill="currentColor" />}
      {status === 'done' && (
        <path d="M3.6 6.2 5.3 7.9 8.5 4.4" fill="none" stroke="var(--paper)" strokeWidth="1.4" />
      )}
    </svg>
  )
}
