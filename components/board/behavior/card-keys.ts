/** The keys of a focused card. They do nothing while something inside it has the focus. */
import type { KeyboardEvent } from 'react'
import type { Task } from '#lib/board/model/types.ts'
import { wantFocus } from './card-focus.ts'
import type { Step, TaskActions } from './use-task-actions.ts'

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

export function cardKeys(
  event: KeyboardEvent<HTMLElement>,
  task: Task,
  actions: TaskActions,
  edit: () => void,
) {
  if (event.target !== event.currentTarget) return
  const card = event.currentTarget
  const step = STEPS[event.key]
  if (event.altKey && event.shiftKey && step) {
    event.preventDefault()
    void actions.step(task, step)
    return
  }
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const target = targetOf(card, event.key)
  if (target) {
    event.preventDefault()
    target.focus({ preventScroll: true })
    target.scrollIntoView({ block: 'nearest' })
    return
  }
  switch (event.key) {
    case 'Enter':
    case 'F2':
      event.preventDefault()
      return edit()
    case ' ':
      event.preventDefault()
      void actions.setStatus(task, task.status === 'done' ? 'open' : 'done')
      return stayNear(card)
    case 'Delete':
      void actions.remove(task)
      return stayNear(card)
  }
}

/** When the card leaves its column, the one after it takes the focus. */
function stayNear(card: HTMLElement) {
  const next = targetOf(card, 'ArrowDown') ?? targetOf(card, 'ArrowUp')
  if (next?.dataset.task) wantFocus(next.dataset.task)
}

/** The card that an arrow key moves to. */
function targetOf(card: HTMLElement, key: string): HTMLElement | null {
  const row = card.closest('li')
  const column = card.closest('section')
  switch (key) {
    case 'ArrowDown':
      return cardIn(row?.nextElementSibling)
    case 'ArrowUp':
      return cardIn(row?.previousElementSibling)
    case 'Home':
      return cardIn(row?.parentElement?.firstElementChild)
    case 'End':
      return cardIn(row?.parentElement?.lastElementChild)
    case 'ArrowRight':
      return reachedIn(column, 'nextElementSibling')
    case 'ArrowLeft':
      return reachedIn(column, 'previousElementSibling')
    default:
      return null
  }
}

function cardIn(element: Element | null | undefined): HTMLElement | null {
  return element?.querySelector<HTMLElement>('[data-task]') ?? null
}

/** Skips empty columns, to the last focused card of the next one. */
function reachedIn(
  column: Element | null,
  way: 'nextElementSibling' | 'previousElementSibling',
): HTMLElement | null {
  for (let other = column?.[way]; other; other = other[way]) {
    const card = other.querySelector<HTMLElement>('[data-task][tabindex="0"]')
    if (card) return card
  }
  return null
}
