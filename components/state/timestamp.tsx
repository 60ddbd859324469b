'use client'

import { useSyncExternalStore } from 'react'
import { useUserDateFormat } from '#components/sync/use-user-date-format.ts'
import { formatDateTime } from '#components/ui/dates/format-date.ts'

const never = () => () => undefined

/** A time of day. It can depend on the browser's zone, so the server's markup leaves it out. */
export function Moment({ at, className }: { at: number; className?: string }) {
  const look = useUserDateFormat()
  const words = useSyncExternalStore(
    never,
    () => formatDateTime(at, look),
    () => '',
  )
  return (
    <time dateTime={new Date(at).toISOString()} className={className}>
      {words}
    </time>
  )
}
