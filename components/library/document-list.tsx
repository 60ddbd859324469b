'use client'

/** The library: texts that the agent can search, to add, tag, read and delete. */
import { Plus, Upload } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import * as actions from '#app/library/actions.ts'
import { chooseFiles } from '#components/browser/choose-file.ts'
import { useDateLook } from '#components/ui/dates/use-date-format.ts'
import { PageFrame } from '#components/ui/page-frame.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { showToast } from '#components/ui/toasts.ts'
import { useAttempt } from '#components/ui/use-action.ts'
import { countOf } from '#lib/board/text/text.ts'
import type { DocumentInfo, LibraryPage } from '#lib/board/wire/documents.ts'
import { DocumentRow } from './document-row.tsx'
import { WriteDocument } from './new-document.tsx'
import { sendDocument } from './upload-document.ts'

const FILES = '.txt,.md,.markdown,.csv,.json,.yaml,.yml,.log,text/*'

export function DocumentList({ page }: { page: LibraryPage }) {
  const { documents, person, boardId } = page
  const look = useDateLook(person)
  const router = useRouter()
  const [isBusy, run] = useAttempt()
  const [isWriting, setWriting] = useState(false)
  const [tag, setTag] = useState<string | null>(null)
  const tags = [...new Set(documents.flatMap((document) => document.tags))].sort()
  const shown = tag === null ? documents : documents.filter((document) => document.tags.includes(tag))

  const send = async (name: string, text: Blob | string): Promise<boolean> => {
    const sent = await run(() => sendDocument(name, text))
    if (!sent) return false
    showToast({
      text: sent.replaced ? `Replaced “${sent.document.name}”.` : `Added “${sent.document.name}”.`,
    })
    router.refresh()
    return true
  }
  const sendFiles = async () => {
    for (const file of await chooseFiles(FILES)) await send(file.name, file)
  }
  const remove = async ({ id, name }: DocumentInfo) => {
    if (!(await run(() => actions.deleteDocument(id)))) return
    const undo = () => run(() => actions.restoreDocument(id))
    showToast({ text: `Deleted “${name}”.`, action: { label: 'Undo', run: () => void undo() } })
  }
  return (
    <PageFrame title="Library" boardId={boardId}>
      <p className="max-w-[65ch] pb-4 text-14 text-muted">
        Documents that every board can search. Ask “What does the handbook say about vacation?” and the answer
        cites its source.
      </p>
      {page.isMissing && (
        <p role="status" className="mb-4 rounded-md bg-sunk px-3 py-2 text-13">
          Document not found. It may have been deleted.
        </p>
      )}
      <p className="flex flex-wrap gap-2 pb-5">
        <TextButton onClick={() => setWriting(true)} disabled={isWriting}>
          <Plus size={14} aria-hidden />
          New document
        </TextButton>
        <TextButton onClick={() => void sendFiles()} disabled={isBusy}>
          <Upload size={14} aria-hidden />
          Upload files
        </TextButton>
      </p>
      {isWriting && (
        <WriteDocument
          isBusy={isBusy}
          onCancel={() => setWriting(false)}
          onSave={async (name, text) => {
            if (await send(name, text)) setWriting(false)
          }}
        />
      )}
      {tags.length > 0 && <TagFilter tags={tags} chosen={tag} onChoose={setTag} />}
      <p className="pb-2 text-13 text-muted">
        {documents.length === 0 ? 'No documents yet.' : countOf(shown.length, 'document')}
      </p>
      {shown.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {shown.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              look={look}
              isBusy={isBusy}
              onTag={async (names) => (await run(() => actions.tagDocument(document.id, names))) !== null}
              onDelete={() => void remove(document)}
            />
          ))}
        </ul>
      )}
    </PageFrame>
  )
}

function TagFilter({
  tags,
  chosen,
  onChoose,
}: {
  tags: readonly string[]
  chosen: string | null
  onChoose(tag: string | null): void
}) {
  return (
    <fieldset className="flex flex-wrap gap-1.5 pb-4">
      <legend className="sr-only">Filter by tag</legend>
      {tags.map((tag) => (
        <TextButton
          key={tag}
          tone={tag === chosen ? 'accent' : 'plain'}
          aria-pressed={tag === chosen}
          onClick={() => onChoose(tag === chosen ? null : tag)}
        >
          #{tag}
        </TextButton>
      ))}
    </fieldset>
  )
}
