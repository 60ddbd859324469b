'use client'

import { useState } from 'react'
import { useTimeLeft } from '#components/ui/dates/use-now.ts'
import { LIMITS } from '#lib/limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CHOICES = [
  { seconds: 10 * MINUTE, label: 'In 10 minutes' },
  { seconds: HOUR, label: 'In 1 hour' },
  { seconds: DAY, label: 'In 1 day' },
  { seconds: 7 * DAY, label: 'In 1 week' },
] as const
const UNITS = [
  { seconds: 1, label: 'seconds' },
  { seconds: MINUTE, label: 'minutes' },
  { seconds: HOUR, label: 'hours' },
  { seconds: DAY, label: 'days' },
] as const
export const BAD_TIME = 'Enter a time of up to 1 year.'
export const FIELD = 'h-7 min-w-0 rounded border border-line-strong bg-paper px-1.5 text-13'

/** Seconds; `null` = never expires; `undefined` = unchanged; `NaN` = invalid. */
export type Lasting = number | null | undefined

/** When a value expires. */
export function TimeToLive({
  expiresAt,
  takesFocus = false,
  onChange,
}: {
  expiresAt: number | null
  takesFocus?: boolean
  onChange(ttl: Lasting): void
}) {
  const left = useTimeLeft(expiresAt)
  const [choice, setChoice] = useState(left === null ? 'ever' : 'as-is')
  const [count, setCount] = useState('30')
  const [unit, setUnit] = useState<number>(MINUTE)

  const choose = (next: string) => {
    setChoice(next)
    if (next === 'as-is') onChange(undefined)
    else if (next === 'ever') onChange(null)
    else onChange(next === 'other' ? secondsOf(count, unit) : Number(next))
  }
  const write = (nextCount: string, nextUnit: number) => {
    setCount(nextCount)
    setUnit(nextUnit)
    onChange(secondsOf(nextCount, nextUnit))
  }
  return (
    <>
      <select
        ref={takesFocus ? takeFocus : undefined}
        aria-label="Expires"
        value={choice}
        onChange={(event) => choose(event.target.value)}
        className={FIELD}
      >
        {left !== null && <option value="as-is">Unchanged ({left})</option>}
        <option value="ever">Never</option>
        {CHOICES.map(({ seconds, label }) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
        <option value="other">Custom…</option>
      </select>
      {choice === 'other' && (
        <span className="flex gap-1.5">
          <input
            type="number"
            aria-label="Duration"
            min={1}
            step="any"
            value={count}
            onChange={(event) => write(event.target.value, unit)}
            className={`${FIELD} w-16 tabular-nums`}
          />
          <select
            aria-label="Unit"
            value={unit}
            onChange={(event) => write(count, Number(event.target.value))}
            className={FIELD}
          >
            {UNITS.map(({ seconds, label }) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </select>
        </span>
      )}
    </>
  )
}

const takeFocus = (field: HTMLSelectElement | null) => field?.focus()

function secondsOf(count: string, unit: number): number {
  const seconds = Number(count) * unit
  return count.trim() !== '' && seconds > 0 && seconds <= LIMITS.ttlSeconds ? seconds : Number.NaN
}
