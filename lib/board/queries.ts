/** Questions to a board, as data: the database answers them, the readers put the answers into words. */

import type { Status } from './names.ts'
import type { Category, Task } from './types.ts'

export const DUE_FILTERS = ['overdue', 'today', 'tomorrow', 'week', 'dated', 'undated'] as const
export type DueFilter = (typeof DUE_FILTERS)[number]

export type TaskFilter = {
  statuses?: readonly Status[]
  categoryId?: string
  /** Every word occurs in the title or the notes. */
  words?: string
  due?: DueFilter
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
export type Question = { filter: TaskFilter; limit: number }
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
