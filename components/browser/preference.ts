'use client'

/** The user's preferences in this browser. */
import { useCallback, useSyncExternalStore } from 'react'
import { PREFERENCES, type Preference } from './preference-names.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', follow)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', follow)
  }
}

/** Follows preferences set in another tab, including the theme. */
function follow({ key: changed, newValue }: StorageEvent) {
  for (const { key, fallback, apply } of Object.values(PREFERENCES)) {
    if (changed === key) apply(document.documentElement, newValue ?? fallback)
  }
  for (const listener of listeners) listener()
}

/** Storage may be unavailable (private windows, full disks); then nothing is remembered. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    return
  }
}

export function storedNames(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

/** A preference that the style sheet reads from the root element: stored, and set there. */
export function usePreference(name: Preference): [string, (value: string) => void] {
  const { key, fallback, apply } = PREFERENCES[name]
  const value = useSyncExternalStore(
    subscribe,
    () => readStored(key) ?? fallback,
    () => fallback,
  )
  const set = useCallback(
    (next: string) => {
      writeStored(key, next === fallback ? null : next)
      apply(document.documentElement, next)
      for (const listener of listeners) listener()
    },
    [key, fallback, apply],
  )
  return [value, set]
}
