'use client'

/** An external link: it shows its host, and asks before opening a host for the first time. */
import { type MouseEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { readStored, writeStored } from '#components/browser/preference.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { namesPlace } from './link-place.ts'

const OUTSIDE = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const

/** If the browser stores nothing, this page still remembers. */
const openedHere = new Set<string>()
const storedAs = (place: string) => `taskboard:opened:${place}`
const wasOpened = (place: string) => openedHere.has(place) || readStored(storedAs(place)) !== null

function remember(place: string) {
  openedHere.add(place)
  writeStored(storedAs(place), '1')
}

export function ReplyLink({
  href,
  place,
  words,
  children,
}: {
  href: string
  place: string
  /** Its text without markup. */
  words: string
  children: ReactNode
}) {
  const [isAsking, setAsking] = useState(false)
  const ask = (event: MouseEvent) => {
    if (wasOpened(place)) return
    event.preventDefault()
    setAsking(true)
  }
  return (
    <>
      <a href={href} {...OUTSIDE} onClick={ask} onAuxClick={(event) => event.button === 1 && ask(event)}>
        <bdi>{children}</bdi>
      </a>
      {!namesPlace(words, place) && (
        <span className="text-muted">
          {' ('}
          <bdi>{place}</bdi>)
        </span>
      )}
      {/* A dialog can't be in a paragraph. */}
      {isAsking &&
        createPortal(<Question href={href} place={place} onClose={() => setAsking(false)} />, document.body)}
    </>
  )
}

function Question({ href, place, onClose }: { href: string; place: string; onClose(): void }) {
  return (
    <Dialog title="Open link" onClose={onClose}>
      {(close) => {
        const open = () => {
          remember(place)
          close()
        }
        return (
          <div className="p-4 text-14">
            <p className="wrap-anywhere">
              This link leaves Taskboard and opens <strong className="font-semibold">{place}</strong>:
            </p>
            <p className="mt-2 max-h-40 overflow-y-auto rounded bg-sunk px-3 py-2 font-mono text-12 wrap-anywhere">
              {href}
            </p>
            <p className="mt-2 text-13 text-muted wrap-anywhere">
              Once you open it, this browser won’t ask about {place} again.
            </p>
            <p className="mt-4 flex justify-end gap-2">
              <TextButton onClick={close}>Cancel</TextButton>
              <a
                href={href}
                {...OUTSIDE}
                onClick={open}
                className="inline-flex h-7 items-center rounded bg-accent px-2.5 text-13 font-medium text-on-accent hover:bg-accent-deep"
              >
                Open link
              </a>
            </p>
          </div>
        )
      }}
    </Dialog>
  )
}
