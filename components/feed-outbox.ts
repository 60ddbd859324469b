/** Messages on their way: shown at once, gone when the feed carries them or when sending failed. */

import type { BoardActions } from '#lib/board/intents.ts'
import { newId } from '#lib/board/new-id.ts'
import type { Message } from '#lib/board/wire.ts'

export type Unsent = { id: string; text: string; createdAt: number }
export type Sent = { ok: true } | { ok: false; message: string }

export function createOutbox(options: {
  send(message: { id: string; text: string; rollBack?: string }): ReturnType<BoardActions['sendMessage']>
  changed(): void
}) {
  let unsent: readonly Unsent[] = []
  let failed: Unsent | null = null

  function drop(message: Unsent): void {
    unsent = unsent.filter((other) => other.id !== message.id)
    options.changed()
  }

  return {
    list: () => unsent,
    arrived(messages: readonly Message[]) {
      if (unsent.length === 0) return
      const ids = new Set(messages.map((message) => message.id))
      const left = unsent.filter((message) => !ids.has(message.id))
      if (left.length < unsent.length) unsent = left
    },
    /** The same text again after a failure keeps its id: if the first try did arrive, it is one message. */
    async send(text: string, rollBack?: string): Promise<Sent> {
      const id = failed?.text === text ? failed.id : newId()
      const message = { id, text, createdAt: Date.now() }
      failed = null
      unsent = [...unsent, message]
      options.changed()
      try {
        const answer = await options.send({ id, text, rollBack })
        if (answer.ok) return answer
        drop(message)
        return { ok: false, message: answer.message }
      } catch {
        failed = message
        drop(message)
        return { ok: false, message: 'The message could not be sent: the server does not answer.' }
      }
    },
  }
}
