'use client'

/** The current time for the screen, by the minute; unknown on the server. */
import { useSyncExternalStore } from 'react'
import { dayOf, leftInWords } from './format-date.ts'

const MINUTE = 60_000

const subscribeNever = () => () => undefined

function subscribeSeconds(listener: () => void) {
  const timer = setInterval(listener, 1_000)
  return () => clearInterval(timer)
}

function subscribe(listener: () => void) {
  const timer = setInterval(listener, MINUTE / 2)
  return () => clearInterval(timer)
}

/** The current minute in epoch milliseconds; `null` while the server's markup is shown. */
export function useMinute(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / MINUTE) * MINUTE,
    () => null,
  )
}

/** `expires in 3 min`, updated every second; `null` without an expiry and while the server's markup is shown. */
export function useTimeLeft(expiresAt: number | null): string | null {
  return useSyncExternalStore(
    expiresAt === null ? subscribeNever : subscribeSeconds,
    () => (expiresAt === null ? null : `expires in ${leftInWords(expiresAt - Date.now())}`),
    () => null,
  )
}

/** The user's current day, `YYYY-MM-DD`, in their zone (`null` = this browser's). */
export function useToday(timeZone: string | null): string | null {
  return useSyncExternalStore(
    subscribe,
    () => dayOf(Date.now(), timeZone),
    () => null,
  )
}
