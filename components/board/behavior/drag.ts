/** Drag and drop of cards. */

import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import type { Status } from '#lib/board/model/names.ts'

export type DropEdge = 'top' | 'bottom'
export type Landed = { taskId: string; status: Status; before?: string; after?: string }

export function attachCard(
  element: HTMLElement,
  options: {
    taskId: string
    status: Status
    onEdge(edge: DropEdge | null): void
    onDragging(dragging: boolean): void
  },
): () => void {
  const { taskId, status, onEdge, onDragging } = options
  const edgeOf = (data: Record<string | symbol, unknown>) => {
    const edge = extractClosestEdge(data)
    onEdge(edge === 'top' || edge === 'bottom' ? edge : null)
  }
  return combine(
    draggable({
      element,
      // Text in a field inside the card is selected with the pointer, not dragged with the card.
      canDrag: () => !element.querySelector('input:not([type=checkbox]), textarea'),
      getInitialData: () => ({ taskId }),
      onDragStart: () => onDragging(true),
      onDrop: () => onDragging(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data.taskId === 'string' && source.data.taskId !== taskId,
      getData: ({ input, element }) =>
        attachClosestEdge({ taskId, status }, { input, element, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self }) => edgeOf(self.data),
      onDragLeave: () => onEdge(null),
      onDrop: () => onEdge(null),
    }),
  )
}

export function attachColumn(
  element: HTMLElement,
  options: { status: Status; onOver(over: boolean): void },
): () => void {
  const over = (innermost: boolean) => options.onOver(innermost)
  return dropTargetForElements({
    element,
    canDrop: ({ source }) => typeof source.data.taskId === 'string',
    getData: () => ({ status: options.status }),
    onDragEnter: ({ location, self }) => over(location.current.dropTargets[0]?.element === self.element),
    onDropTargetChange: ({ location, self }) =>
      over(location.current.dropTargets[0]?.element === self.element),
    onDragLeave: () => over(false),
    onDrop: () => over(false),
  })
}

export function watchDrops(onLanded: (landed: Landed) => void): () => void {
  return monitorForElements({
    onDrop({ source, location }) {
      const target = location.current.dropTargets[0]
      const { taskId } = source.data
      if (!target || typeof taskId !== 'string') return
      const status = target.data.status as Status
      const anchor = target.data.taskId
      if (typeof anchor !== 'string') return onLanded({ taskId, status })
      const isAbove = extractClosestEdge(target.data) === 'top'
      onLanded({ taskId, status, ...(isAbove ? { before: anchor } : { after: anchor }) })
    },
  })
}
