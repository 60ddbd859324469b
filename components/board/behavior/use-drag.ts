'use client'

/** Dragging for cards and columns; its code is loaded after the page. */
import { type RefObject, useEffect, useState } from 'react'
import { attachLater } from '#components/browser/attach-lazily.ts'
import type { Status } from '#lib/board/model/names.ts'
import type { DropEdge, Landed } from './drag.ts'

const load = () => import('./drag.ts')

export function useCardDrag(card: RefObject<HTMLElement | null>, taskId: string, status: Status) {
  const [edge, setEdge] = useState<DropEdge | null>(null)
  const [dragging, setDragging] = useState(false)
  useEffect(
    () =>
      attachLater(load, ({ attachCard }) => {
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
      attachLater(load, ({ attachColumn }) => {
        const element = column.current
        return element ? attachColumn(element, { status, onOver: setOver }) : () => undefined
      }),
    [column, status],
  )
  return over
}

export function useDrops(onLanded: (landed: Landed) => void) {
  useEffect(() => attachLater(load, ({ watchDrops }) => watchDrops(onLanded)), [onLanded])
}
