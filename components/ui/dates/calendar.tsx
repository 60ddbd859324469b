'use client'

/** A month to choose a day from, in the user's format. */
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '#components/ui/icon-button.tsx'
import { addDays } from '#lib/board/readers/task-query.ts'
import { firstDayOf } from '#lib/board/wire/date-format.ts'
import { addMonths, monthOf, weeksOf } from './calendar-month.ts'
import type { DateFormat } from './format-date.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)

export function Calendar({
  chosen,
  today,
  look,
  onChoose,
}: {
  chosen: string | null
  today: string
  look: DateFormat
  onChoose(day: string): void
}) {
  const grid = useRef<HTMLTableElement>(null)
  /** The day that the Tab key reaches; its month is shown. */
  const [reached, setReached] = useState(chosen ?? today)
  const names = namesIn(look.language)
  const weeks = weeksOf(monthOf(reached), firstDayOf(look.weekStart, look.language))

  // It opens below a button: moves the focus to the days, and keeps it there when the month changes.
  const focus = () => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  useEffect(focus, [])
  const reach = (day: string) => {
    // Synchronously: the next key needs the new focus.
    flushSync(() => setReached(day))
    focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const next =
      step !== undefined
        ? addDays(reached, step)
        : event.key === 'PageUp' || event.key === 'PageDown'
          ? addMonths(reached, event.key === 'PageUp' ? -1 : 1)
          : null
    if (next === null) return
    event.preventDefault()
    reach(next)
  }
  return (
    <div className="w-60">
      <div className="flex items-center gap-1 pb-1">
        <IconButton label="Previous month" onClick={() => setReached(addMonths(reached, -1))}>
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <p aria-live="polite" className="flex-1 text-center text-13 font-medium">
          {names.month.format(dateOf(reached))}
        </p>
        <IconButton label="Next month" onClick={() => setReached(addMonths(reached, 1))}>
          <ChevronRight size={16} aria-hidden />
        </IconButton>
      </div>
      <table
        ref={grid}
        aria-label="Calendar"
        onKeyDown={onKeyDown}
        className="w-full table-fixed text-center text-13"
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={names.long.format(dateOf(day))}
                className="h-7 text-11 font-normal text-muted"
              >
                {names.short.format(dateOf(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0">
                  <button
                    type="button"
                    tabIndex={day === reached ? 0 : -1}
                    aria-label={names.full.format(dateOf(day))}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onChoose(day)}
                    className={clsx(
                      'size-8 rounded tabular-nums',
                      day === chosen ? 'bg-accent font-medium text-on-accent' : 'hover:bg-sunk',
                      day !== chosen && monthOf(day) !== monthOf(reached) && 'text-muted',
                      day === today && day !== chosen && 'font-semibold text-accent',
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function namesIn(language: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const all = { timeZone: 'UTC', calendar: 'gregory', ...options } as const
    try {
      return new Intl.DateTimeFormat(language, all)
    } catch {
      return new Intl.DateTimeFormat('en-GB', all)
    }
  }
  return {
    month: format({ month: 'long', year: 'numeric' }),
    short: format({ weekday: 'short' }),
    long: format({ weekday: 'long' }),
    full: format({ dateStyle: 'full' }),
  }
}
