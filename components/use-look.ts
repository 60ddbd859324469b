'use client'

import type { DateLook } from '#components/ui/times.ts'
import { useDateLook } from '#components/ui/use-date-look.ts'
import { useScreen } from './use-feed.ts'

/** How the user of this screen reads dates. */
export function useLook(): DateLook {
  return useDateLook(useScreen((screen) => screen.feed.person))
}
