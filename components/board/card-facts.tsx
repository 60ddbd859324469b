import { clsx } from 'clsx'
import { AlarmClock, OctagonX, TextAlignStart } from 'lucide-react'
import { type DateFormat, dueInWords } from '#components/ui/dates/format-date.ts'
import type { Priority } from '#lib/board/model/names.ts'
import { EFFORT_NAMES, PRIORITY_NAMES } from '#lib/board/model/names.ts'
import type { Task } from '#lib/board/model/types.ts'

/** The details under a card’s title: short facts, some with an icon; labels; what blocks it. */
export function CardFacts({
  task,
  category,
  today,
  look,
}: {
  task: Task
  category: string
  today: string | null
  look: DateFormat
}) {
  const isDone = task.status === 'done'
  return (
    <>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-12 text-muted tabular-nums">
        <span>#{task.number}</span>
        <span className="max-w-full truncate">{category}</span>
        {task.priority !== 'none' && <PriorityFact priority={task.priority} />}
        {task.dueDate && <DueFact day={task.dueDate} today={today} isDone={isDone} look={look} />}
        {task.effort !== 'none' && <span>{EFFORT_NAMES[task.effort]} effort</span>}
        {task.completion > 0 && !isDone && <span className="text-accent">{task.completion}%</span>}
        {task.notes !== '' && (
          <span>
            <TextAlignStart size={12} aria-hidden />
            <span className="sr-only">Has notes</span>
          </span>
        )}
      </p>
      {task.labels.length > 0 && (
        <ul aria-label="Labels" className="mt-1 mb-0.5 flex flex-wrap gap-1 text-12 text-muted">
          {task.labels.map((label) => (
            <li key={label} className="max-w-full truncate rounded-full border border-line-strong px-1.5">
              {label}
            </li>
          ))}
        </ul>
      )}
      {task.blockedReason !== '' && !isDone && (
        <p className="mt-0.5 flex gap-1 text-12 text-ink">
          <OctagonX size={12} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">Blocked: {task.blockedReason}</span>
        </p>
      )}
    </>
  )
}

const BARS = { none: 0, low: 1, medium: 2, high: 3, urgent: 3 } as const satisfies Record<Priority, number>

function PriorityFact({ priority }: { priority: Priority }) {
  const isUrgent = priority === 'urgent'
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1',
        isUrgent ? 'font-medium text-danger' : priority === 'high' && 'text-ink',
      )}
    >
      <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden="true">
        {isUrgent ? (
          <path d="M5 0 10 9.5H0z" fill="currentColor" />
        ) : (
          [0, 1, 2].map((bar) => (
            <rect
              key={bar}
              x={bar * 3.6}
              y={6 - bar * 3}
              width="2.4"
              height={4 + bar * 3}
              fill="currentColor"
              opacity={bar < BARS[priority] ? 1 : 0.25}
            />
          ))
        )}
      </svg>
      {PRIORITY_NAMES[priority]}
    </span>
  )
}

function DueFact({
  day,
  today,
  isDone,
  look,
}: {
  day: string
  today: string | null
  isDone: boolean
  look: DateFormat
}) {
  const isOverdue = !isDone && today !== null && day < today
  const words = dueInWords(day, today, look)
  return (
    // The server and the browser may format months differently.
    <time
      suppressHydrationWarning
      dateTime={day}
      className={clsx(
        'inline-flex items-center gap-1',
        isOverdue ? 'font-medium text-danger' : day === today && !isDone && 'font-medium text-ink',
      )}
    >
      {isOverdue && <AlarmClock size={12} aria-hidden />}
      {isOverdue ? `Overdue: ${words}` : words}
    </time>
  )
}
