/** Turns versions of a reply, and the text whispered between them, into what is new each time. */
import type { FeedEvent, Part } from '#lib/board/wire/events.ts'
import type { RunEvent } from './run-event-types.ts'

type Whisper = Extract<FeedEvent, { kind: 'text' }>

export type Fold = { stored(parts: readonly Part[]): RunEvent[]; whispered(text: Whisper): RunEvent[] }

export function createReplyDiffer(messageId: string): Fold {
  const known: Part[] = []

  function lengthOf(part: number): number {
    const held = known[part]
    return held?.type === 'text' ? held.text.length : 0
  }

  /** The text of a part as far as it goes; nothing where that is known. */
  function grow(part: number, text: string): RunEvent[] {
    const offset = lengthOf(part)
    if (text.length <= offset) return []
    known[part] = { type: 'text', text }
    return [{ kind: 'text', messageId, part, offset, append: text.slice(offset) }]
  }

  return {
    stored: (parts) =>
      parts.flatMap((content, part): RunEvent[] => {
        if (content.type === 'text') return grow(part, content.text)
        if (JSON.stringify(content) === JSON.stringify(known[part])) return []
        known[part] = content
        return [{ kind: content.type, messageId, part, content }]
      }),
    whispered({ part, offset, append, ...of }) {
      const held = of.messageId === messageId ? known[part] : undefined
      // On a gap the next stored version brings what is missing.
      if (held?.type !== 'text' || offset > held.text.length) return []
      return grow(part, held.text.slice(0, offset) + append)
    },
  }
}
