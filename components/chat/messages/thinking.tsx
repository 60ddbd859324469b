'use client'

import { useEffect, useState } from 'react'

const LONG_MS = 9_000

/** Stands where the next words will come, one line high, so that nothing moves when they do. */
export function Waiting() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  return <p className="thinking text-14 text-muted">{isLong ? 'Still working…' : 'Thinking…'}</p>
}
