'use client'

import { ErrorPage } from '#components/ui/error-page.tsx'

export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <ErrorPage
      title="This page could not be shown"
      text="Nothing of your boards is lost: only showing them failed."
      retry={retry}
    />
  )
}
