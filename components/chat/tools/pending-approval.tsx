'use client'

import { Hand } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { TextButton } from '#components/ui/text-button.tsx'
import type { Approval } from '#lib/board/wire/events.ts'
import { LIMITS } from '#lib/limits.ts'
import { AskedRows, needsRows } from './affected-rows.tsx'

/** What a call would do, row by row, and the buttons to decide. */
export function ApprovalCard({
  approval,
  isBusy,
  onAnswer,
}: {
  approval: Approval
  isBusy: boolean
  onAnswer(verdict: 'allow' | 'allow-session' | 'deny', note?: string): void
}) {
  const { ask, rows, isBehind, isAgain } = approval
  const [note, setNote] = useState('')
  const deny = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onAnswer('deny', note)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look, and this isn’t a field
    <div role="group" aria-label={ask} className="rounded-md border border-accent text-13">
      <div className="flex gap-2 px-3 pt-2.5">
        <Hand size={14} aria-hidden className="mt-[3px] shrink-0 text-accent" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">{ask}?</p>
          {isAgain && <p className="text-muted">The board changed. Here’s the updated preview.</p>}
          {isBehind && <p className="text-muted">Waiting on the request above.</p>}
        </div>
      </div>
      {needsRows(approval) && <AskedRows rows={rows} />}
      <div className="flex flex-wrap gap-2 px-3 pt-2.5">
        <TextButton tone="accent" disabled={isBusy} onClick={() => onAnswer('allow')}>
          Allow
        </TextButton>
        {!isBehind && (
          <TextButton disabled={isBusy} onClick={() => onAnswer('allow-session')}>
            Allow for this session
          </TextButton>
        )}
      </div>
      <form onSubmit={deny} className="flex gap-2 px-3 pt-2 pb-3">
        <TextButton type="submit" disabled={isBusy}>
          Deny
        </TextButton>
        <input
          aria-label="Reason for denying"
          placeholder="Reason (optional)"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={LIMITS.denialChars}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          className="h-7 min-w-0 flex-1 rounded border border-line-strong bg-paper px-2"
        />
      </form>
    </div>
  )
}
