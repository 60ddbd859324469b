import { ErrorPage } from '#components/ui/error-page.tsx'

export default function NotFound() {
  return (
    <ErrorPage title="Page not found" text="It may have been deleted, or you may not have access to it." />
  )
}
