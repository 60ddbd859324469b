'use client'

import { ErrorPage } from '#components/ui/error-page.tsx'

export default function PageError({ retry }: { error: unknown; retry: () => void }) {
  return <ErrorPage title="Something went wrong" text="Your boards are safe. Try again." retry={retry} />
}
