'use client'

import type { DateFormat } from '#components/ui/dates/format-date.ts'
import { useDateLook } from '#components/ui/dates/use-date-format.ts'
import { useScreen } from './use-store.ts'

/** How the user of this screen reads dates. */
export function useUserDateFormat(): DateFormat {
  return useDateLook(useScreen((screen) => screen.feed.person))
}
