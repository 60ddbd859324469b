'use client'

/** The columns and the lists, always editable. */
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { askedIn, effectsOf } from '#components/shared/pending-approvals.ts'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { useUserDateFormat } from '#components/sync/use-user-date-format.ts'
import { useToday } from '#components/ui/dates/use-now.ts'
import { STATUSES } from '#lib/board/model/names.ts'
import { countOf } from '#lib/board/text/text.ts'
import {
  type Columns,
  categoriesInOrder,
  columnsOf,
  isFiltering,
  keepSame,
  NO_FILTER,
} from './behavior/board-columns.ts'
import { BoardContext, type BoardDialog } from './behavior/board-context.ts'
import { restoreFocus, wantFocus } from './behavior/card-focus.ts'
import type { Landed } from './behavior/drag.ts'
import { useBoardMenu } from './behavior/use-board-menu.ts'
import { useDrops } from './behavior/use-drag.ts'
import { useTaskActions } from './behavior/use-task-actions.ts'
import { BoardBar } from './board-bar.tsx'
import { Column } from './column.tsx'

const Dialogs = lazy(() => import('./dialogs.tsx'))
const Lists = lazy(() => import('#components/lists/lists.tsx'))

export function Board({
  stateButton,
  isStateOpen,
  onState,
}: {
  stateButton: RefObject<HTMLButtonElement | null>
  isStateOpen: boolean
  /** Toggles the State view. */
  onState(): void
}) {
  const store = useFeed()
  const board = useScreen((screen) => screen.board)
  const touched = useScreen((screen) => screen.feed.touched)
  const asked = useScreen((screen) => askedIn(screen.feed.messages))
  const effects = useMemo(() => effectsOf(asked), [asked])
  const damaged = useScreen((screen) => screen.feed.damaged)
  const actions = useTaskActions()
  const look = useUserDateFormat()
  const today = useToday(look.timeZone)
  const [filter, setFilter] = useState(NO_FILTER)
  const [dialog, setDialog] = useState<BoardDialog | null>(null)
  const menu = useBoardMenu(setDialog)
  const [isNaming, setNaming] = useState(false)
  const columns = useSameColumns(useMemo(() => columnsOf(board, filter), [board, filter]))
  const categories = useMemo(() => categoriesInOrder(board), [board])
  const names = useMemo(() => new Map(categories.map(({ id, name }) => [id, name])), [categories])
  const totals = useMemo(() => columnsOf(board), [board])

  useEffect(restoreFocus)
  useDrops(
    useCallback(
      ({ taskId, status, ...place }: Landed) => {
        const task = store.screen().board.tasks.get(taskId)
        if (task) void actions.move(task, status, place)
      },
      [store, actions],
    ),
  )

  const closeDialog = () => {
    if (dialog?.taskId) wantFocus(dialog.taskId)
    setDialog(null)
  }
  const context = useMemo(
    () => ({
      actions,
      today,
      look,
      openDialog: setDialog,
      categories: () => categoriesInOrder(store.screen().board),
    }),
    [actions, today, look, store],
  )
  return (
    <BoardContext value={context}>
      <section aria-label="Board" className="board @container flex min-h-0 min-w-0 flex-col">
        <BoardBar
          filter={filter}
          onFilter={setFilter}
          categories={categories}
          onCategories={() => setDialog({ kind: 'categories' })}
          menu={menu}
          onNewList={() => setNaming(true)}
          stateButton={stateButton}
          isStateOpen={isStateOpen}
          onState={onState}
        />
        {damaged > 0 && (
          <p className="border-b border-line px-4 py-1.5 text-12 text-muted">
            {countOf(damaged, 'row')} couldn’t be read and {damaged === 1 ? 'is' : 'are'} hidden.
          </p>
        )}
        <div className="board-body">
          <div className="columns">
            {STATUSES.map((status) => (
              <Column
                key={status}
                status={status}
                tasks={columns[status]}
                total={totals[status].length}
                names={names}
                touched={touched}
                effects={effects}
                categoryId={filter.categoryId}
                isFiltered={isFiltering(filter)}
              />
            ))}
          </div>
          {(board.lists.size > 0 || isNaming) && (
            <Suspense>
              <Lists isNaming={isNaming} onNaming={setNaming} />
            </Suspense>
          )}
        </div>
      </section>
      {dialog && (
        <Suspense>
          <Dialogs dialog={dialog} onClose={closeDialog} />
        </Suspense>
      )}
    </BoardContext>
  )
}

/** Keeps the same arrays for unchanged columns. */
function useSameColumns(columns: Columns): Columns {
  const [kept, setKept] = useState(columns)
  const next = keepSame(kept, columns)
  const isSame = STATUSES.every((status) => next[status] === kept[status])
  if (!isSame) setKept(next)
  return isSame ? kept : next
}
