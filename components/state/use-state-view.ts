'use client'

/** Whether the State view is open: it stands in the address, so that a reload and a link show it as well. */
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
