'use client'

/** Dragging for items; its code is loaded after the page. */
import { type RefObject, useEffect, useState } from 'react'
import { attachLater } from '#components/browser/attach-lazily.ts'
import type { ItemEdge } from './drag-item.ts'

const load = () => import('./drag-item.ts')

export function useItemDrag(
  row: RefObject<HTMLElement | null>,
  itemId: string,
  group: string,
  /** The same function on every render. */
  onLanded: (itemId: string, edge: ItemEdge) => void,
) {
  const [edge, setEdge] = useState<ItemEdge | null>(null)
  const [dragging, setDragging] = useState(false)
  useEffect(
    () =>
      attachLater(load, ({ attachItem }) => {
        const element = row.current
        if (!element) return () => undefined
        return attachItem(element, { itemId, group, onEdge: setEdge, onDragging: setDragging, onLanded })
      }),
    [row, itemId, group, onLanded],
  )
  return { edge, dragging }
}
