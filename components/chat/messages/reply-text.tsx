'use client'

import { lazy, memo, Suspense, useDeferredValue } from 'react'
import { Boundary } from '#components/ui/boundary.tsx'
import { isBoundedMarkdown } from './markdown-bounds.ts'

const Markdown = lazy(() => import('./markdown.tsx'))

/**
 * A model's text as Markdown. The server and the first render show it plain: a text must not block the server, and
 * parsing is deferred, so it never blocks a keystroke.
 */
export const ReplyText = memo(function ReplyText({ text }: { text: string }) {
  const parsed = useDeferredValue<string | null>(text, null)
  const plain = <PlainText text={text} />
  return (
    <div className="prose">
      {parsed === null || !isBoundedMarkdown(parsed) ? (
        plain
      ) : (
        <Boundary fallback={plain}>
          <Suspense fallback={plain}>
            <Markdown text={parsed} />
          </Suspense>
        </Boundary>
      )}
    </div>
  )
})

export function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
}
