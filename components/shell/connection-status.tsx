'use client'

import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useScreen } from '#components/sync/use-store.ts'
import { countOf } from '#lib/board/text/text.ts'

const PATIENCE_MS = 2_000

/** Shown two seconds after the connection is lost. */
export function ConnectionNote() {
  const waiting = useScreen((screen) => screen.waiting)
  const connection = useScreen((screen) => screen.connection)
  const isLate = useLate(connection !== 'live')
  const isNoted = waiting > 0 || isLate
  return (
    <span
      role="status"
      data-connection={connection}
      className="flex shrink-0 items-center gap-1.5 whitespace-nowrap text-12 text-muted"
    >
      {isNoted && <CloudOff size={14} aria-hidden />}
      {waiting > 0 ? (
        <span>
          <span className="max-md:sr-only">Offline, </span>
          {countOf(waiting, 'unsaved change')}
        </span>
      ) : (
        isLate && 'Reconnecting…'
      )}
    </span>
  )
}

function useLate(condition: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!condition) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [condition])
  return late && condition
}
