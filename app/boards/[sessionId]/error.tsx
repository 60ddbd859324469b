'use client'

import { ErrorPage } from '#components/ui/error-page.tsx'

export default function BoardError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <ErrorPage
      title="Couldn’t load this board"
      text="Your data is safe. Try again, or open another board."
      retry={retry}
      // `/` would redirect to the last opened board, which is this one.
      home="/boards"
    />
  )
}
