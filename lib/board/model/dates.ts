/** Days in words. Replies stored with a revision use the absolute form: “tomorrow” would be wrong a day later. */

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAY_MS = 24 * 3_600_000

/** `Fri 27 Nov`, or `27 Nov 2027` where that isn’t the year of `now` (an instant, or a day like 2026-11-22). */
export function absoluteDate(day: string, now: number | string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const [year, dayOfMonth] = [date.getUTCFullYear(), `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`]
  return year === new Date(now).getUTCFullYear()
    ? `${WEEKDAYS[date.getUTCDay()]} ${dayOfMonth}`
    : `${dayOfMonth} ${year}`
}

/** `today`, `tomorrow`, `yesterday`, then the absolute form. */
export function relativeDate(day: string, today: string): string {
  switch ((Date.parse(day) - Date.parse(today)) / DAY_MS) {
    case 0:
      return 'today'
    case 1:
      return 'tomorrow'
    case -1:
      return 'yesterday'
    default:
      return absoluteDate(day, today)
  }
}
