'use client'

import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { LiveRegion, Toaster } from './toaster.tsx'

/** A page other than a board, with a link back. */
export function PageFrame({
  title,
  boardId,
  children,
}: {
  title: string
  /** The board to go back to. */
  boardId: string | null
  children: ReactNode
}) {
  return (
    <>
      <div className="flex h-dvh flex-col">
        <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-2">
          <Link
            href={boardId ? `/boards/${boardId}` : '/'}
            prefetch={false}
            className="flex h-7 items-center gap-1.5 rounded px-2 text-13 text-muted hover:bg-sunk hover:text-ink"
          >
            <ArrowLeft size={16} aria-hidden />
            Back to the board
          </Link>
        </header>
        <main className="min-h-0 flex-1 overflow-y-auto">
          <div className="mx-auto max-w-[52rem] px-5 pt-8 pb-24 md:px-8">
            <h1 className="pb-3 text-20 font-semibold tracking-tight">{title}</h1>
            {children}
          </div>
        </main>
      </div>
      <Toaster />
      <LiveRegion />
    </>
  )
}
