'use client'

import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False in the server’s markup, true once the page reacts to input. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
