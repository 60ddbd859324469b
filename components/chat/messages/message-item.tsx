'use client'

import { lazy, memo, Suspense } from 'react'
import { type StreamedText, shownParts } from '#components/sync/streamed-messages.ts'
import { useScreen } from '#components/sync/use-store.ts'
import type { AgentInfo, AgentName } from '#lib/board/model/agents.ts'
import { isImported, type Message, type Part, type ToolPart, type Turn } from '#lib/board/wire/events.ts'
import { ToolGroup } from '../tools/tool-group.tsx'
import { TurnChanges } from '../tools/turn-changes.tsx'
import { Choices } from './choice-buttons.tsx'
import { ReadingNote } from './interpretation.tsx'
import { MemoriesNote } from './memories-used.tsx'
import { Proposals } from './memory-suggestions.tsx'
import { ReplyText } from './reply-text.tsx'
import { Waiting } from './thinking.tsx'
import { TurnEnd } from './turn-actions.tsx'
import { Notice } from './turn-notice.tsx'
import { ImportedNote, UserMessage } from './user-message.tsx'

const Approvals = lazy(() => import('../tools/approvals.tsx'))

export const MessageItem = memo(function MessageItem({
  message,
  ahead,
  turn,
  isLast,
  onSend,
}: {
  message: Message
  ahead: StreamedText | undefined
  turn: Turn | undefined
  /** Whether it answers the latest turn, which can be continued or retried. */
  isLast: boolean
  onSend(text: string, rollBack?: string): void
}) {
  const agents = useScreen((screen) => screen.feed.agents)
  if (message.role === 'user') {
    const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    const isAnswered = turn !== undefined && turn.status !== 'running'
    return (
      <UserMessage
        id={message.id}
        text={text}
        state={message.turnId === null ? 'queued' : 'sent'}
        turnId={isAnswered ? message.turnId : null}
        isImported={isImported(message)}
        onSend={onSend}
      />
    )
  }
  const parts = shownParts(message, ahead)
  const title = titleOf(agents, turn?.agent)
  const isRunning = isLast && turn?.status === 'running'
  const stopped = turn?.status === 'stopped' ? turn.id : null
  const groups = grouped(parts)
  const said = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return (
    <article
      aria-label={title}
      data-turn={message.turnId ?? undefined}
      tabIndex={-1}
      className="-mx-2 flex flex-col gap-3 rounded px-2 text-14 outline-none"
    >
      {turn && turn.agent !== 'taskboard' && (
        <p className="-mb-1.5 text-12 font-semibold text-accent">{title}</p>
      )}
      {groups.map((group, index) => {
        if (Array.isArray(group) && group[0]?.approval)
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
          return <Asked key={index} parts={group} isOpen={turn?.status === 'waiting'} />
        if (Array.isArray(group))
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
          return <ToolGroup key={index} parts={group} said={said} messageId={message.id} />
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
        if (group.type === 'notice') return <Notice key={index} notice={group} stopped={stopped} />
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
        if (group.type === 'reading') return <ReadingNote key={index} reading={group} />
        if (group.type === 'choices')
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
          return <Choices key={index} options={group.options} isOpen={isLast && !isRunning} onSend={onSend} />
        if (group.type === 'imported') return <ImportedNote key="imported" />
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
        if (group.type === 'memories') return <MemoriesNote key={index} used={group.used} />
        if (group.type === 'proposals')
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
          return <Proposals key={index} messageId={message.id} items={group.items} />
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
        return <ReplyText key={index} text={group.text} />
      })}
      {isRunning && isThinking(parts.at(-1)) && <Waiting key={parts.length} />}
      {message.turnId && !isRunning && (
        <TurnChanges
          turnId={message.turnId}
          messageId={message.id}
          parts={parts}
          hasUndo={stopped !== null}
        />
      )}
      {isLast && turn && (
        <TurnEnd
          turn={turn}
          isSaid={parts.some(({ type }) => type === 'notice')}
          canContinue={!isImported(message)}
        />
      )}
    </article>
  )
})

/** The agent that answers: Taskboard by default. */
function titleOf(agents: readonly AgentInfo[], name: AgentName = 'taskboard'): string {
  return agents.find((agent) => agent.name === name)?.title ?? 'Taskboard'
}

/** Shows the request at once, and its rows when the code is loaded. */
function Asked(props: { parts: readonly ToolPart[]; isOpen: boolean }) {
  const asks = props.parts.flatMap(({ approval }) => approval?.ask ?? [])
  return (
    <Suspense
      fallback={<p className="rounded-md border border-line px-3 py-2.5 text-13">{asks.join('; ')}</p>}
    >
      <Approvals {...props} />
    </Suspense>
  )
}

/** Whether a running answer is between parts: it is empty, or a tool has answered and the model continues. */
function isThinking(last: Part | undefined): boolean {
  if (!last) return true
  return last.type === 'tool' && last.state !== 'running'
}

/** Consecutive tool calls become one group; calls with approvals have their own. */
function grouped(parts: readonly Part[]): (Exclude<Part, ToolPart> | ToolPart[])[] {
  const groups: (Exclude<Part, ToolPart> | ToolPart[])[] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (part.type !== 'tool') {
      if (part.type !== 'text' || part.text.trim() !== '') groups.push(part)
    } else if (Array.isArray(last) && !last[0]?.approval === !part.approval) last.push(part)
    else groups.push([part])
  }
  return groups
}
