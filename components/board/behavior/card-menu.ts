/** The menu of a card: everything that a drag can do, and every field. */

import { dueInWords } from '#components/ui/dates/format-date.ts'
import type { MenuItem } from '#components/ui/menu-items.ts'
import {
  EFFORT_NAMES,
  EFFORTS,
  PRIORITIES,
  PRIORITY_NAMES,
  STATUS_NAMES,
  STATUSES,
} from '#lib/board/model/names.ts'
import type { Task } from '#lib/board/model/types.ts'
import { addDays } from '#lib/board/readers/task-query.ts'
import type { BoardContextValue } from './board-context.ts'

const PERCENTS = [0, 10, 25, 50, 75, 90, 100]

export function cardMenu(task: Task, board: BoardContextValue, rename: () => void): MenuItem[] {
  const { actions } = board
  return [
    { kind: 'item', label: 'Edit title', hint: 'F2', run: rename },
    {
      kind: 'item',
      label: 'Edit details…',
      run: () => board.openDialog({ kind: 'details', taskId: task.id }),
    },
    { kind: 'line' },
    {
      kind: 'sub',
      label: 'Status',
      value: STATUS_NAMES[task.status],
      items: STATUSES.map((status) => ({
        kind: 'choice',
        label: STATUS_NAMES[status],
        chosen: task.status === status,
        run: () => actions.setStatus(task, status),
      })),
    },
    { kind: 'sub', label: 'Move to…', items: moves(task, board) },
    {
      kind: 'sub',
      label: 'Progress',
      value: `${task.completion}%`,
      items: PERCENTS.map((completion) => ({
        kind: 'choice',
        label: `${completion}%`,
        chosen: task.completion === completion,
        run: () => actions.patch(task, { completion }),
      })),
    },
    {
      kind: 'sub',
      label: 'Priority',
      value: PRIORITY_NAMES[task.priority],
      items: PRIORITIES.map((priority) => ({
        kind: 'choice',
        label: PRIORITY_NAMES[priority],
        chosen: task.priority === priority,
        run: () => actions.patch(task, { priority }),
      })),
    },
    {
      kind: 'sub',
      label: 'Effort',
      value: EFFORT_NAMES[task.effort],
      items: EFFORTS.map((effort) => ({
        kind: 'choice',
        label: EFFORT_NAMES[effort],
        chosen: task.effort === effort,
        run: () => actions.patch(task, { effort }),
      })),
    },
    {
      kind: 'sub',
      label: 'Due date',
      value: task.dueDate ? dueInWords(task.dueDate, board.today, board.look) : 'None',
      items: dueDates(task, board),
    },
    { kind: 'sub', label: 'Category', value: categoryName(task, board), items: categories(task, board) },
    {
      kind: 'item',
      label: 'History…',
      run: () => board.openDialog({ kind: 'history', taskId: task.id }),
    },
    { kind: 'item', label: 'Show the message', run: () => actions.showMessage(task) },
    { kind: 'line' },
    { kind: 'item', label: 'Delete', hint: 'Del', danger: true, run: () => actions.remove(task) },
  ]
}

function moves(task: Task, { actions }: BoardContextValue): MenuItem[] {
  return [
    ...STATUSES.map(
      (status): MenuItem => ({
        kind: 'item',
        label: STATUS_NAMES[status],
        disabled: task.status === status,
        run: () => actions.move(task, status),
      }),
    ),
    { kind: 'line' },
    { kind: 'item', label: 'Up', hint: 'Alt Shift ↑', run: () => actions.step(task, 'up') },
    { kind: 'item', label: 'Down', hint: 'Alt Shift ↓', run: () => actions.step(task, 'down') },
    { kind: 'item', label: 'Top', run: () => actions.step(task, 'top') },
    { kind: 'item', label: 'Bottom', run: () => actions.step(task, 'bottom') },
  ]
}

function dueDates(task: Task, board: BoardContextValue): MenuItem[] {
  const { today, actions } = board
  const choice = (label: string, due_date: string): MenuItem => ({
    kind: 'choice',
    label,
    chosen: (task.dueDate ?? 'none') === due_date,
    run: () => actions.patch(task, { due_date }),
  })
  const days = today
    ? [choice('Today', today), choice('Tomorrow', addDays(today, 1)), choice('In a week', addDays(today, 7))]
    : []
  return [
    ...days,
    choice('No date', 'none'),
    { kind: 'line' },
    {
      kind: 'item',
      label: 'Pick a date…',
      run: () => board.openDialog({ kind: 'details', taskId: task.id }),
    },
  ]
}

function categories(task: Task, board: BoardContextValue): MenuItem[] {
  return [
    ...board.categories().map(
      (category): MenuItem => ({
        kind: 'choice',
        label: category.name,
        chosen: task.categoryId === category.id,
        run: () => board.actions.patch(task, { category: category.id }),
      }),
    ),
    { kind: 'line' },
    {
      kind: 'item',
      label: 'New category…',
      run: () => board.openDialog({ kind: 'categories', taskId: task.id }),
    },
  ]
}

function categoryName(task: Task, board: BoardContextValue): string {
  return board.categories().find(({ id }) => id === task.categoryId)?.name ?? ''
}
