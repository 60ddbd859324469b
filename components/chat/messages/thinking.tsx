'use client'

import { useEffect, useState } from 'react'

const LONG_MS = 9_000

/** A placeholder for the next text, one line high to avoid a layout shift. */
export function Waiting() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  return <p className="thinking text-14 text-muted">{isLong ? 'Still working…' : 'Thinking…'}</p>
}
