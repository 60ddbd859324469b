'use client'

import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { InlineEdit } from '#components/ui/inline-edit.tsx'
import { MenuButton } from '#components/ui/menu-button.tsx'
import type { Task } from '#lib/board/model/types.ts'
import { nameTask } from '#lib/board/text/text.ts'
import { LIMITS } from '#lib/limits.ts'
import { TouchedMark } from '../shared/changed-by-agent.tsx'
import { useBoard } from './behavior/board-context.ts'
import { cardKeys } from './behavior/card-keys.ts'
import { cardMenu } from './behavior/card-menu.ts'
import { useCardDrag } from './behavior/use-drag.ts'
import { CardFacts } from './card-facts.tsx'
import { DoneBox } from './done-checkbox.tsx'

type CardProps = {
  task: Task
  category: string
  /** This card is the one in its column that the Tab key reaches. */
  isReached: boolean
  onReach(id: string): void
  /** The revision in which the agent changed it, while its turn is the latest. */
  touchedAt: number | undefined
  touchedBy: string | null
  /** What a pending approval would do to it. */
  would: 'removed' | 'changed' | undefined
}

export const Card = memo(function Card(props: CardProps) {
  const { task, category, isReached, onReach, touchedAt, touchedBy, would } = props
  const board = useBoard()
  const card = useRef<HTMLElement>(null)
  const [editing, setEditing] = useState(false)
  const { edge, dragging } = useCardDrag(card, task.id, task.status)
  const tabIndex = isReached ? 0 : -1
  const isDone = task.status === 'done'
  const label = nameTask(task)

  const finish = (title: string | null, byKey: boolean) => {
    setEditing(false)
    if (byKey) card.current?.focus({ preventScroll: true })
    if (title !== null) void board.actions.patch(task, { title })
  }
  return (
    <article
      ref={card}
      aria-label={`#${task.number} ${task.title}`}
      data-task={task.id}
      tabIndex={tabIndex}
      onFocus={() => onReach(task.id)}
      onKeyDown={(event) => cardKeys(event, task, board.actions, () => setEditing(true))}
      className={clsx(
        'card group relative flex gap-2.5 py-2 pr-1.5 pl-4 -outline-offset-2 hover:bg-sunk/60',
        dragging && 'opacity-40',
        would && 'ghost',
      )}
    >
      {touchedAt !== undefined && (
        <span
          key={touchedAt}
          aria-hidden
          className="glow pointer-events-none absolute inset-0 bg-accent-soft"
        />
      )}
      <DoneBox task={task} tabIndex={tabIndex} />
      <div className="relative min-w-0 flex-1">
        <div className="flex">
          {editing ? (
            <InlineEdit
              multiline
              value={task.title}
              aria-label={`Title of #${task.number}`}
              maxLength={LIMITS.titleChars}
              className="field-sizing-content -mx-1 block min-w-0 flex-1 resize-none rounded bg-raised px-1"
              onDone={finish}
            />
          ) : (
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and F2 on the card do the same
            <h3
              onClick={() => setEditing(true)}
              className={clsx(
                'line-clamp-4 min-w-0 flex-1 cursor-text wrap-anywhere',
                (isDone || would === 'removed') && 'text-muted',
                would === 'removed' && 'line-through',
              )}
            >
              {task.title}
            </h3>
          )}
          {touchedBy !== null && <TouchedMark turnId={touchedBy} label={label} tabIndex={tabIndex} />}
          <MenuButton
            label={`Actions for ${label}`}
            tabIndex={tabIndex}
            items={() => cardMenu(task, board, () => setTimeout(() => setEditing(true)))}
            className="-my-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
          >
            <Ellipsis size={16} aria-hidden />
          </MenuButton>
        </div>
        <CardFacts task={task} category={category} today={board.today} look={board.look} />
        {would && (
          <p
            className={clsx(
              'mt-0.5 text-12 font-medium',
              would === 'removed' ? 'text-danger' : 'text-accent',
            )}
          >
            {would === 'removed' ? 'Pending removal' : 'Pending change'}
          </p>
        )}
      </div>
      <span
        aria-hidden
        className="card-rule absolute right-0 bottom-0 left-4 h-px"
        style={{ '--done': isDone ? '0%' : `${task.completion}%` } as React.CSSProperties}
      />
      {edge && (
        <span
          aria-hidden
          className={clsx(
            'absolute right-2 left-2 z-10 h-0.5 bg-accent',
            edge === 'top' ? 'top-0' : 'bottom-0',
          )}
        />
      )}
    </article>
  )
})
