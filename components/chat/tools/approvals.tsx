'use client'

import { useState } from 'react'
import type { BoardActions } from '#components/sync/store.ts'
import { useFeed } from '#components/sync/use-store.ts'
/** Approvals, pending and decided. Loaded with the first one. */
import { callOrToast } from '#components/ui/call-action.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { announce } from '#components/ui/toasts.ts'
import type { ToolPart } from '#lib/board/wire/events.ts'
import { AnsweredCard } from './answered-approval.tsx'
import { ApprovalCard } from './pending-approval.tsx'

type Choice = Parameters<BoardActions['decideApproval']>[2]

export default function Approvals({ parts, isOpen }: { parts: readonly ToolPart[]; isOpen: boolean }) {
  const { actions, sessionId } = useFeed()
  const [asked, setAsked] = useState<string | null>(null)
  const waiting = parts.flatMap((part) => (part.state === 'waiting' ? (part.approval ?? []) : []))

  /** Answers in order; stops at one that is shown again. */
  const answer = async (ids: readonly string[], verdict: Choice, note?: string) => {
    const message = document.activeElement?.closest<HTMLElement>('article')
    setAsked(ids.join())
    for (const id of ids) {
      const answered = await callOrToast(() => actions.decideApproval(sessionId, id, verdict, note))
      if (!answered) return setAsked(null)
    }
    announce(verdict === 'deny' ? 'Denied.' : 'Allowed.')
    // The pressed button disappears, so the focus moves to the message.
    message?.focus({ preventScroll: true })
  }
  const isBusy = !isOpen || waiting.some(({ id }) => asked?.includes(id))
  const all = waiting.map(({ id }) => id)
  return (
    <div className="flex flex-col gap-2">
      {parts.map((part) => {
        if (part.state !== 'waiting' || !part.approval) return <AnsweredCard key={keyOf(part)} part={part} />
        const { id } = part.approval
        return (
          <ApprovalCard
            key={id}
            approval={part.approval}
            isBusy={isBusy}
            onAnswer={(verdict, note) => void answer([id], verdict, note)}
          />
        )
      })}
      {waiting.length > 1 && (
        <div className="flex flex-wrap justify-end gap-2">
          <TextButton disabled={isBusy} onClick={() => void answer(all, 'deny')}>
            Deny all
          </TextButton>
          <TextButton tone="accent" disabled={isBusy} onClick={() => void answer(all, 'allow')}>
            Allow all {waiting.length}
          </TextButton>
        </div>
      )}
    </div>
  )
}

const keyOf = (part: ToolPart) => `${part.step}:${part.callId}:${part.approval?.id}`
