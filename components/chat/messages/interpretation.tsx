'use client'

import { ChevronRight } from 'lucide-react'
import type { ReadingPart } from '#lib/board/wire/events.ts'
import { toolLabelRunning } from '../../shared/tool-labels.ts'

/** Under a reply made without a language model: the sentence, and how each part was interpreted. */
export function ReadingNote({ reading }: { reading: ReadingPart }) {
  const { instant, spans, completes } = reading
  if (spans.length === 0) return instant ? <p className="text-12 text-muted">instant · 0 tokens</p> : null
  return (
    <details className="group/reading text-12 text-muted">
      <summary className="inline-flex list-none items-center gap-1 rounded hover:text-ink">
        <ChevronRight size={12} aria-hidden className="transition-transform group-open/reading:rotate-90" />
        How I read this{instant && ' · instant · 0 tokens'}
      </summary>
      {completes !== undefined && (
        <p className="mt-2 wrap-anywhere">Combined with your last message: “{completes}”</p>
      )}
      <p className="mt-2 text-13 leading-7 text-ink wrap-anywhere">{pieces(reading).map(Piece)}</p>
    </details>
  )
}

type Shown = { at: number; text: string; role: string | null; value: string }

function Piece({ at, text, role, value }: Shown) {
  if (role === null || role === 'filler') return <span key={at}>{text}</span>
  return (
    <span key={at} className="rounded border border-line bg-sunk px-1 py-0.5">
      {text}
      <span className="ml-1.5 whitespace-nowrap text-12 text-muted">{became(text, role, value)}</span>
    </span>
  )
}

/** `due: 2026-11-27`, `removing a task`; only the kind if the text is the value. */
function became(text: string, role: string, value: string): string {
  const isSame = value === '' || value === text.trim()
  if (role === 'verb') return isSame ? 'command' : toolLabelRunning(value).toLowerCase()
  if (role === 'percent') return `${role}: ${value}${/%$/.test(value) ? '' : '%'}`
  return isSame ? role : `${role}: ${value.replaceAll('_', ' ')}`
}

/** The whole sentence, split at its spans; if two overlap, the first counts. */
function pieces({ text, spans }: ReadingPart): Shown[] {
  const shown: Shown[] = []
  let at = 0
  for (const { start, end, role, value } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start < at || end > text.length || end <= start) continue
    if (start > at) shown.push({ at, text: text.slice(at, start), role: null, value: '' })
    shown.push({ at: start, text: text.slice(start, end), role, value })
    at = end
  }
  if (at < text.length) shown.push({ at, text: text.slice(at), role: null, value: '' })
  return shown
}
