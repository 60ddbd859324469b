'use client'

import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { MemoriesPart } from '#lib/board/wire/events.ts'

/** Under a reply: the memories used for it. */
export function MemoriesNote({ used }: { used: MemoriesPart['used'] }) {
  return (
    <details className="group/known text-12 text-muted">
      <summary className="inline-flex list-none items-center gap-1 rounded hover:text-ink">
        <ChevronRight size={12} aria-hidden className="transition-transform group-open/known:rotate-90" />
        Used {used.length === 1 ? '1 memory' : `${used.length} memories`}
      </summary>
      <ul className="mt-1.5 grid gap-1 pl-4 text-13 text-ink">
        {used.map(({ id, text }) => (
          <li key={id} className="list-disc wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      <Link
        href="/memory"
        prefetch={false}
        className="mt-1.5 inline-block rounded px-1 text-accent underline-offset-2 hover:underline"
      >
        Manage memory
      </Link>
    </details>
  )
}
