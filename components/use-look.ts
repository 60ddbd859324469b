'use client'

import type { DateLook } from './ui/times.ts'
import { useDateLook } from './ui/use-date-look.ts'
import { useScreen } from './use-feed.ts'

/** How the user of this screen reads dates. */
export function useLook(): DateLook {
  return useDateLook(useScreen((screen) => screen.feed.person))
}
