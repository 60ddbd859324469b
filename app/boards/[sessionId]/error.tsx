'use client'

import { ErrorPage } from '#components/ui/error-page.tsx'

export default function BoardError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <ErrorPage
      title="This board could not be shown"
      text="What is on it is kept. Trying again often helps; your other boards are not affected."
      retry={retry}
      // `/` leads to the board that was opened last: this one.
      home="/boards"
    />
  )
}
