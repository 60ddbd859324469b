'use client'

import { LayoutTemplate } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'

const Templates = lazy(() => import('./templates.tsx'))

/** Opens the templates: boards saved to start new ones from. */
export function TemplatesButton({ onOpen }: { onOpen(): void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Templates" className="hover:bg-line!" onClick={() => setOpen(true)}>
        <LayoutTemplate size={16} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <Templates onClose={() => setOpen(false)} onOpen={onOpen} />
        </Suspense>
      )}
    </>
  )
}
