'use client'

/** A preview of a command, row by row, and the button to run it. */
import { useEffect, useRef, useState } from 'react'
import { useFeed } from '#components/sync/use-store.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import type { Command } from '#lib/board/commands/registry.ts'
import { countOf } from '#lib/board/text/text.ts'
import type { PreviewAnswer } from '#lib/board/wire/board-actions.ts'

export function ConfirmCommand({
  command,
  nothing,
  verb,
  onDone,
  onRun = onDone,
}: {
  command: Command
  /** Shown if there is nothing to do. */
  nothing: string
  verb: string
  onDone(): void
  /** It was confirmed. */
  onRun?(): void
}) {
  const store = useFeed()
  const { answer, problem } = usePreview(command)
  const run = async () => {
    onRun()
    await store.run(command, { tell: 'undo' })
  }
  const shown = useRef<HTMLDivElement>(null)
  // Opened at the end of a list, it would be out of view.
  useEffect(() => {
    if (answer || problem) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [answer, problem])
  return (
    <div ref={shown} className="mt-2 scroll-my-2 rounded-md border border-line bg-sunk p-3">
      {problem && <p className="text-danger">{problem}</p>}
      {!problem && !answer && <p className="text-muted">Loading…</p>}
      {answer && <PreviewLines lines={answer.lines} nothing={nothing} />}
      <div className="mt-2 flex gap-2">
        {answer && answer.lines.length > 0 && (
          <TextButton tone="accent" onClick={run}>
            {verb}
          </TextButton>
        )}
        <TextButton onClick={onDone}>Close</TextButton>
      </div>
    </div>
  )
}

export function PreviewLines({ lines, nothing }: { lines: PreviewAnswer['lines']; nothing: string }) {
  if (lines.length === 0) return <p className="text-muted">{nothing}</p>
  return (
    <>
      <p className="font-medium">{countOf(lines.length, 'change')}</p>
      <ul aria-label="Preview of changes" className="mt-1 max-h-48 overflow-y-auto">
        {lines.map((line) => (
          <li key={`${line.table} ${line.id}`} className="py-0.5 wrap-anywhere">
            {line.text}
          </li>
        ))}
      </ul>
    </>
  )
}

type Asked = {
  answer: PreviewAnswer | null
  problem: string | null
  /** Nothing would change, which isn’t an error. */
  isNothing: boolean
}
const NOTHING_YET: Asked = { answer: null, problem: null, isNothing: false }

/** Reloaded when the board changes, so that the user confirms what is shown. */
export function usePreview(command: Command) {
  const store = useFeed()
  const [asked, setAsked] = useState<Asked>(NOTHING_YET)
  const key = JSON.stringify(command)
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const answer = await store.actions
        .previewCommand(store.sessionId, JSON.parse(key) as Command)
        .catch(() => null)
      if (!isCurrent) return
      if (answer?.ok) return setAsked({ ...NOTHING_YET, answer })
      const problem = answer?.message ?? 'No answer. Check the connection.'
      const isNothing = answer?.code === 'nothing_to_undo' || answer?.code === 'moved_on'
      setAsked({ answer: null, problem, isNothing })
    }
    void ask()
    const stop = store.watch(({ event }) => {
      if (event.kind === 'revision' && event.sessionId === store.sessionId) void ask()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [store, key])
  return asked
}
