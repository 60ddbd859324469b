'use client'

/** The clock as the screen reads it: by the minute, unknown on the server. */
import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

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

/** The user's own day, `YYYY-MM-DD`. */
export function useToday(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => localDay(new Date()),
    () => null,
  )
}

function localDay(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
