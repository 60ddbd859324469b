'use client'

import { useMemo, useSyncExternalStore } from 'react'
import type { ScreenPerson } from '#lib/board/wire/settings.ts'
import type { DateFormat } from './format-date.ts'

function subscribe(listener: () => void) {
  addEventListener('languagechange', listener)
  return () => removeEventListener('languagechange', listener)
}

/** The user's date format, the same object while nothing changes. */
export function useDateLook({
  dateLanguage,
  locale,
  dateOrder,
  timeZone,
  weekStart,
}: ScreenPerson): DateFormat {
  const browser = useSyncExternalStore(
    subscribe,
    () => navigator.language,
    () => locale,
  )
  const language = dateLanguage === 'auto' ? browser : dateLanguage
  return useMemo(
    () => ({ language, order: dateOrder, timeZone, weekStart }),
    [language, dateOrder, timeZone, weekStart],
  )
}
