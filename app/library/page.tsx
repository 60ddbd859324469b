import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { DocumentList } from '#components/library/document-list.tsx'
import { currentVisit } from '#lib/identity/action-gate.ts'
import { screenPerson } from '#lib/identity/settings.ts'
import { listDocuments } from '#lib/knowledge/documents.ts'
import { lastOpened } from '#lib/session/boards/sessions.ts'

export const metadata: Metadata = { title: 'Library · Taskboard' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Unknown callers have no library: they get a board at `/` first. */
export default async function Page({ searchParams }: Props) {
  const visit = await currentVisit()
  if (!visit) redirect('/')
  const { user } = visit
  const [documents, boardId] = await Promise.all([listDocuments(user.id), lastOpened(user.id)])
  const isMissing = (await searchParams).missing !== undefined
  return <DocumentList page={{ documents, person: screenPerson(user), boardId, isMissing }} />
}
