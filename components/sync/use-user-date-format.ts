'use client'

import type { DateFormat } from '../ui/format-date.ts'
import { useDateLook } from '../ui/use-date-format.ts'
import { useScreen } from './use-store.ts'

/** How the user of this screen reads dates. */
export function useUserDateFormat(): DateFormat {
  return useDateLook(useScreen((screen) => screen.feed.person))
}
