'use client'

import type { DateFormat } from '#components/ui/dates/format-date.ts'
import { useDateLook } from '#components/ui/dates/use-date-format.ts'
import { useScreen } from './use-store.ts'

/** The date format of this screen's user. */
export function useUserDateFormat(): DateFormat {
  return useDateLook(useScreen((screen) => screen.feed.person))
}
