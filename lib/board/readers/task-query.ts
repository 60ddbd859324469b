/** Questions to a board, as data: the database answers them, the readers put the answers into words. */

import type { Status } from '../model/names.ts'
import type { TaskFieldName } from '../model/task-shape.ts'
import type { Category, Task } from '../model/types.ts'

export const DUE_FILTERS = ['overdue', 'today', 'tomorrow', 'week', 'dated', 'undated'] as const
export type DueFilter = (typeof DUE_FILTERS)[number]

/** Which day of a task a span of days is about. */
export const DAY_KINDS = ['due', 'added', 'done'] as const
export type DayKind = (typeof DAY_KINDS)[number]

export type TaskFilter = {
  id?: string
  statuses?: readonly Status[]
  /** Fields with this value, or this one among others. */
  fields?: Partial<Record<TaskFieldName, unknown>>
  /** Every word occurs in the title or the notes. */
  words?: string
  due?: DueFilter
  isBlocked?: boolean
  /** Days, `YYYY-MM-DD`, both ends included. */
  days?: { of: DayKind; from?: string; to?: string }
}

export type Counts = {
  total: number
  byStatus: Readonly<Record<Status, number>>
  /** By category id. */
  byCategory: ReadonlyMap<string, Readonly<Record<Status, number>>>
  overdue: number
  dueToday: number
}

/** What a reader asks for, and what it is answered from. */
export type Question = {
  filter: TaskFilter
  limit: number
  /** Left out: as they stand on the board. Else what falls due by this day first, then what is worth doing next. */
  urgentBy?: string | 'today'
}
export type Answer = {
  tasks: readonly Task[]
  /** How many match, also beyond the limit. */
  matching: number
  counts: Counts
  categories: readonly Category[]
  /** The user's own day, `YYYY-MM-DD`. */
  today: string
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The calendar day of an instant in an IANA time zone; an unknown zone counts as UTC. */
export function dayIn(timeZone: string, now: number): string {
  return dayFormat(timeZone).format(now)
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Making a format costs fifty times what using it costs. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const made = dayFormats.get(timeZone)
  if (made) return made
  try {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    dayFormats.set(timeZone, format)
    return format
  } catch {
    return dayFormat('UTC')
  }
}

/** The instant at which a day begins in a zone. Guessed from the offset of its noon: no zone shifts by more than hours. */
export function dayBegins(timeZone: string, day: string): number {
  const noon = Date.parse(`${day}T12:00:00Z`)
  let at = Date.parse(`${day}T00:00:00Z`) - offsetAt(timeZone, noon)
  // A clock that was put forward or back before noon.
  at = Date.parse(`${day}T00:00:00Z`) - offsetAt(timeZone, at)
  return at
}

/** How far ahead of UTC the clocks of a zone are. */
function offsetAt(timeZone: string, now: number): number {
  const parts = clockFormat(timeZone).formatToParts(now)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return wall - Math.floor(now / 60_000) * 60_000
}

function clockFormat(timeZone: string): Intl.DateTimeFormat {
  const options = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  } as const
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  }
}

/** The days a due filter spans, both ends included. */
export function dueRange(due: DueFilter, today: string): { from?: string; to?: string; open?: true } {
  switch (due) {
    case 'overdue':
      return { to: addDays(today, -1), open: true }
    case 'today':
      return { from: today, to: today }
    case 'tomorrow':
      return { from: addDays(today, 1), to: addDays(today, 1) }
    case 'week':
      return { from: today, to: addDays(today, 6) }
    case 'dated':
      return { from: '0000-01-01' }
    case 'undated':
      return {}
    default:
      return due satisfies never
  }
}
