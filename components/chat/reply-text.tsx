'use client'

import { lazy, memo, Suspense, useDeferredValue } from 'react'

const Markdown = lazy(() => import('./markdown.tsx'))

/** A model's text as markdown; plain until the code for it is there. Parsing never holds up a keystroke. */
export const ReplyText = memo(function ReplyText({ text }: { text: string }) {
  const shown = useDeferredValue(text)
  return (
    <div className="prose">
      <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
        <Markdown text={shown} />
      </Suspense>
    </div>
  )
})
