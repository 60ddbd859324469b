'use client'

import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { memo, useCallback, useRef, useState } from 'react'
import { InlineEdit } from '#components/ui/inline-edit.tsx'
import { MenuButton } from '#components/ui/menu-button.tsx'
import type { Item } from '#lib/board/model/types.ts'
import { LIMITS } from '#lib/limits.ts'
import type { ItemEdge } from './drag-item.ts'
import { itemKeys, leave } from './item-keys.ts'
import { itemMenu } from './menus.ts'
import type { ItemStep } from './sort-lists.ts'
import { useItemDrag } from './use-item-drag.ts'
import type { ListActions } from './use-list-actions.ts'

type ListItemProps = {
  item: Item
  actions: ListActions
  /** This item is the one on its list that the Tab key reaches. */
  isReached: boolean
  onReach(id: string): void
  touchedAt: number | undefined
}

export const ListItem = memo(function ListItem(props: ListItemProps) {
  const { item, actions, isReached, onReach, touchedAt } = props
  const row = useRef<HTMLLIElement>(null)
  /** The text in the field: the item’s, or the one that was refused. */
  const [draft, setDraft] = useState<string | null>(null)
  const [asked, setAsked] = useState<boolean | null>(null)
  const onLanded = useCallback(
    (itemId: string, edge: ItemEdge) => actions.drop(itemId, item, edge),
    [actions, item],
  )
  const { edge, dragging } = useItemDrag(row, item.id, `${item.listId} ${item.checked}`, onLanded)
  const tabIndex = isReached ? 0 : -1
  const checked = asked ?? item.checked

  const tick = async (next: boolean) => {
    setAsked(next)
    await actions.tick(item, next)
    setAsked(null)
  }
  const finish = async (text: string | null, byKey: boolean) => {
    setDraft(null)
    if (byKey) setTimeout(() => row.current?.querySelector('input')?.focus({ preventScroll: true }))
    if (text === null) return
    const outcome = await actions.reword(item, text)
    // Restored once: leaving the field with the same text again discards it.
    if (!outcome.ok && text !== draft) setDraft(text)
  }
  const verbs = {
    tick: () => void tick(!checked),
    edit: () => setDraft(item.text),
    remove: () => void actions.removeItem(item),
    step: (step: ItemStep) => void actions.step(item, step),
  }
  return (
    <li
      ref={row}
      onKeyDown={(event) => itemKeys(event, verbs)}
      onFocus={() => onReach(item.id)}
      className={clsx(
        'list-row group relative flex items-start pr-1.5 hover:bg-sunk/60',
        dragging && 'opacity-40',
      )}
    >
      {touchedAt !== undefined && (
        <span
          key={touchedAt}
          aria-hidden
          className="glow pointer-events-none absolute inset-0 bg-accent-soft"
        />
      )}
      <label className="relative grid h-8 shrink-0 cursor-pointer place-items-center pr-2.5 pl-4 pointer-coarse:h-10">
        <input
          type="checkbox"
          aria-label={item.text}
          checked={checked}
          tabIndex={tabIndex}
          onChange={(event) => void tick(event.target.checked)}
          className="size-3.5"
        />
      </label>
      {draft === null ? (
        <span
          aria-hidden
          onClick={verbs.edit}
          className={clsx(
            'relative min-w-0 flex-1 cursor-text py-1.5 wrap-anywhere pointer-coarse:py-2.5',
            checked && 'text-muted line-through decoration-faint',
          )}
        >
          {item.text}
        </span>
      ) : (
        <InlineEdit
          value={item.text}
          initial={draft}
          aria-label={`Edit ${item.text}`}
          maxLength={LIMITS.itemChars}
          className="relative -mx-1 my-1 h-6 min-w-0 flex-1 rounded bg-raised px-1"
          onDone={finish}
        />
      )}
      <MenuButton
        label={`Actions for ${item.text}`}
        tabIndex={tabIndex}
        items={() =>
          itemMenu(item, actions.shownOn(item.listId), {
            ...verbs,
            edit: () => setTimeout(verbs.edit),
            remove() {
              leave(row.current)
              verbs.remove()
            },
          })
        }
        className="my-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-coarse:my-1.5 pointer-coarse:opacity-100"
      >
        <Ellipsis size={16} aria-hidden />
      </MenuButton>
      {edge && (
        <span
          aria-hidden
          className={clsx(
            'pointer-events-none absolute right-2 left-2 z-10 h-0.5 bg-accent',
            edge === 'top' ? 'top-0' : 'bottom-0',
          )}
        />
      )}
    </li>
  )
})
