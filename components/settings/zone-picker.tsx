'use client'

import { clsx } from 'clsx'
import { type KeyboardEvent, useId, useState } from 'react'
import { isComposing } from '#components/browser/is-composing.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import { CONTROL } from './section.tsx'
import { clockIn, findZones, zoneInWords } from './time-zones.ts'

const MOST = 60

/** A search field for time zones: typing filters the list, arrows and Enter choose. */
export function ZonePicker({ zone, onChoose }: { zone: string; onChoose(zone: string): void }) {
  const id = useId()
  /** `null` = closed. */
  const [query, setQuery] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const now = useMinute()
  const isOpen = query !== null
  const found = isOpen ? findZones(query).slice(0, MOST) : []
  const optionId = (index: number) => `${id}-option-${index}`

  const close = () => setQuery(null)
  const choose = (chosen: string | undefined) => {
    close()
    if (chosen && chosen !== zone) onChoose(chosen)
  }
  const move = (to: number) => {
    const next = Math.max(0, Math.min(found.length - 1, to))
    setAt(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') isOpen ? move(at + 1) : setQuery('')
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key === 'Enter') choose(found[at])
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  return (
    <div className="relative w-full max-w-72">
      <input
        role="combobox"
        aria-label="Time zone"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found.length > 0 ? optionId(at) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={query ?? zoneInWords(zone)}
        placeholder={zoneInWords(zone)}
        onFocus={() => setQuery('')}
        onClick={() => setQuery((typed) => typed ?? '')}
        onBlur={close}
        onChange={(event) => {
          setQuery(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        className={`${CONTROL} w-full`}
      />
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-9 z-20 rounded-md border border-line-strong bg-raised p-1 shadow-pop"
        // Keeps the focus in the field: a blur would close the list before the click.
        onPointerDown={(event) => event.preventDefault()}
      >
        <div id={`${id}-list`} role="listbox" aria-label="Time zones" className="max-h-64 overflow-y-auto">
          {found.map((each, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
            <div
              key={each}
              id={optionId(index)}
              role="option"
              aria-selected={index === at}
              className={clsx(
                'flex h-7 cursor-pointer items-center gap-3 rounded px-2 text-13',
                index === at ? 'bg-sunk' : 'hover:bg-sunk',
              )}
              onClick={() => choose(each)}
            >
              <span className="min-w-0 flex-1 truncate">{zoneInWords(each)}</span>
              <span className="text-12 text-muted tabular-nums">
                {now === null ? '' : clockIn(each, now)}
              </span>
            </div>
          ))}
        </div>
        {isOpen && found.length === 0 && <p className="px-2 py-1 text-13 text-muted">No such zone.</p>}
      </div>
    </div>
  )
}
