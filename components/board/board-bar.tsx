'use client'

import { Braces, Ellipsis, List, Redo2, Tags, Undo2 } from 'lucide-react'
import type { RefObject } from 'react'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { MenuButton } from '#components/ui/menu-button.tsx'
import type { MenuItem } from '#components/ui/menu-items.ts'
import type { Category } from '#lib/board/model/types.ts'
import type { Filter } from './behavior/board-columns.ts'
import { listsMenu } from './behavior/lists-menu.ts'

export function BoardBar({
  filter,
  onFilter,
  categories,
  onCategories,
  menu,
  onNewList,
  stateButton,
  isStateOpen,
  onState,
}: {
  filter: Filter
  onFilter(filter: Filter): void
  categories: readonly Category[]
  onCategories(): void
  /** Actions for the whole board. */
  menu(): MenuItem[]
  onNewList(): void
  stateButton: RefObject<HTMLButtonElement | null>
  isStateOpen: boolean
  onState(): void
}) {
  const store = useFeed()
  const canUndo = useScreen((screen) => screen.feed.canUndo)
  const canRedo = useScreen((screen) => screen.feed.canRedo)
  // A filter by a category that was deleted is ignored.
  const chosen = categories.some(({ id }) => id === filter.categoryId) ? filter.categoryId : ''
  if (chosen !== filter.categoryId) onFilter({ ...filter, categoryId: chosen })
  return (
    <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-3">
      <input
        type="search"
        aria-label="Filter tasks"
        placeholder="Filter"
        title="Words, or a field, e.g. label:waiting"
        value={filter.words}
        onChange={(event) => onFilter({ ...filter, words: event.target.value })}
        onKeyDown={(event) => event.key === 'Escape' && onFilter({ ...filter, words: '' })}
        className="mr-0.5 h-7 w-40 min-w-12 shrink rounded border border-line-strong bg-paper px-2 text-13"
      />
      <select
        aria-label="Category"
        value={chosen}
        onChange={(event) => onFilter({ ...filter, categoryId: event.target.value })}
        className="mr-0.5 h-7 max-w-36 min-w-12 shrink rounded border border-line-strong bg-paper px-1 text-13"
      >
        <option value="">All categories</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <IconButton label="Edit categories" onClick={onCategories}>
        <Tags size={16} aria-hidden />
      </IconButton>
      <MenuButton label="Lists" items={() => listsMenu(store.screen().board, onNewList)}>
        <List size={16} aria-hidden />
      </MenuButton>
      <IconButton
        ref={stateButton}
        label="State"
        aria-expanded={isStateOpen}
        className="aria-expanded:bg-sunk aria-expanded:text-ink"
        onClick={onState}
      >
        <Braces size={16} aria-hidden />
      </IconButton>
      <span className="flex-1" />
      <IconButton
        label="Undo"
        disabled={!canUndo}
        onClick={() => void store.run({ name: 'undo', input: { whose: 'own' } }, { tell: 'toast' })}
      >
        <Undo2 size={16} aria-hidden />
      </IconButton>
      <IconButton
        label="Redo"
        disabled={!canRedo}
        onClick={() => void store.run({ name: 'redo', input: { whose: 'own' } }, { tell: 'toast' })}
      >
        <Redo2 size={16} aria-hidden />
      </IconButton>
      <MenuButton label="Board menu" items={menu}>
        <Ellipsis size={16} aria-hidden />
      </MenuButton>
    </div>
  )
}
