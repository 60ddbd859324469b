/** What the offline model made of a message, kept for the screen. */
import type { ChoicesPart, ReadingPart } from '#lib/board/wire.ts'
import type { Reading } from '#lib/understand/types.ts'

export function keepReading() {
  let kept: { reading: Reading; text: string } | null = null
  return {
    take(reading: Reading, text: string): void {
      kept = { reading, text }
    },
    /** The parts under a reply; none where a language model answered, or where nothing was understood. */
    parts(instant: boolean): (ReadingPart | ChoicesPart)[] {
      if (!kept) return []
      const { reading, text } = kept
      const { spans, choices = [] } = reading
      const parts: (ReadingPart | ChoicesPart)[] = []
      if (choices.length > 0) parts.push({ type: 'choices', options: choices })
      if (instant || spans.length > 0) parts.push({ type: 'reading', instant, text, spans })
      return parts
    },
  }
}
