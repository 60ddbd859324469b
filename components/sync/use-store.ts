'use client'

/** How components read the one store of their screen. */
import { createContext, use, useSyncExternalStore } from 'react'
import type { Screen } from './screen.ts'
import type { Store } from './store.ts'

export const FeedContext = createContext<Store | null>(null)

export function useFeed(): Store {
  const store = use(FeedContext)
  if (!store) throw new Error('useFeed needs a workspace around it.')
  return store
}

/** `select` must give the same reference as long as nothing changed. */
export function useScreen<T>(select: (screen: Screen) => T): T {
  const store = useFeed()
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.screen()),
    () => select(store.firstScreen()),
  )
}
