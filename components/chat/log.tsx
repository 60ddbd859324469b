'use client'

import { ArrowDown } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { Boundary } from '#components/ui/boundary.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import type { Message, Turn } from '#lib/board/wire/events.ts'
import { MessageItem } from './messages/message-item.tsx'
import { PlainText } from './messages/reply-text.tsx'
import { Waiting } from './messages/thinking.tsx'
import { TurnEnd } from './messages/turn-actions.tsx'
import { UserMessage } from './messages/user-message.tsx'
import { Starters } from './starters.tsx'
import { useFollow } from './use-stick-to-bottom.ts'

export function Log({ onSend }: { onSend(text: string, rollBack?: string): void }) {
  const store = useFeed()
  const messages = useScreen((screen) => screen.feed.messages)
  const streamed = useScreen((screen) => screen.feed.streamed)
  const turns = useScreen((screen) => screen.feed.turns)
  const outbox = useScreen((screen) => screen.outbox)
  const hasOlder = useScreen((screen) => screen.feed.hasOlder)
  const { log, content, isFollowing, toEnd, expectOlder } = useFollow()
  const [loading, setLoading] = useState(false)
  const last = useMemo(() => lastTurn(messages, turns), [messages, turns])

  // Scrolls to the user’s own message from any position.
  const sent = outbox.length
  useEffect(() => {
    if (sent > 0) toEnd()
  }, [sent, toEnd])

  const loadOlder = async () => {
    setLoading(true)
    expectOlder()
    await store.loadOlder()
    setLoading(false)
  }
  const isEmpty = messages.length === 0 && outbox.length === 0
  const replied = last ? messages.findLast(isReplyOf(last)) : undefined
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={log}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
        tabIndex={0}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div
          ref={content}
          className="mx-auto flex min-h-full w-full max-w-[44rem] shrink-0 flex-col gap-5 px-5 py-5"
        >
          {hasOlder && (
            <TextButton className="self-center" disabled={loading} onClick={loadOlder}>
              {loading ? 'Loading…' : 'Load older messages'}
            </TextButton>
          )}
          {isEmpty && <Starters onSend={onSend} />}
          {messages.map((message) => (
            <Boundary key={message.id} fallback={<PlainMessage message={message} />}>
              <MessageItem
                message={message}
                ahead={streamed.get(message.id)}
                turn={message.turnId ? turns.get(message.turnId) : undefined}
                isLast={message.id === replied?.id}
                onSend={onSend}
              />
            </Boundary>
          ))}
          {last &&
            !replied &&
            (last.status === 'running' ? <Waiting /> : <TurnEnd turn={last} isSaid={false} />)}
          {outbox.map((message) => (
            <UserMessage key={message.id} id={message.id} text={message.text} state="sending" />
          ))}
        </div>
      </div>
      {!isFollowing && (
        <TextButton
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full! shadow-pop"
          onClick={toEnd}
        >
          <ArrowDown size={14} aria-hidden />
          Jump to latest
        </TextButton>
      )}
    </div>
  )
}

/** The plain text of a message that can't be rendered. */
function PlainMessage({ message: { role, parts } }: { message: Message }) {
  const words = parts.map((part) => {
    if (part.type === 'tool') return part.output
    return part.type === 'text' || part.type === 'notice' ? part.text : null
  })
  return (
    <article aria-label={role === 'user' ? 'You' : 'Taskboard'} className="text-14">
      <PlainText text={words.filter(Boolean).join('\n')} />
    </article>
  )
}

/** The running turn, else the one of the latest message. */
function lastTurn(messages: readonly Message[], turns: ReadonlyMap<string, Turn>): Turn | undefined {
  const message = messages.findLast(({ turnId }) => turnId !== null && turns.has(turnId))
  return message?.turnId ? turns.get(message.turnId) : undefined
}

const isReplyOf = (turn: Turn) => (message: Message) =>
  message.role === 'assistant' && message.turnId === turn.id
