'use client'

import { Ellipsis, List as ListIcon } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { TouchedMark } from '#components/shared/changed-by-agent.tsx'
import { type AgentChanges, changedAt } from '#components/sync/state.ts'
import { InlineEdit } from '#components/ui/inline-edit.tsx'
import { MenuButton } from '#components/ui/menu-button.tsx'
import { LIMITS } from '#lib/limits.ts'
import { AddItems } from './add-items.tsx'
import { ListItem } from './list-item.tsx'
import { listMenu } from './menus.ts'
import type { ShownList } from './sort-lists.ts'
import type { ListActions } from './use-list-actions.ts'

/** One list: its name, its items, and a field to add more. */
export const ListCard = memo(function ListCard({
  shown,
  actions,
  touched,
  isNew,
}: {
  shown: ShownList
  actions: ListActions
  touched: AgentChanges
  isNew: boolean
}) {
  const { list, items } = shown
  const card = useRef<HTMLElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const menu = useRef<HTMLSpanElement>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const [draft, setDraft] = useState<string | null>(null)
  const reached = items.some(({ id }) => id === wanted) ? wanted : items[0]?.id
  const left = items.filter((item) => !item.checked).length
  const isTouched = touched.rows.has(list.id) || items.some(({ id }) => touched.rows.has(id))
  const label = `${list.name} list`

  const rename = async (name: string | null, byKey: boolean) => {
    setDraft(null)
    if (byKey) menu.current?.querySelector('button')?.focus({ preventScroll: true })
    if (name === null) return
    const outcome = await actions.rename(list, name)
    if (!outcome.ok && name !== draft) setDraft(name)
  }
  /** New items are at the end of the unchecked ones. */
  const showAdded = () => {
    requestAnimationFrame(() => {
      const open = rows.current?.querySelectorAll('li:not([data-ticked])')
      open?.item(open.length - 1)?.scrollIntoView({ block: 'nearest' })
    })
  }
  return (
    <section
      ref={card}
      aria-label={label}
      data-list={list.id}
      className="group/list flex min-w-0 flex-col pb-1"
    >
      <div className="relative flex h-9 shrink-0 items-center gap-2 pt-1 pr-1.5 pl-4">
        {changedAt(touched, list.id) !== undefined && (
          <span
            key={changedAt(touched, list.id)}
            aria-hidden
            className="glow pointer-events-none absolute inset-0 bg-accent-soft"
          />
        )}
        <ListIcon size={14} aria-hidden className="relative shrink-0 text-accent" />
        {draft === null ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the menu does the same
          <h2
            title={list.name}
            onClick={() => setDraft(list.name)}
            className="relative min-w-0 cursor-text truncate text-13 font-semibold first-letter:uppercase"
          >
            {list.name}
          </h2>
        ) : (
          <InlineEdit
            value={list.name}
            initial={draft}
            aria-label={`${label} name`}
            maxLength={LIMITS.listNameChars}
            className="relative -mx-1 h-6 min-w-0 flex-1 rounded bg-raised px-1 text-13 font-semibold"
            onDone={rename}
          />
        )}
        <span className="relative text-12 text-muted tabular-nums">
          {left < items.length ? `${left} left` : items.length}
        </span>
        <span className="flex-1" />
        {isTouched && touched.turnId !== null && (
          <TouchedMark turnId={touched.turnId} label={`the ${label}`} tabIndex={0} />
        )}
        <span ref={menu} className="contents">
          <MenuButton
            label={`Actions for the ${label}`}
            items={() =>
              listMenu(shown, actions, {
                rename: () => setTimeout(() => setDraft(list.name)),
                remove() {
                  leaveList(card.current)
                  void actions.remove(list)
                },
              })
            }
            className="relative opacity-0 group-focus-within/list:opacity-100 group-hover/list:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
          >
            <Ellipsis size={16} aria-hidden />
          </MenuButton>
        </span>
      </div>
      <ul ref={rows} className="max-h-104 overflow-y-auto">
        {items.map((item) => (
          <ListItem
            key={item.id}
            item={item}
            actions={actions}
            isReached={item.id === reached}
            onReach={setWanted}
            touchedAt={changedAt(touched, item.id)}
          />
        ))}
        {items.length === 0 && <li className="px-4 py-1.5 text-13 text-muted">No items yet</li>}
      </ul>
      <AddItems list={list} actions={actions} isNew={isNew} onAdded={showAdded} />
    </section>
  )
})

/** Before a list is deleted, the focus moves to the next one, or to the menu that creates one. */
function leaveList(card: HTMLElement | null) {
  const beside = card?.nextElementSibling ?? card?.previousElementSibling
  const next = beside?.querySelector<HTMLElement>('form input')
  const menu = () => document.querySelector<HTMLElement>('.board button[aria-label="Lists"]')
  setTimeout(() => (next ?? menu())?.focus({ preventScroll: true }))
}
