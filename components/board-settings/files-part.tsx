'use client'

import { useState } from 'react'
import { chooseFile } from '#components/browser/choose-file.ts'
import { importInto } from '#components/shared/import-file.ts'
import { useFeed } from '#components/sync/use-store.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { Part } from './part.tsx'

const FORMATS = [
  ['json', 'JSON'],
  ['md', 'Markdown'],
  ['csv', 'CSV'],
] as const

/** Exports the board, and imports files into it. */
export function FilesPart({ onClose }: { onClose(): void }) {
  const { sessionId } = useFeed()
  return (
    <>
      <Part title="Export" hint="JSON includes everything, with history. Markdown and CSV are for reading.">
        <div className="flex flex-wrap gap-2">
          {FORMATS.map(([format, name]) => (
            <a
              key={format}
              href={`/api/boards/${sessionId}/export?format=${format}`}
              download
              className="inline-flex h-7 items-center rounded border border-line-strong bg-paper px-2.5 text-13 font-medium hover:bg-sunk"
            >
              {name}
            </a>
          ))}
        </div>
      </Part>
      <ImportPart onClose={onClose} />
    </>
  )
}

function ImportPart({ onClose }: { onClose(): void }) {
  const store = useFeed()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async () => {
    const file = await chooseFile('.json,application/json')
    if (!file) return
    setBusy(true)
    setProblem(null)
    const done = await importInto(file, store.sessionId)
    setBusy(false)
    if (!done.ok) return setProblem(done.message)
    onClose()
    store.report(done, 'undo')
  }
  return (
    <Part
      title="Import into this board"
      hint="Adds the tasks, lists and values of an exported board. Nothing is overwritten, and one undo reverts it."
    >
      <TextButton disabled={isBusy} onClick={() => void choose()}>
        {isBusy ? 'Importing…' : 'Choose a file…'}
      </TextButton>
      {problem && (
        <p role="alert" className="mt-2 rounded-md bg-danger-soft px-3 py-2 text-13 wrap-anywhere">
          Nothing was imported. {problem}
        </p>
      )}
    </Part>
  )
}
