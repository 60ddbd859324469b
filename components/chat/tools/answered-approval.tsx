'use client'

import { Ban, Check, ChevronRight, CircleAlert } from 'lucide-react'
import { useUserDateFormat } from '#components/sync/use-user-date-format.ts'
import { sinceInWords } from '#components/ui/dates/format-date.ts'
import { useMinute } from '#components/ui/dates/use-now.ts'
import type { Approval, ToolPart } from '#lib/board/wire/events.ts'
import { AskedRows, needsRows } from './affected-rows.tsx'
import { ShowRows } from './show-rows.tsx'
import { UndoRevision } from './undo-button.tsx'

const SAID = {
  pending: 'Pending',
  allowed: 'Allowed by you',
  denied: 'Denied by you',
  expired: 'Expired',
} as const satisfies Record<Approval['status'], string>

/** A decided approval: the outcome, who decided, and when. */
export function AnsweredCard({ part }: { part: ToolPart }) {
  const now = useMinute()
  const look = useUserDateFormat()
  const { approval, revision, state } = part
  if (!approval) return null
  const { status, note, decidedAt, rows, ask } = approval
  const isDenied = status === 'denied' || status === 'expired'
  // The reply has the outcome; it is only repeated here if it differs from the request.
  const words = status === 'allowed' && state !== 'done' ? (part.output ?? ask) : ask
  const Icon = state === 'done' ? Check : isDenied ? Ban : CircleAlert
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look, and this isn’t a field
    <div role="group" aria-label={ask} className="rounded-md border border-line text-13">
      <div className="flex items-start gap-2 py-1.5 pr-1 pl-3">
        <Icon
          size={14}
          aria-hidden
          className={`mt-[3px] shrink-0 ${state === 'done' ? 'text-accent' : 'text-danger'}`}
        />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere">{words}</p>
          <p className="text-12 text-muted wrap-anywhere">
            {SAID[status]}
            {decidedAt !== null && now !== null && (
              <>
                {', '}
                <time
                  dateTime={new Date(decidedAt).toISOString()}
                  title={new Date(decidedAt).toLocaleString('en-GB')}
                >
                  {sinceInWords(decidedAt, now, look)}
                </time>
              </>
            )}
            {note !== '' && <>: “{note}”</>}
          </p>
        </div>
        {revision !== null && <ShowRows revision={revision} />}
        {revision !== null && <UndoRevision revision={revision} />}
      </div>
      {needsRows(approval) && (
        <details className="group/rows px-3 pb-1.5">
          <summary className="inline-flex list-none items-center gap-1 rounded text-12 text-muted">
            <ChevronRight size={12} aria-hidden className="group-open/rows:rotate-90" />
            Affected items
          </summary>
          <div className="-mx-3 pb-1">
            <AskedRows rows={rows} />
          </div>
        </details>
      )}
    </div>
  )
}
