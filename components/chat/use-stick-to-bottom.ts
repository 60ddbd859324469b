'use client'

/**
 * Keeps the log at its end. It is laid out from the bottom (column-reverse), so `scrollTop` is 0 there and
 * negative above: growth keeps the end in view, and only the user ever scrolls up.
 */
import { useCallback, useEffect, useRef, useState } from 'react'

const NEAR_PX = 32

export function useFollow() {
  const log = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const prepending = useRef(false)
  const [isFollowing, setFollowing] = useState(true)

  useEffect(() => {
    const scroller = log.current
    const inner = content.current
    if (!scroller || !inner) return
    let height = inner.offsetHeight
    const isAtEnd = () => scroller.scrollTop > -NEAR_PX
    const onScroll = () => setFollowing(isAtEnd())
    // If the user has scrolled up, growth below must not move the visible text.
    const observer = new ResizeObserver(() => {
      const grown = inner.offsetHeight - height
      height = inner.offsetHeight
      if (!isAtEnd() && !prepending.current) scroller.scrollTop -= grown
      prepending.current = false
    })
    observer.observe(inner)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [])

  const toEnd = useCallback(() => log.current?.scrollTo({ top: 0 }), [])
  /** The next growth is at the top and doesn’t move the visible text. */
  const expectOlder = useCallback(() => {
    prepending.current = true
  }, [])
  return { log, content, isFollowing, toEnd, expectOlder }
}
