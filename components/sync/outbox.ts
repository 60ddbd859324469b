/** Messages being sent: shown at once, removed when the feed delivers them or sending fails. */

import { askBeforeLeaving, nowSaved } from '#components/browser/leaving.ts'
import { readTab, writeTab } from '#components/browser/session-storage.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Message } from '#lib/board/wire/events.ts'

export type Unsent = { id: string; text: string; createdAt: number }
export type Sent = { ok: true } | { ok: false; message: string }

export function createOutbox(options: {
  sessionId: string
  send(message: { id: string; text: string; rollBack?: string }): Promise<{ ok: true } | Refusal>
  changed(): void
}) {
  const name = `taskboard:unanswered:${options.sessionId}`
  let unsent: readonly Unsent[] = []
  let unanswered: Unsent | null = null

  function drop(message: Unsent): void {
    unsent = unsent.filter((other) => other.id !== message.id)
    options.changed()
  }

  function setUnanswered(message: Unsent | null): void {
    if (message === unanswered) return
    unanswered = message
    writeTab(name, message)
  }

  return {
    list: () => unsent,
    /** A message without an answer: it may still have arrived. */
    unanswered: () => unanswered,
    /** Resends what an earlier page of this tab got no answer to. */
    resume() {
      const kept = readTab(name)
      if (isUnsent(kept)) unanswered = kept
    },
    arrived(messages: readonly Message[]) {
      if (unsent.length === 0 && !unanswered) return
      const ids = new Set(messages.map((message) => message.id))
      const left = unsent.filter((message) => !ids.has(message.id))
      if (left.length < unsent.length) unsent = left
      if (unanswered && ids.has(unanswered.id)) setUnanswered(null)
    },
    /** The same text again after a failure keeps its id: if the first attempt did arrive, it is one message. */
    async send(text: string, rollBack?: string): Promise<Sent> {
      const id = unanswered?.text === text ? unanswered.id : newId()
      const message = { id, text, createdAt: Date.now() }
      setUnanswered(null)
      unsent = [...unsent, message]
      askBeforeLeaving(id)
      options.changed()
      try {
        const answer = await options.send({ id, text, rollBack })
        if (answer.ok) return answer
        drop(message)
        return { ok: false, message: answer.message }
      } catch {
        // The feed delivered it, but the answer was lost.
        if (!unsent.includes(message)) return { ok: true }
        setUnanswered(message)
        drop(message)
        return { ok: false, message: 'Couldn’t send the message. The server isn’t responding.' }
      } finally {
        nowSaved(id)
      }
    },
  }
}

function isUnsent(kept: unknown): kept is Unsent {
  if (typeof kept !== 'object' || kept === null) return false
  const { id, text } = kept as Partial<Unsent>
  return typeof id === 'string' && typeof text === 'string'
}
