'use client'

import { TextButton } from './text-button.tsx'

/** A page that says what went wrong and what to do. */
export function ErrorPage({
  title,
  text,
  retry,
  home = '/',
}: {
  title: string
  text: string
  retry?: () => void
  home?: string
}) {
  return (
    <main className="grid h-full place-items-center p-6">
      <div className="max-w-[46ch]">
        <h1 className="text-20 font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 text-15 text-muted">{text}</p>
        <p className="mt-5 flex items-center gap-3">
          {retry && (
            <TextButton tone="accent" onClick={retry}>
              Try again
            </TextButton>
          )}
          <a className="text-13 text-accent underline underline-offset-2" href={home}>
            Go to your boards
          </a>
        </p>
      </div>
    </main>
  )
}
