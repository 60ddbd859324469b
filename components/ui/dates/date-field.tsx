'use client'

import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Calendar } from './calendar.tsx'
import { type DateFormat, dayOf, formatDay } from './format-date.ts'

const ROOM = 290

/** A day, typed into the browser's date field or chosen in a calendar with the user's first day of the week. */
export function DateField({
  label,
  name,
  defaultValue,
  look,
  className,
}: {
  label: string
  name: string
  defaultValue: string
  look: DateFormat
  className: string
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const boxId = useId()
  /** The browser's field has its own date order, so the day is also shown in words. */
  const [day, setDay] = useState(defaultValue)
  const [opened, setOpened] = useState<{ left: number; top: number } | null>(null)

  const open = (button: HTMLElement) => {
    const at = button.getBoundingClientRect()
    const top = at.bottom + ROOM > innerHeight ? Math.max(8, at.top - ROOM) : at.bottom + 4
    setOpened({ left: Math.max(8, at.right - 264), top })
    box.current?.showPopover()
  }
  return (
    <div>
      <p className="mb-1 flex justify-between text-12 text-muted">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span>{day && formatDay(day, look, true)}</span>
      </p>
      <div className="flex gap-1">
        <input
          ref={field}
          id={id}
          type="date"
          name={name}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          className={className}
        />
        <IconButton
          label="Calendar"
          className="mt-0.5"
          aria-expanded={opened !== null}
          aria-controls={boxId}
          onClick={(event) => open(event.currentTarget)}
        >
          <CalendarDays size={16} aria-hidden />
        </IconButton>
      </div>
      <div
        ref={box}
        id={boxId}
        popover="auto"
        onToggle={(event) => event.newState === 'closed' && setOpened(null)}
        style={{ left: opened?.left, top: opened?.top }}
        className="fixed inset-auto m-0 rounded-md border border-line-strong bg-raised p-3 text-ink shadow-pop"
      >
        {opened && (
          <Calendar
            chosen={day || null}
            today={dayOf(Date.now(), look.timeZone)}
            look={look}
            onChoose={(chosen) => {
              setDay(chosen)
              box.current?.hidePopover()
              field.current?.focus()
            }}
          />
        )}
      </div>
    </div>
  )
}
