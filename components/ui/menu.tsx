'use client'

import { Check, ChevronRight } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { createPortal } from 'react-dom'
import type { MenuItem } from './menu-items.ts'

const BOX =
  'z-50 max-h-[min(70vh,28rem)] min-w-44 max-w-72 overflow-y-auto rounded-md border border-line-strong bg-raised p-1 text-13 shadow-pop'
const ROW =
  'flex h-7 cursor-default select-none items-center gap-2 rounded px-2 outline-none data-disabled:text-faint data-highlighted:bg-sunk'

/** The rendered menu, anchored to where its button was when it opened. */
export default function Menu({
  label,
  at,
  items,
  onClose,
  onReturn,
}: {
  label: string
  at: DOMRect
  items: readonly MenuItem[]
  onClose(): void
  onReturn(): void
}) {
  // Outside its card: `fixed` inside a card with CSS containment would be relative to the card.
  return createPortal(
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden
          tabIndex={-1}
          className="pointer-events-none fixed"
          style={{ left: at.left, top: at.top, width: at.width, height: at.height }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          loop
          className={BOX}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body) onReturn()
          }}
        >
          <Items items={items} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>,
    document.body,
  )
}

function Items({ items }: { items: readonly MenuItem[] }) {
  return items.map((item, index) => {
    const key = item.kind === 'line' ? `line-${index}` : item.label
    switch (item.kind) {
      case 'line':
        return <DropdownMenu.Separator key={key} className="mx-2 my-1 h-px bg-line" />
      case 'item':
        return (
          <DropdownMenu.Item
            key={key}
            disabled={item.disabled}
            onSelect={item.run}
            className={`${ROW} ${item.danger ? 'text-danger' : ''}`}
          >
            {item.label}
            {item.hint && <span className="ml-auto pl-4 text-12 text-muted">{item.hint}</span>}
          </DropdownMenu.Item>
        )
      case 'choice':
        return (
          <DropdownMenu.CheckboxItem
            key={key}
            checked={item.chosen}
            onSelect={item.run}
            className={`${ROW} pl-7 relative`}
          >
            <DropdownMenu.ItemIndicator className="absolute left-2">
              <Check size={14} aria-hidden />
            </DropdownMenu.ItemIndicator>
            <span className="truncate">{item.label}</span>
          </DropdownMenu.CheckboxItem>
        )
      case 'sub':
        return (
          <DropdownMenu.Sub key={key}>
            <DropdownMenu.SubTrigger className={`${ROW} data-[state=open]:bg-sunk`}>
              {item.label}
              <span className="ml-auto truncate pl-4 text-12 text-muted">{item.value}</span>
              <ChevronRight size={14} className="shrink-0 text-muted" aria-hidden />
            </DropdownMenu.SubTrigger>
            <DropdownMenu.Portal>
              <DropdownMenu.SubContent className={BOX} sideOffset={4} collisionPadding={8}>
                <Items items={item.items} />
              </DropdownMenu.SubContent>
            </DropdownMenu.Portal>
          </DropdownMenu.Sub>
        )
      default:
        return item satisfies never
    }
  })
}
