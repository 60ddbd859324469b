/** Applies feed events to messages: versions never go back, streamed text is added only if it fits. */
import type { FeedEvent, Message, Part } from '#lib/board/wire/events.ts'

type TextEvent = Extract<FeedEvent, { kind: 'text' }>

/** The text of one part streamed so far, ahead of the stored version. */
export type StreamedText = { part: number; text: string }
export type Streamed = ReadonlyMap<string, StreamedText>

/** The messages with this one put in place; the same array if nothing changed. */
export function putMessage(messages: readonly Message[], message: Message): readonly Message[] {
  const index = messages.findIndex((other) => other.id === message.id)
  const known = messages[index]
  if (known && known.version >= message.version) return messages
  const next = known ? messages.with(index, message) : [...messages, message]
  return next.toSorted(inConversation)
}

/** Chronological order, queued messages last. */
export function inConversation(a: Message, b: Message): number {
  return Number(a.turnId === null) - Number(b.turnId === null) || a.position - b.position
}

/** Appends if the offset fits and ignores overlap; the next version closes a gap. */
export function putText(streamed: Streamed, message: Message | undefined, event: TextEvent): Streamed {
  if (!message || event.part > message.parts.length) return streamed
  const stored = message.parts[event.part]
  if (stored && stored.type !== 'text') return streamed
  const ahead = streamed.get(message.id)
  const known = ahead?.part === event.part ? ahead.text : (stored?.text ?? '')
  if (event.offset > known.length) return streamed
  const fresh = event.append.slice(known.length - event.offset)
  if (fresh === '') return streamed
  return new Map(streamed).set(message.id, { part: event.part, text: known + fresh })
}

/** After a new version: streamed text stays only while it is ahead of the stored one. */
export function trimStreamed(streamed: Streamed, message: Message): Streamed {
  const ahead = streamed.get(message.id)
  if (!ahead) return streamed
  const last = ahead.part >= message.parts.length - 1 && ahead.part <= message.parts.length
  const stored = message.parts[ahead.part]
  const text = stored === undefined ? '' : stored.type === 'text' ? stored.text : null
  if (last && text !== null && text.length < ahead.text.length && ahead.text.startsWith(text)) return streamed
  return without(streamed, [message.id])
}

export function without(streamed: Streamed, ids: readonly string[]): Streamed {
  if (!ids.some((id) => streamed.has(id))) return streamed
  const next = new Map(streamed)
  for (const id of ids) next.delete(id)
  return next
}

/** The parts of a message as the screen shows them. */
export function shownParts(message: Message, ahead: StreamedText | undefined): readonly Part[] {
  if (!ahead) return message.parts
  const part = { type: 'text', text: ahead.text } as const
  return ahead.part === message.parts.length
    ? [...message.parts, part]
    : message.parts.map((stored, index) => (index === ahead.part ? part : stored))
}
