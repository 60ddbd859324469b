'use client'

import { useEffect, useState } from 'react'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { useUserDateFormat } from '#components/sync/use-user-date-format.ts'
import { formatDateTime } from '#components/ui/dates/format-date.ts'
import type { SessionFacts } from '#lib/board/readers/session-state.ts'
import { Part } from './section.tsx'

/** Figures about the session: loaded when the view opens and after each answer. */
export function Facts() {
  const { actions, sessionId } = useFeed()
  const look = useUserDateFormat()
  const isBusy = useScreen(({ feed }) => feed.sessions.find(({ id }) => id === feed.sessionId)?.busy ?? false)
  const [read, setRead] = useState<{ facts: SessionFacts } | { problem: string } | null>(null)
  useEffect(() => {
    if (isBusy) return
    let isCurrent = true
    actions.sessionFacts(sessionId).then(
      (answer) => isCurrent && setRead(answer.ok ? answer : { problem: answer.message }),
      () => isCurrent && setRead({ problem: 'The server isn’t responding.' }),
    )
    return () => {
      isCurrent = false
    }
  }, [actions, sessionId, isBusy])
  if (read && 'problem' in read) {
    return (
      <Part title="This board">
        <p className="px-4 py-1.5 text-danger">{read.problem}</p>
      </Part>
    )
  }
  const facts = read?.facts
  return (
    <Part title="This board">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 px-4 py-1 tabular-nums">
        <Fact name="Created" text={facts && formatDateTime(facts.createdAt, look)} />
        <Fact name="Last used" text={facts && formatDateTime(facts.lastUsedAt, look)} />
        <Fact name="Visits" text={facts && String(facts.visits)} />
        <Fact name="Replies" text={facts && String(facts.turns)} />
        {(facts?.tokens ?? []).map(({ model, input, output }) => (
          <Fact key={model} name={`Tokens, ${model}`} text={tokensInWords(input, output)} />
        ))}
      </dl>
    </Part>
  )
}

function Fact({ name, text }: { name: string; text: string | undefined }) {
  return (
    <>
      <dt className="text-muted wrap-anywhere">{name}</dt>
      <dd className="text-right">{text ?? '…'}</dd>
    </>
  )
}

const counted = new Intl.NumberFormat('en-GB')

function tokensInWords(input: number, output: number): string {
  if (input + output === 0) return 'none'
  return `${counted.format(input)} in, ${counted.format(output)} out`
}
