/** Splits the text of an add into its title and the fields at its start and end. Everything else stays in the title. */

import { findRepeat } from '../dates/recurrence.ts'
import type { Matched } from '../text/pattern.ts'
import { type Phrase, part, spanOf, split, textOf, trim } from '../text/phrase.ts'
import type { Token } from '../text/tokens.ts'
import type { ParseContext, Span } from '../text/types.ts'
import { type Fields, readField, readFields, type Where } from './fields.ts'

export type Titled = {
  phrase: Phrase
  fields: Fields
  spans: readonly Span[]
  /** The title says how often. */
  repeats?: true
}

const LONGEST_FIELD = 9
const LONGEST_FRONT = 6
const NOTES = new Set(['notes', 'note', 'description', 'details'])

const isSeparator = (token: Token) =>
  token.kind === 'break' || (token.kind === 'mark' && /^[,;–—-]$/.test(token.key))
const isGlue = (token: Token) => isSeparator(token) || ['and', '-', '–', '—', ':', '.'].includes(token.key)

/** The fields found so far. */
type Taken = { fields: Fields; spans: Span[]; kept?: { from: number; to: number } }

/** Removes the fields; the rest is the title, which is never empty. */
export function readTitle(phrase: Phrase, scene: ParseContext): Titled {
  const taken: Taken = { fields: {}, spans: [] }
  let title = trim(takeNotes(phrase, scene, taken), isGlue)
  taken.kept = findRepeat(title, scene)
  for (const takeSome of [takePieces, takeBrackets, takeEnd, takePieces, takeEnd, takeStart, takeFront]) {
    title = trim(takeSome(title, scene, taken), isGlue)
  }
  const { fields, spans } = taken
  const often = findRepeat(title, scene)?.repeat
  if (!often) return { phrase: title, fields, spans }
  return { phrase: title, fields: { due_date: often.first, ...fields }, spans, repeats: true }
}

/** Of a field that is given twice, the last one counts. */
function take(taken: Taken, matched: Matched<Fields>): boolean {
  if (Object.keys(matched.result).some((key) => Object.hasOwn(taken.fields, key))) return false
  Object.assign(taken.fields, matched.result)
  taken.spans.push(...matched.spans)
  return true
}

/** `every monday` is one unit: no part of it is a date. */
function isKept({ kept }: Taken, { from, to }: Phrase): boolean {
  return kept !== undefined && from < kept.to && to > kept.from
}

/** The text after `notes:`, `//` or the first line, up to the next named field. */
function takeNotes(phrase: Phrase, scene: ParseContext, taken: Taken): Phrase {
  for (let at = phrase.from + 1; at < phrase.to - 1; at += 1) {
    const before = phrase.tokens[at - 1]
    const token = phrase.tokens[at]
    const named =
      NOTES.has(token?.key ?? '') && phrase.tokens[at + 1]?.key === ':' && before && isGlue(before)
    const begins = named ? at + 2 : token?.key === '//' || token?.kind === 'break' ? at + 1 : 0
    if (begins === 0 || begins >= phrase.to) continue
    const notes = takeWhole(part(phrase, begins, phrase.to), scene, taken, 'anywhere')
    const value = split(notes, ({ kind }) => kind === 'break')
      .map(textOf)
      .join('\n')
    taken.fields.notes = value
    taken.spans.push(...spanOf(part(phrase, at, begins), 'filler'), ...spanOf(notes, 'notes', value))
    return part(phrase, phrase.from, at)
  }
  return phrase
}

function takePieces(phrase: Phrase, scene: ParseContext, taken: Taken): Phrase {
  return takeWhole(phrase, scene, taken, 'cut-off')
}

/** From the end, parts between commas that are only fields; the first part stays. */
function takeWhole(phrase: Phrase, scene: ParseContext, taken: Taken, place: Where): Phrase {
  const pieces = split(phrase, isSeparator)
  let { to } = phrase
  for (let i = pieces.length - 1; i > 0; i -= 1) {
    const piece = pieces[i]
    const matched = piece && !isKept(taken, piece) && readFields(piece, scene, place)
    if (!matched || !take(taken, matched)) break
    to = pieces[i - 1]?.to ?? phrase.from
  }
  return part(phrase, phrase.from, to)
}

/** `… (deep work, due today)` */
function takeBrackets(phrase: Phrase, scene: ParseContext, taken: Taken): Phrase {
  const group = bracketsAtEnd(phrase)
  const matched = group && readFields(group, scene, 'cut-off')
  if (!group || !matched || group.from - 1 <= phrase.from || !take(taken, matched)) return phrase
  return part(phrase, phrase.from, group.from - 1)
}

/** The text in round brackets at the end of the phrase. */
export function bracketsAtEnd(phrase: Phrase): Phrase | undefined {
  if (phrase.tokens[phrase.to - 1]?.key !== ')') return undefined
  for (let at = phrase.to - 2; at >= Math.max(phrase.from, phrase.to - 30); at -= 1) {
    if (phrase.tokens[at]?.key === '(') return part(phrase, at + 1, phrase.to - 1)
  }
  return undefined
}

/** `… with high priority due friday`: one field after the other, each the longest that ends here. */
function takeEnd(phrase: Phrase, scene: ParseContext, taken: Taken): Phrase {
  let { to } = phrase
  for (let at = firstPlace(phrase.from, to); at < to; ) {
    const end = part(phrase, at, to)
    const matched = isKept(taken, end) ? undefined : readField(end, scene, 'edge')
    if (matched && take(taken, matched)) {
      to = trim(part(phrase, phrase.from, at), isGlue).to
      at = firstPlace(phrase.from, to)
    } else {
      at += 1
    }
  }
  return part(phrase, phrase.from, to)
}

function firstPlace(from: number, to: number): number {
  return Math.max(from + 1, to - LONGEST_FIELD)
}

/** `tomorrow: call Ana`, `urgent: fix the server`, `category: work, …` */
function takeStart(phrase: Phrase, scene: ParseContext, taken: Taken): Phrase {
  for (let at = Math.min(phrase.to - 1, phrase.from + LONGEST_FIELD) - 1; at > phrase.from; at -= 1) {
    const key = phrase.tokens[at]?.key
    if (key !== ':' && key !== ',') continue
    const matched = readFields(part(phrase, phrase.from, at), scene, key === ':' ? 'cut-off' : 'edge')
    if (matched && take(taken, matched)) return part(phrase, at + 1, phrase.to)
  }
  return phrase
}

/** `#work call Ana`, `(A) call Ana`, `on friday call Ana`: as long as two words are left. */
function takeFront(phrase: Phrase, scene: ParseContext, taken: Taken): Phrase {
  let { from } = phrase
  for (let to = Math.min(from + LONGEST_FRONT, phrase.to - 1); to > from; to -= 1) {
    const front = part(phrase, from, to)
    const matched = isKept(taken, front) ? undefined : readField(front, scene, 'front')
    const isDate = matched && Object.hasOwn(matched.result, 'due_date')
    if (!matched || (isDate && phrase.to - to < 2) || !take(taken, matched)) continue
    from = to
    to = Math.min(from + LONGEST_FRONT, phrase.to - 1) + 1
  }
  return part(phrase, from, phrase.to)
}
