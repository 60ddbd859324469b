'use client'

import type { DateLook } from '../ui/format-date.ts'
import { useDateLook } from '../ui/use-date-format.ts'
import { useScreen } from './use-store.ts'

/** How the user of this screen reads dates. */
export function useLook(): DateLook {
  return useDateLook(useScreen((screen) => screen.feed.person))
}
