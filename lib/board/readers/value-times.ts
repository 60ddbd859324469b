/** Keys that no row holds: when a counter was last changed and reset (docs/decisions/016-times-of-a-counter.md). */
import { relativeDate } from '../model/dates.ts'
import { escapeMarkdown } from '../text/markdown.ts'
import { dayIn } from './task-query.ts'

/** Epoch milliseconds; `resetAt` is `null` if the value was never set back to 0. */
export type ValueTimes = { changedAt: number; resetAt: number | null }

type TimeKey = { key: string; what: 'update' | 'reset' }

/** `last_counter_update` and `counter_reset_at` name a time of `counter`. */
export function timeKeyOf(path: string): TimeKey | null {
  const updated = /^last_([^.[\]]+)_update$/.exec(path)?.[1]
  if (updated) return { key: updated, what: 'update' }
  const reset = /^([^.[\]]+)_reset_at$/.exec(path)?.[1]
  return reset ? { key: reset, what: 'reset' } : null
}

/** `counter was last updated today at 14:02 (2026-11-22T14:02:11.000Z).` */
export function tellTime(
  { key, what }: TimeKey,
  times: ValueTimes | null,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  const name = escapeMarkdown(key.replaceAll('_', ' '))
  if (!times) return `${name} isn’t set.`
  const at = what === 'update' ? times.changedAt : times.resetAt
  if (at === null) return `${name} was never reset.`
  const did = what === 'update' ? 'updated' : 'reset'
  return `${name} was last ${did} ${dayAndTime(at, now, timeZone)} (${new Date(at).toISOString()}).`
}

/** `today at 14:02` */
export function dayAndTime(at: number, now: number, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  return `${relativeDate(dayIn(timeZone, at), dayIn(timeZone, now))} at ${time}`
}
