/** How the offline model parsed a message, for the screen and for the next message. */
import type { ChoicesPart, ReadingPart } from '#lib/board/wire/events.ts'
import type { Reading } from '#lib/understand/text/types.ts'

/** The parts under a reply; none if nothing was parsed. */
export function readingParts(
  reading: Reading,
  text: string,
  instant: boolean,
): (ReadingPart | ChoicesPart)[] {
  const { kind, spans, choices = [], completes, whole = text } = reading
  const parts: (ReadingPart | ChoicesPart)[] = []
  if (choices.length > 0) parts.push({ type: 'choices', options: choices })
  // The next message may answer a question, and after a declined one “it” means nothing.
  if (instant || spans.length > 0 || kind === 'question' || kind === 'dropped')
    parts.push({
      type: 'reading',
      instant,
      kind,
      text: whole,
      spans,
      ...(completes === undefined ? {} : { completes }),
    })
  return parts
}
