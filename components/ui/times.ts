/** Times in words. The language is English everywhere, so that server and browser agree. */
import { addDays } from '#lib/board/queries.ts'

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const withYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** `Tomorrow`, `Friday`, `27 Nov`; without a today the date alone. */
export function dueInWords(day: string, today: string | null): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (today === null) return dayAndMonth.format(date)
  if (day === today) return 'Today'
  if (day === addDays(today, 1)) return 'Tomorrow'
  if (day === addDays(today, -1)) return 'Yesterday'
  if (day > today && day < addDays(today, 7)) return weekday.format(date)
  return day.slice(0, 4) === today.slice(0, 4) ? dayAndMonth.format(date) : withYear.format(date)
}

/** `21 Nov 2026, 14:03` */
export function momentInWords(at: number): string {
  return moment.format(at)
}

/** `45 s`, `3 min`, `2 h`, `5 d` */
export function leftInWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`
}

/** `now`, `5 min`, `3 h`, `2 d`, then the date. */
export function agoInWords(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / 60 / 24)} d`
  return dayAndMonth.format(then)
}

/** `<1 s`, `3.2 s`, `1 min 4 s` */
export function lengthInWords(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 1) return '<1 s'
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
