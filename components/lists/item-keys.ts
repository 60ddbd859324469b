/** The keys of a focused item. They do nothing while something else in its row has the focus. */
import type { KeyboardEvent } from 'react'
import type { ItemStep } from './sort-lists.ts'

const STEPS: Readonly<Record<string, ItemStep>> = { ArrowUp: 'up', ArrowDown: 'down' }

export type ItemKeyActions = { tick(): void; edit(): void; remove(): void; step(step: ItemStep): void }

export function itemKeys(event: KeyboardEvent<HTMLElement>, actions: ItemKeyActions) {
  const row = event.currentTarget
  const box = boxIn(row)
  if (event.target !== box) return
  const step = STEPS[event.key]
  if (event.altKey && event.shiftKey && step) {
    event.preventDefault()
    return actions.step(step)
  }
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp':
    case 'Home':
    case 'End':
      event.preventDefault()
      return reach(boxIn(rowBy(row, event.key)))
    case 'Enter':
    case 'F2':
      event.preventDefault()
      return actions.edit()
    // A checked item moves to the end; the focus stays in place.
    case ' ':
      event.preventDefault()
      reach(neighbour(row))
      return actions.tick()
    case 'Delete':
      event.preventDefault()
      reach(neighbour(row) ?? fieldOf(row))
      return actions.remove()
  }
}

/** Moves the focus before a row is removed. */
export function leave(row: HTMLElement | null) {
  if (row) reach(neighbour(row) ?? fieldOf(row))
}

function neighbour(row: HTMLElement): HTMLElement | null {
  return boxIn(row.nextElementSibling) ?? boxIn(row.previousElementSibling)
}

function rowBy(row: HTMLElement, key: string): Element | null | undefined {
  if (key === 'ArrowDown') return row.nextElementSibling
  if (key === 'ArrowUp') return row.previousElementSibling
  return key === 'Home' ? row.parentElement?.firstElementChild : row.parentElement?.lastElementChild
}

function boxIn(row: Element | null | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>('input[type=checkbox]') ?? null
}

function fieldOf(row: HTMLElement): HTMLElement | null {
  return row.closest('section')?.querySelector<HTMLElement>('form input') ?? null
}

function reach(element: HTMLElement | null) {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}
