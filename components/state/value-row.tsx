'use client'

import { clsx } from 'clsx'
import { Clock, Ellipsis } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { useTimeLeft } from '#components/ui/dates/use-now.ts'
import { MenuButton } from '#components/ui/menu-button.tsx'
import type { MenuItem } from '#components/ui/menu-items.ts'
import { announce } from '#components/ui/toasts.ts'
import type { JsonValue } from '#lib/board/state/json.ts'
import { follow, stepsOf } from '#lib/board/state/keys.ts'
import type { ReadValue } from '#lib/board/state/read-state.ts'
import { shorten } from '#lib/board/text/text.ts'
import { Damaged } from './corrupted-value.tsx'
import { TimeForm } from './expiry-form.tsx'
import type { ValueActions } from './use-value-actions.ts'
import { ValueForm } from './value-form.tsx'
import { kindOf, textOf } from './value-kinds.ts'
import { isNested, ValueTree } from './value-tree.tsx'

type Open = { kind: 'value'; path: string; from: JsonValue | null; text: string } | { kind: 'time' } | null

/** One key of the state: its value, its expiry, and every manual change. */
export const ValueRow = memo(function ValueRow({
  read,
  actions,
  touchedAt,
}: {
  read: ReadValue
  actions: ValueActions
  touchedAt: number | undefined
}) {
  const { key, expiresAt } = read
  const [open, setOpen] = useState<Open>(null)
  const row = useRef<HTMLElement>(null)
  const left = useTimeLeft(expiresAt)

  const close = () => {
    // The answer may come after the user has moved on.
    const { activeElement, body } = document
    const isElsewhere = activeElement !== body && !row.current?.contains(activeElement)
    setOpen(null)
    if (isElsewhere) return
    setTimeout(() =>
      row.current?.querySelector<HTMLElement>('button[aria-haspopup]')?.focus({ preventScroll: true }),
    )
  }
  const openValue = (path: string, from: JsonValue) =>
    setOpen({ kind: 'value', path, from, text: textOf(from) })
  const editWhole = () => {
    if (read.state === 'ok') openValue(key, read.value)
    else setOpen({ kind: 'value', path: key, from: null, text: read.text })
  }
  const remove = () => {
    leaveRow(row.current)
    void actions.remove(key)
  }
  const editor = open?.kind === 'value' && (
    <ValueForm
      key={open.path}
      label={`Value of ${open.path}`}
      text={open.text}
      kind={read.state === 'damaged' ? null : kindOf(open.from)}
      expiresAt={open.path === key ? expiresAt : undefined}
      note={changedMeanwhile(read, open)}
      onLost={(text) => actions.keep(key, open.path, text)}
      onClose={close}
      onSave={async (value, ttl) => {
        const problem = await actions.set(open.path, value, ttl)
        if (problem === null) close()
        return problem
      }}
    />
  )
  const shown =
    read.state === 'ok' ? (
      <ValueTree
        path={key}
        value={read.value}
        editing={{ path: open?.kind === 'value' ? open.path : null, open: openValue, editor }}
      />
    ) : (
      editor || <Damaged name={key} text={read.text} onSet={editWhole} onRemove={remove} />
    )
  /** Shown beside its name. */
  const isShort = read.state === 'ok' && !isNested(read.value) && open?.kind !== 'value'
  const items = (): MenuItem[] => [
    { kind: 'item', label: read.state === 'ok' ? 'Edit' : 'Replace', run: () => setTimeout(editWhole) },
    ...(read.state === 'ok' ? more(read.value, () => setOpen({ kind: 'time' })) : []),
    { kind: 'line' },
    { kind: 'item', label: 'Delete', danger: true, run: remove },
  ]
  return (
    <article ref={row} aria-label={key} className="group relative border-b border-line py-1.5 pr-1.5 pl-4">
      {touchedAt !== undefined && (
        <span
          key={touchedAt}
          aria-hidden
          className="glow pointer-events-none absolute inset-0 bg-accent-soft"
        />
      )}
      <div className="relative flex items-start gap-2">
        <h4
          className={clsx(
            'py-1 font-medium wrap-anywhere',
            isShort ? 'max-w-[45%] shrink-0' : 'min-w-0 flex-1',
          )}
        >
          {key}
        </h4>
        {isShort && <div className="min-w-0 flex-1 py-1">{shown}</div>}
        {left !== null && (
          <span className="flex shrink-0 items-center gap-1 py-1.5 text-12 leading-4 text-muted tabular-nums">
            <Clock size={12} aria-hidden />
            {left}
          </span>
        )}
        <MenuButton
          label={`Actions for ${key}`}
          items={items}
          className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
        >
          <Ellipsis size={16} aria-hidden />
        </MenuButton>
      </div>
      {open?.kind === 'time' && read.state === 'ok' && (
        <TimeForm
          name={key}
          expiresAt={expiresAt}
          onClose={close}
          onSave={(ttl) => actions.set(key, read.value, ttl)}
        />
      )}
      {!isShort && <div className="relative pr-2.5 pb-0.5">{shown}</div>}
    </article>
  )
})

/** Others may change the value while it is edited. */
function changedMeanwhile(read: ReadValue, open: Extract<Open, { kind: 'value' }>): string | null {
  if (read.state !== 'ok') return null
  const now = follow(read.value, stepsOf(open.path).slice(1))
  if (JSON.stringify(now) === JSON.stringify(open.from)) return null
  if (now === undefined) return 'Deleted while you were editing.'
  return `Changed to ${shorten(textOf(now), 200)} while you were editing.`
}

function more(value: JsonValue, setTime: () => void): MenuItem[] {
  const copy = async () => {
    await navigator.clipboard.writeText(textOf(value)).catch(() => undefined)
    announce('Copied.')
  }
  return [
    { kind: 'item', label: 'Set expiry…', run: () => setTimeout(setTime) },
    { kind: 'item', label: 'Copy', run: () => void copy() },
  ]
}

/** Before a value is deleted, the focus moves to the next one, or to the view. */
function leaveRow(row: HTMLElement | null) {
  const item = row?.closest('li')
  const beside = item?.nextElementSibling ?? item?.previousElementSibling
  const next = beside?.querySelector<HTMLElement>('button[aria-haspopup]')
  const view = document.querySelector<HTMLElement>('section.state')
  setTimeout(() => (next ?? view)?.focus({ preventScroll: true }))
}
