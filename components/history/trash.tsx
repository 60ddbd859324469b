'use client'

/** What was deleted within thirty days, each with Restore. */
import { useEffect, useState } from 'react'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { useUserDateFormat } from '#components/sync/use-user-date-format.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { formatAge } from '#components/ui/dates/format-date.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import type { Trash as TrashAnswer } from '#lib/board/wire/board-actions.ts'

export function Trash() {
  const store = useFeed()
  const now = useMinute()
  const look = useUserDateFormat()
  const { trash, problem } = useTrash()
  if (problem) {
    return (
      <p role="alert" className="p-4 text-13 text-danger">
        {problem}
      </p>
    )
  }
  if (!trash) return <p className="p-4 text-13 text-muted">Loading…</p>
  const { rows, boards } = trash
  if (rows.length + boards.length === 0) {
    return <p className="p-4 text-13 text-muted">Trash is empty. Deleted items stay here for 30 days.</p>
  }
  const ago = (at: number) => (now === null ? '' : formatAge(at, now, look))
  return (
    <div className="max-h-[80dvh] overflow-y-auto pb-2">
      <Group title="This board">
        {rows.map(({ id, name, removedAt }) => (
          <Gone
            key={id}
            name={name}
            when={ago(removedAt)}
            onBack={() => store.run({ name: 'bring_back', input: { row: id } })}
          />
        ))}
      </Group>
      <Group title="Boards">
        {boards.map(({ id, name, removedAt }) => (
          <Gone
            key={id}
            name={name}
            when={ago(removedAt)}
            onBack={() => callOrToast(() => store.actions.restoreSession(id))}
          />
        ))}
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section>
      <h3 className="px-4 pt-3 pb-1 text-12 font-medium text-muted">{title}</h3>
      <ul aria-label={title} className="divide-y divide-line">
        {children}
      </ul>
    </section>
  )
}

function Gone({ name, when, onBack }: { name: string; when: string; onBack(): Promise<unknown> }) {
  const [asked, setAsked] = useState(false)
  return (
    <li className="flex items-center gap-2 px-4 py-1.5 text-13">
      <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
      <span className="text-12 text-muted tabular-nums">{when}</span>
      <TextButton
        aria-label={`Restore ${name}`}
        disabled={asked}
        onClick={async () => {
          setAsked(true)
          await onBack()
          setAsked(false)
        }}
      >
        Restore
      </TextButton>
    </li>
  )
}

/** Read again when the board or the list of boards changes. */
export function useTrash() {
  const { actions, sessionId } = useFeed()
  const revision = useScreen((screen) => screen.feed.revision)
  const sessions = useScreen((screen) => screen.feed.sessions)
  const [trash, setTrash] = useState<TrashAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the trash changes with them
  useEffect(() => {
    let isCurrent = true
    void actions
      .readTrash(sessionId)
      .catch(() => null)
      .then((answer) => {
        if (!isCurrent) return
        if (answer?.ok) setTrash(answer)
        else setProblem(answer?.message ?? 'Couldn’t load the trash. Check your connection.')
      })
    return () => {
      isCurrent = false
    }
  }, [actions, sessionId, revision, sessions.length])
  return { trash, problem }
}
