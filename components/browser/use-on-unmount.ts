import { type RefObject, useLayoutEffect, useRef } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Saves a field when it is unmounted: its row may have been removed, and React fires no blur then. */
export function useOnUnmount(field: RefObject<Field | null>, onLeave: (text: string) => void) {
  const latest = useRef(onLeave)
  useLayoutEffect(() => {
    latest.current = onLeave
  })
  useLayoutEffect(() => {
    const element = field.current
    // Only if React has really removed it: in development effects run twice.
    return () =>
      queueMicrotask(() => {
        if (element && !element.isConnected) latest.current(element.value)
      })
  }, [field])
}
