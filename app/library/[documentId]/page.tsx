import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { DocumentView } from '#components/library/document-view.tsx'
import { currentVisit } from '#lib/identity/action-gate.ts'
import { screenPerson } from '#lib/identity/settings.ts'
import { readDocument } from '#lib/knowledge/documents.ts'

type Props = { params: Promise<{ documentId: string }> }

const documentOf = cache(async (documentId: string) => {
  const visit = await currentVisit()
  if (!visit) return null
  const found = await readDocument(visit.user.id, documentId)
  return found && { ...found, person: screenPerson(visit.user) }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await documentOf((await params).documentId)
  return { title: found ? `${found.document.name} · Taskboard` : 'Taskboard' }
}

/** One of the caller's documents; documents of others and unknown ids both redirect to the library with a message. */
export default async function Page({ params }: Props) {
  const found = await documentOf((await params).documentId)
  if (!found) redirect('/library?missing')
  const { document, passages, person } = found
  return <DocumentView page={{ document, passages, person }} />
}
