'use client'

/** The clock as the screen reads it: by the minute, unknown on the server. */
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

/** The current minute, epoch milliseconds; `null` while the server's markup is shown. */
export function useMinute(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / MINUTE) * MINUTE,
    () => null,
  )
}

/** `expires in 3 min`, by the second; nothing without an end, and while the server's markup is shown. */
export function useTimeLeft(expiresAt: number | null): string | null {
  return useSyncExternalStore(
    expiresAt === null ? subscribeNever : subscribeSeconds,
    () => (expiresAt === null ? null : `expires in ${leftInWords(expiresAt - Date.now())}`),
    () => null,
  )
}

/** The user's own day, `YYYY-MM-DD`, in their zone (`null` = this browser's). */
export function useToday(timeZone: string | null): string | null {
  return useSyncExternalStore(
    subscribe,
    () => dayOf(Date.now(), timeZone),
    () => null,
  )
}
