'use client'

import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { dayOf, formatDay } from '#components/ui/dates/format-date.ts'
import { useDateLook } from '#components/ui/dates/use-date-format.ts'
import type { DocumentPage } from '#lib/board/wire/documents.ts'
import { sizeOf } from './format-size.ts'

/** A document by passages; the cited one is highlighted and scrolled into view. */
export function DocumentView({ page: { document, passages, person } }: { page: DocumentPage }) {
  const look = useDateLook(person)
  const cited = useCited()
  return (
    <div className="flex h-dvh flex-col">
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-2">
        <Link
          href="/library"
          prefetch={false}
          className="flex h-7 items-center gap-1.5 rounded px-2 text-13 text-muted hover:bg-sunk hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          Library
        </Link>
      </header>
      <main className="min-h-0 flex-1 overflow-y-auto">
        <article className="mx-auto max-w-[44rem] px-5 pt-8 pb-24 md:px-8">
          <h1 className="text-20 font-semibold tracking-tight wrap-anywhere">{document.name}</h1>
          <p className="pt-1 pb-6 text-13 text-muted">
            {[
              sizeOf(document.bytes),
              formatDay(dayOf(document.updatedAt, look.timeZone), look, true),
              ...document.tags.map((tag) => `#${tag}`),
            ].join(' · ')}
          </p>
          {passages.map(({ position, text }) => (
            <section
              key={position}
              id={`p${position}`}
              aria-label={`Passage ${position}`}
              aria-current={cited === `p${position}` ? 'location' : undefined}
              className="-mx-3 flex scroll-mt-6 gap-3 rounded px-3 py-2 aria-[current]:bg-accent-soft"
            >
              <a
                href={`#p${position}`}
                aria-label={`Link to passage ${position}`}
                className="w-6 shrink-0 pt-0.5 text-right text-12 text-muted tabular-nums hover:text-ink"
              >
                {position}
              </a>
              <p className="min-w-0 flex-1 whitespace-pre-wrap text-14 leading-6 wrap-anywhere">{text}</p>
            </section>
          ))}
        </article>
      </main>
    </div>
  )
}

/** The passage in the URL, also after navigation without a page load. */
function useCited(): string {
  const [cited, setCited] = useState('')
  useEffect(() => {
    const follow = () => {
      const id = location.hash.slice(1)
      setCited(id)
      document.getElementById(id)?.scrollIntoView({ block: 'center' })
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return cited
}
