'use client'

/** Dragging for cards and columns; its code is loaded once the page stands. */
import { type RefObject, useEffect, useState } from 'react'
import type { Status } from '#lib/board/names.ts'
import type { DropEdge, Landed } from './drag.ts'

const load = () => import('./drag.ts')

/** Attaches when the code is there; without it (the network is gone) the menu and the keys still move cards. */
function attachLater(attach: (drag: Awaited<ReturnType<typeof load>>) => () => void): () => void {
  let detach: (() => void) | null = null
  let isOver = false
  load().then(
    (drag) => {
      if (!isOver) detach = attach(drag)
    },
    () => undefined,
  )
  return () => {
    isOver = true
    detach?.()
  }
}

export function useCardDrag(card: RefObject<HTMLElement | null>, taskId: string, status: Status) {
  const [edge, setEdge] = useState<DropEdge | null>(null)
  const [dragging, setDragging] = useState(false)
  useEffect(
    () =>
      attachLater(({ attachCard }) => {
        const element = card.current
        if (!element) return () => undefined
        return attachCard(element, { taskId, status, onEdge: setEdge, onDragging: setDragging })
      }),
    [card, taskId, status],
  )
  return { edge, dragging }
}

export function useColumnDrop(column: RefObject<HTMLElement | null>, status: Status): boolean {
  const [over, setOver] = useState(false)
  useEffect(
    () =>
      attachLater(({ attachColumn }) => {
        const element = column.current
        return element ? attachColumn(element, { status, onOver: setOver }) : () => undefined
      }),
    [column, status],
  )
  return over
}

export function useDrops(onLanded: (landed: Landed) => void) {
  useEffect(() => attachLater(({ watchDrops }) => watchDrops(onLanded)), [onLanded])
}
