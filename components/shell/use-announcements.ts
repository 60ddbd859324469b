'use client'

/** Announces in the live region, once each: finished replies, and changes by others. */
import { useEffect } from 'react'
import { pendingApprovals } from '#components/shared/pending-approvals.ts'
import type { Store } from '#components/sync/store.ts'
import { useFeed } from '#components/sync/use-store.ts'
import { announce } from '#components/ui/toasts.ts'
import { countOf, shorten } from '#lib/board/text/text.ts'
import type { Message } from '#lib/board/wire/events.ts'

export function useAnnouncements() {
  const store = useFeed()
  useEffect(() => announceFeed(store), [store])
}

/** Returns the function that stops it. */
export function announceFeed(store: Pick<Store, 'sessionId' | 'screen' | 'watch'>): () => void {
  const changesOf = new Map<string, number>()
  return store.watch(({ event }, before, own) => {
    if (!('sessionId' in event) || event.sessionId !== store.sessionId) return
    if (event.kind === 'revision' && !own) {
      const { actor, turnId, reply } = event.revision
      if (turnId === null || actor === 'user') announce(reply)
      else changesOf.set(turnId, (changesOf.get(turnId) ?? 0) + 1)
    }
    if (event.kind !== 'turn') return
    const { id, status } = event.turn
    const was = before.turns.get(id)?.status
    // The feed delivers the current state: a short turn may have ended before its start was delivered.
    const isNews = was === undefined || was === 'running' || was === 'waiting'
    if (status === 'running' || status === was || !isNews) return
    const changes = changesOf.get(id) ?? 0
    changesOf.delete(id)
    // The last version of the message may come just after its turn.
    setTimeout(() => {
      const reply = store.screen().feed.messages.findLast((message) => message.turnId === id)
      if (status === 'waiting') {
        announce(questionIn(reply))
        return
      }
      announce(
        [wordsOf(reply), changes > 0 ? `${countOf(changes, 'change')} on the board.` : ''].join(' ').trim(),
      )
    }, 200)
  })
}

function questionIn(reply: Message | undefined): string {
  const asks = (reply ? pendingApprovals(reply) : []).map(({ ask }) => `${ask}?`)
  return `Approval needed. ${asks.join(' ')} Allow or deny in the conversation.`
}

function wordsOf(message: Message | undefined): string {
  if (message?.role !== 'assistant') return ''
  const words = message.parts
    .map((part) => (part.type === 'text' || part.type === 'notice' ? part.text : ''))
    .filter(Boolean)
  // Markdown marks aren’t announced.
  const spoken = words
    .join(' ')
    .replace(/[*`|]+|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > 0 ? `Taskboard: ${shorten(spoken, 400)}` : 'Taskboard finished.'
}
