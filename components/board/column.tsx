'use client'

import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import type { Effects } from '#components/shared/pending-approvals.ts'
import { type AgentChanges, changedAt } from '#components/sync/state.ts'
import { MenuButton } from '#components/ui/menu-button.tsx'
import type { MenuItem } from '#components/ui/menu-items.ts'
import type { Status } from '#lib/board/model/names.ts'
import { STATUS_NAMES } from '#lib/board/model/names.ts'
import type { Task } from '#lib/board/model/types.ts'
import { countOf } from '#lib/board/text/text.ts'
import { AddTask } from './add-task.tsx'
import { useBoard } from './behavior/board-context.ts'
import { useColumnDrop } from './behavior/use-drag.ts'
import { Card } from './card.tsx'
import { StatusMark } from './status-mark.tsx'

const EMPTY = {
  open: 'No open tasks',
  in_progress: 'No tasks in progress',
  done: 'Nothing done yet',
} as const satisfies Record<Status, string>

export const Column = memo(function Column({
  status,
  tasks,
  total,
  names,
  touched,
  effects,
  categoryId,
  isFiltered,
}: {
  status: Status
  tasks: readonly Task[]
  /** The number of tasks without the filter. */
  total: number
  names: ReadonlyMap<string, string>
  touched: AgentChanges
  /** What pending approvals would do to tasks. */
  effects: Effects
  categoryId: string
  isFiltered: boolean
}) {
  const section = useRef<HTMLElement>(null)
  const { actions } = useBoard()
  const isOver = useColumnDrop(section, status)
  const [wanted, setWanted] = useState<string | null>(null)
  // Tab reaches one card per column; the arrow keys reach the others.
  const reached = tasks.some(({ id }) => id === wanted) ? wanted : tasks[0]?.id
  return (
    <section
      ref={section}
      aria-label={STATUS_NAMES[status]}
      data-status={status}
      className={clsx(
        'group/column flex min-h-0 min-w-0 flex-col border-line @min-[600px]:not-last:border-r',
        'transition-colors',
        isOver && 'bg-accent-soft',
      )}
    >
      <h2 className="flex h-9 shrink-0 items-center gap-2 px-4 pt-1 text-13 font-semibold">
        <StatusMark status={status} />
        {STATUS_NAMES[status]}
        <span className="text-12 font-normal text-muted tabular-nums">
          {isFiltered ? `${tasks.length} of ${total}` : total}
        </span>
        {total > 0 && (
          <>
            <span className="flex-1" />
            <MenuButton
              label={`Actions for ${STATUS_NAMES[status]}`}
              items={() => columnMenu(status, total, () => actions.clear(status))}
              className="-mr-2.5 opacity-0 group-focus-within/column:opacity-100 group-hover/column:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
            >
              <Ellipsis size={16} aria-hidden />
            </MenuButton>
          </>
        )}
      </h2>
      <ul className="min-h-0 @min-[600px]:flex-1 @min-[600px]:overflow-y-auto">
        {tasks.map((task) => (
          <li key={task.id}>
            <Card
              task={task}
              category={names.get(task.categoryId) ?? ''}
              isReached={task.id === reached}
              onReach={setWanted}
              touchedAt={changedAt(touched, task.id)}
              touchedBy={touched.rows.has(task.id) ? touched.turnId : null}
              would={effects.get(task.id)}
            />
          </li>
        ))}
        {tasks.length === 0 && (
          <li className="px-4 py-2 text-13 text-muted">{isFiltered ? 'No matching tasks' : EMPTY[status]}</li>
        )}
      </ul>
      <AddTask status={status} categoryId={categoryId} />
    </section>
  )
})

/** Clearing a column also removes tasks hidden by the filter, so the total is shown. */
function columnMenu(status: Status, total: number, clear: () => void): MenuItem[] {
  const label = `Clear ${STATUS_NAMES[status]} (${countOf(total, 'task')})`
  return [{ kind: 'item', label, danger: true, run: clear }]
}
