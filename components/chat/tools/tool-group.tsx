'use client'

import { clsx } from 'clsx'
import { Ban, Check, ChevronRight, CircleAlert, Hand, LoaderCircle } from 'lucide-react'
import { memo } from 'react'
import { lengthInWords } from '#components/ui/dates/format-date.ts'
import { countOf } from '#lib/board/text/text.ts'
import type { ToolPart } from '#lib/board/wire/events.ts'
import { STATE_WORDS, toolLabel } from '../../shared/tool-labels.ts'
import { FactActions } from './memory-actions.tsx'
import { ShowRows } from './show-rows.tsx'
import { UndoRevision } from './undo-button.tsx'

const SHOWN_AT_ONCE = 6
const ICONS = {
  running: LoaderCircle,
  waiting: Hand,
  done: Check,
  refused: Ban,
  failed: CircleAlert,
} as const

/** Consecutive tool calls; many collapse into one line, except memory changes, which may wait for a decision. */
export const ToolGroup = memo(function ToolGroup({
  parts,
  said,
  messageId,
}: {
  parts: readonly ToolPart[]
  messageId: string
  /** The text of their reply. */
  said: string
}) {
  const calls = (
    <ul className="divide-y divide-line">
      {parts.map((part) => (
        <ToolCall
          key={`${part.step}:${part.callId}`}
          part={part}
          said={parts.length === 1 ? said : ''}
          messageId={messageId}
        />
      ))}
    </ul>
  )
  const box = 'rounded-md border border-line text-13'
  if (parts.length <= SHOWN_AT_ONCE || parts.some(({ fact }) => fact))
    return <div className={box}>{calls}</div>
  return (
    <details className={`group/all ${box}`}>
      <summary className="flex h-8 list-none items-center gap-2 rounded-md px-3 font-medium hover:bg-sunk">
        <ChevronRight size={14} aria-hidden className="text-muted group-open/all:rotate-90" />
        {countOf(parts.length, 'step')}
        <span className="min-w-0 flex-1 truncate font-normal text-muted">{lastWords(parts, said)}</span>
      </summary>
      <div className="border-t border-line">{calls}</div>
    </details>
  )
})

function lastWords(parts: readonly ToolPart[], said: string): string {
  const last = parts.at(-1)
  return last ? toolLabel(last, said) : ''
}

function ToolCall({ part, said, messageId }: { part: ToolPart; said: string; messageId: string }) {
  const asks = part.fact?.state === 'open'
  const state = asks ? 'waiting' : part.state
  const Icon = ICONS[state]
  const isBad = part.state === 'refused' || part.state === 'failed'
  return (
    <li className="flex items-start">
      <details className="group/call min-w-0 flex-1">
        <summary className="flex min-h-8 list-none items-start gap-2 rounded-md px-3 py-1.5 hover:bg-sunk">
          <Icon
            size={14}
            aria-hidden
            className={clsx(
              'mt-[3px] shrink-0',
              part.state === 'running' && 'spin',
              isBad ? 'text-danger' : 'text-accent',
            )}
          />
          <span className="min-w-0 flex-1 wrap-anywhere">{toolLabel(part, said)}</span>
          <span
            className={clsx('shrink-0 text-12 leading-5 tabular-nums', isBad ? 'text-danger' : 'text-muted')}
          >
            <span className={state === 'done' || asks ? 'sr-only' : undefined}>{STATE_WORDS[state]} </span>
            {part.endedAt !== null && !asks && lengthInWords(part.endedAt - part.startedAt)}
          </span>
          <ChevronRight
            size={14}
            aria-hidden
            className="mt-[3px] shrink-0 text-muted transition-transform group-open/call:rotate-90"
          />
        </summary>
        <div className="flex flex-col gap-2 px-3 pt-1 pb-3">
          <Block label={`${part.name} input`} text={JSON.stringify(part.input, null, 2) ?? 'none'} />
          {part.output !== null && <Block label="Result" text={part.output} />}
        </div>
      </details>
      {part.fact && <FactActions messageId={messageId} fact={part.fact} />}
      {part.revision !== null && <ShowRows revision={part.revision} />}
      {part.revision !== null && <UndoRevision revision={part.revision} />}
    </li>
  )
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-12 text-muted">{label}</p>
      <pre className="max-h-60 overflow-auto rounded bg-sunk px-2 py-1.5 font-mono text-12 whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </div>
  )
}
