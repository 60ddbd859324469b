'use client'

/** Every revision of the board in plain words, or of one task if opened from a card. */
import { useState } from 'react'
import { useScreen } from '#components/sync/use-store.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import type { Actor } from '#lib/board/model/names.ts'
import { nameTask } from '#lib/board/text/text.ts'
import { Entry } from './revision-row.tsx'
import { useTrash } from './trash.tsx'
import { useHistory } from './use-history.ts'

const ACTORS = {
  '': 'Everyone',
  user: 'You',
  agent: 'Taskboard',
  mcp: 'API',
  import: 'Imports',
} as const
const SELECT = 'h-7 min-w-0 rounded border border-line-strong bg-paper px-1 text-13'

export function History({ taskId, onClose }: { taskId: string | undefined; onClose(): void }) {
  const [actor, setActor] = useState<keyof typeof ACTORS>('')
  const [row, setRow] = useState(taskId ?? '')
  const tasks = useScreen((screen) => screen.board.tasks)
  const { trash } = useTrash()
  const removed = trash?.rows.filter(({ table }) => table === 'task') ?? []
  // After thirty days a deleted task’s name is purged, but not its history.
  const isUnknown = row !== '' && !tasks.has(row) && removed.every(({ id }) => id !== row)
  const { entries, hasOlder, isLoading, problem, older } = useHistory({
    actor: (actor || undefined) as Actor | undefined,
    row: row || undefined,
  })
  const now = useMinute()
  return (
    <div className="flex max-h-[80dvh] flex-col">
      <div className="flex gap-2 border-b border-line px-4 py-2">
        <select
          aria-label="Filter by author"
          value={actor}
          onChange={(event) => setActor(event.target.value as keyof typeof ACTORS)}
          className={SELECT}
        >
          {Object.entries(ACTORS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label="Filter by task"
          value={row}
          onChange={(event) => setRow(event.target.value)}
          className={`${SELECT} flex-1`}
        >
          <option value="">All tasks</option>
          {[...tasks.values()]
            .sort((a, b) => a.number - b.number)
            .map((task) => (
              <option key={task.id} value={task.id}>
                {nameTask(task)}
              </option>
            ))}
          {(removed.length > 0 || isUnknown) && (
            <optgroup label="Deleted">
              {isUnknown && <option value={row}>Deleted task</option>}
              {removed.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </div>
      <div className="min-h-40 flex-1 overflow-y-auto">
        {problem && (
          <p role="alert" className="p-4 text-13 text-danger">
            {problem}
          </p>
        )}
        {!isLoading && !problem && entries.length === 0 && (
          <p className="p-4 text-13 text-muted">No changes yet.</p>
        )}
        <ol aria-label="Revisions" className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry.number} entry={entry} now={now} onClose={onClose} />
          ))}
        </ol>
        {hasOlder && (
          <TextButton tone="bare" className="m-2" onClick={older}>
            Show older
          </TextButton>
        )}
      </div>
    </div>
  )
}
