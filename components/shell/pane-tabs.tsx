'use client'

import { clsx } from 'clsx'
import { askedIn } from '#components/shared/pending-approvals.ts'
import { useScreen } from '#components/sync/use-store.ts'
import { countOf } from '#lib/board/text/text.ts'
import { type PaneName, useShownPane } from '../shared/use-pane.ts'

const TABS: readonly { name: PaneName; label: string }[] = [
  { name: 'chat', label: 'Chat' },
  { name: 'board', label: 'Board' },
]

/** The two tabs on a phone. */
export function PaneTabs() {
  const { shown, unseen, show } = useShownPane()
  const asked = useScreen((screen) => askedIn(screen.feed.messages).length)
  return (
    <div role="tablist" aria-label="View" className="flex border-b border-line md:hidden">
      {TABS.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={shown === name}
          tabIndex={shown === name ? 0 : -1}
          className={clsx(
            '-mb-px flex h-10 flex-1 items-center justify-center gap-2 border-b-2 text-14 font-medium',
            shown === name ? 'border-accent text-ink' : 'border-transparent text-muted',
          )}
          onClick={() => show(name)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
            show(name === 'chat' ? 'board' : 'chat')
            const { currentTarget } = event
            const other = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling
            if (other instanceof HTMLElement) other.focus()
          }}
        >
          {label}
          {name === 'chat' && shown !== name && asked > 0 && (
            <span className="min-w-5 rounded-full bg-accent px-1.5 text-11 leading-5 text-on-accent">
              <span aria-hidden>?</span>
              <span className="sr-only">{countOf(asked, 'question')}</span>
            </span>
          )}
          {shown !== name && unseen > 0 && !(name === 'chat' && asked > 0) && (
            <span className="min-w-5 rounded-full bg-accent px-1.5 text-11 leading-5 text-on-accent">
              <span aria-hidden>{unseen}</span>
              <span className="sr-only">{countOf(unseen, 'change')}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
