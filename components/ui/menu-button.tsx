'use client'

import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import type { MenuItem } from './menu-items.ts'

const load = () => import('./menu.tsx')
const Menu = lazy(load)

/** A button that opens a menu; the menu's code loads on hover or focus. */
export function MenuButton({
  label,
  items,
  children,
  className,
  tabIndex,
}: {
  label: string
  items: () => readonly MenuItem[]
  children: ReactNode
  className?: string
  tabIndex?: number
}) {
  const button = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<DOMRect | null>(null)
  const prefetch = () => {
    load().catch(() => undefined)
  }
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        className={className}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={(event) => setAt(event.currentTarget.getBoundingClientRect())}
      >
        {children}
      </IconButton>
      {at && (
        <Suspense>
          <Menu
            label={label}
            at={at}
            items={items()}
            onClose={() => setAt(null)}
            onReturn={() => button.current?.focus({ preventScroll: true })}
          />
        </Suspense>
      )}
    </>
  )
}
