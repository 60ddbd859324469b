/** What the offline model made of a message, kept for the screen. */
import type { ChoicesPart, ReadingPart } from '#lib/board/wire/events.ts'
import type { Reading } from '#lib/understand/text/types.ts'

export function recordReading() {
  let kept: { reading: Reading; text: string } | null = null
  return {
    take(reading: Reading, text: string): void {
      kept = { reading, text }
    },
    /** The parts under a reply; none where a language model answered, or where nothing was understood. */
    parts(instant: boolean): (ReadingPart | ChoicesPart)[] {
      if (!kept) return []
      const { reading, text } = kept
      const { kind, spans, choices = [], completes, whole = text } = reading
      const parts: (ReadingPart | ChoicesPart)[] = []
      if (choices.length > 0) parts.push({ type: 'choices', options: choices })
      // A question is kept too: the next message may answer it, also after a reload.
      if (instant || spans.length > 0 || kind === 'question')
        parts.push({
          type: 'reading',
          instant,
          text: whole,
          spans,
          isQuestion: kind === 'question',
          ...(completes === undefined ? {} : { completes }),
        })
      return parts
    },
  }
}
