/** The highlighted spans of a clause: the command words, and each field with the words that name it. */
import { type Phrase, part, spanOf } from './text/phrase.ts'
import type { Token } from './text/tokens.ts'
import type { Span } from './text/types.ts'

/** `tool`: the tool of the command words. A question without words of the grammar is one span. */
export function shownSpans(core: Phrase, spans: readonly Span[] = [], tool = ''): Span[] {
  const shown: Span[] = []
  const waiting: Span[] = []
  const isNext = (before: Span | undefined, { start }: Span) =>
    before !== undefined && /^[\s:=-]*$/.test(core.source.slice(before.end, start))
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const label = waiting.at(-1)
    if (span.role === 'verb') {
      if (label && isNext(label, span)) waiting[waiting.length - 1] = { ...label, end: span.end }
      else waiting.push(span)
    } else if (label && isNext(label, span) && shown.length + waiting.length > 1) {
      waiting.pop()
      shown.push(...waiting.splice(0), { ...span, start: label.start })
    } else {
      shown.push(...waiting.splice(0), span)
    }
  }
  shown.push(...waiting)
  const named = shown.map((span) => (span.role === 'verb' ? { ...span, value: tool } : span))
  return named.some(({ role }) => role === 'verb') ? named : [...named, ...firstFree(core, named, tool)]
}

/** The first words that are part of nothing: `what is` of “what is overdue?” */
function firstFree(core: Phrase, spans: readonly Span[], tool: string): Span[] {
  const isFree = ({ start, end, kind }: Token) =>
    kind !== 'mark' && spans.every((span) => end <= span.start || start >= span.end)
  const from = core.tokens.findIndex((token, at) => at >= core.from && isFree(token))
  if (from < 0 || from >= core.to) return []
  let to = from + 1
  while (to < core.to && core.tokens.slice(to, to + 1).every(isFree)) to += 1
  return spanOf(part(core, from, to), 'verb', tool)
}
