/** Drag and drop of items inside their list. */
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'

export type ItemEdge = 'top' | 'bottom'

export function attachItem(
  element: HTMLElement,
  options: {
    itemId: string
    /** Items move only within their group: the checked or unchecked ones of a list. */
    group: string
    onEdge(edge: ItemEdge | null): void
    onDragging(dragging: boolean): void
    /** Another item was dropped at this one's edge. */
    onLanded(itemId: string, edge: ItemEdge): void
  },
): () => void {
  const { itemId, group, onEdge, onDragging, onLanded } = options
  const edgeIn = (data: Record<string | symbol, unknown>): ItemEdge =>
    extractClosestEdge(data) === 'top' ? 'top' : 'bottom'
  return combine(
    draggable({
      element,
      canDrag: () => !element.querySelector('input:not([type=checkbox]), textarea'),
      getInitialData: () => ({ itemId, group }),
      onDragStart: () => onDragging(true),
      onDrop: () => onDragging(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.group === group && source.data.itemId !== itemId,
      getData: ({ input, element }) =>
        attachClosestEdge({}, { input, element, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self }) => onEdge(edgeIn(self.data)),
      onDragLeave: () => onEdge(null),
      onDrop: ({ self, source }) => {
        onEdge(null)
        if (typeof source.data.itemId === 'string') onLanded(source.data.itemId, edgeIn(self.data))
      },
    }),
  )
}
