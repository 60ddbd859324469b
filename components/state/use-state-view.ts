'use client'

/** Whether the State view is open: kept in the URL, so that reloads and links show it too. */
import { usePathname, useSearchParams } from 'next/navigation'

const VIEW = 'view'
const NAME = 'state'

export type StateView = { isOpen: boolean; open(): void; close(): void }

export function useStateView(): StateView {
  const path = usePathname()
  const isOpen = useSearchParams().get(VIEW) === NAME
  return {
    isOpen,
    open: () => history.pushState(null, '', `${path}?${VIEW}=${NAME}`),
    close: () => history.pushState(null, '', path),
  }
}
