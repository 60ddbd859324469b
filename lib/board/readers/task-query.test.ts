import { expect, test } from 'vitest'
import { dayBegins } from './task-query.ts'

test.each([
  ['UTC', '2026-11-18', '2026-11-18T00:00:00Z'],
  ['Europe/Berlin', '2026-11-18', '2026-11-17T23:00:00Z'],
  // The clocks go forward in that night, and back in the other.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z'],
  ['America/New_York', '2026-07-01', '2026-07-01T04:00:00Z'],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00Z'],
  ['no/zone', '2026-11-18', '2026-11-18T00:00:00Z'],
])('in %s the day %s begins at %s', (zone, day, instant) => {
  expect(new Date(dayBegins(zone, day)).toISOString()).toBe(new Date(instant).toISOString())
})
