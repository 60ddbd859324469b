'use client'

import { ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { useScreen } from '#components/sync/use-store.ts'
import { itemsOf, listsInOrder } from '#lib/board/state/lists.ts'
import { countOf, shorten } from '#lib/board/text/text.ts'
import { Part } from './section.tsx'

/** The lists, each linked to its card. */
export function ListsPart({ onShow }: { onShow(listId: string): void }) {
  const lists = useScreen((screen) => screen.board.lists)
  const items = useScreen((screen) => screen.board.items)
  const shown = useMemo(
    () =>
      listsInOrder({ lists }).map(({ id, name }) => ({
        id,
        name,
        texts: itemsOf({ items }, id).map((item) => item.text),
      })),
    [lists, items],
  )
  return (
    <Part title="Lists" count={shown.length}>
      {shown.length === 0 && <p className="px-4 py-1.5 text-muted">No lists yet.</p>}
      <ul>
        {shown.map(({ id, name, texts }) => (
          <li key={id}>
            <button
              type="button"
              className="flex w-full items-center gap-2 py-1.5 pr-2.5 pl-4 text-left hover:bg-sunk"
              onClick={() => onShow(id)}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium first-letter:uppercase">{name}</span>
                <span className="block truncate text-12 text-muted">
                  {texts.length === 0
                    ? 'Empty'
                    : `${countOf(texts.length, 'item')}: ${shorten(texts.join(', '), 120)}`}
                </span>
              </span>
              <ChevronRight size={14} aria-hidden className="shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </Part>
  )
}
