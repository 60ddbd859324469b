'use client'

import type { KeyboardEvent, PointerEvent } from 'react'
import { usePreference } from '#components/browser/preference.ts'

const LEAST = 25
const MOST = 65
const clamp = (percent: number) => Math.round(Math.max(LEAST, Math.min(MOST, percent)) * 10) / 10

/** The divider: drag it, or move it with the arrow keys; a double click resets it. */
export function SplitHandle() {
  const [split, setSplit] = usePreference('split')
  const percent = clamp(Number(split) || 40)

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const panes = event.currentTarget.parentElement?.getBoundingClientRect()
    if (panes) setSplit(String(clamp(((event.clientX - panes.left) / panes.width) * 100)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: percent - 2, ArrowRight: percent + 2, Home: LEAST, End: MOST }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setSplit(String(clamp(next)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr takes neither focus nor a value
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the chat"
      aria-valuenow={Math.round(percent)}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      className="relative z-10 hidden cursor-col-resize touch-none bg-line outline-offset-0 before:absolute before:inset-y-0 before:-inset-x-1.5 hover:bg-accent active:bg-accent md:block"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => setSplit('36')}
      onKeyDown={onKeyDown}
    />
  )
}
