import { ErrorPage } from '#components/ui/error-page.tsx'

export default function NotFound() {
  return (
    <ErrorPage
      title="There is nothing here"
      text="The board was deleted, or it belongs to somebody else, or the address has a slip in it."
    />
  )
}
