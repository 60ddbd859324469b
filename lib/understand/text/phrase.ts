/** A range of tokens of one message. */
import { cleanLine } from '#lib/board/text/text.ts'
import type { Token } from './tokens.ts'
import type { Role, Span } from './types.ts'

export type Phrase = { source: string; tokens: readonly Token[]; from: number; to: number }

export function part(phrase: Phrase, from: number, to: number): Phrase {
  return { source: phrase.source, tokens: phrase.tokens, from, to }
}

export function isEmpty(phrase: Phrase): boolean {
  return phrase.from >= phrase.to
}

export function tokensOf(phrase: Phrase): readonly Token[] {
  return phrase.tokens.slice(phrase.from, phrase.to)
}

export function keysOf(phrase: Phrase): string[] {
  return tokensOf(phrase).map((token) => token.key)
}

/** The text as typed, on one line; a phrase that is one quote gives its content. */
export function textOf(phrase: Phrase): string {
  const first = phrase.tokens[phrase.from]
  const last = phrase.tokens[phrase.to - 1]
  if (!first || !last || isEmpty(phrase)) return ''
  if (first === last && first.kind === 'quote') return cleanLine(first.text)
  return cleanLine(phrase.source.slice(first.start, last.end))
}

export function spanOf(phrase: Phrase, role: Role, value = textOf(phrase)): Span[] {
  const first = phrase.tokens[phrase.from]
  const last = phrase.tokens[phrase.to - 1]
  return first && last && !isEmpty(phrase) ? [{ start: first.start, end: last.end, role, value }] : []
}

/** The phrase without separators at its start and end. */
export function trim(phrase: Phrase, isGlue: (token: Token) => boolean): Phrase {
  let { from, to } = phrase
  for (let token = phrase.tokens[from]; from < to && token && isGlue(token); token = phrase.tokens[from])
    from += 1
  for (let token = phrase.tokens[to - 1]; from < to && token && isGlue(token); token = phrase.tokens[to - 1])
    to -= 1
  return part(phrase, from, to)
}

/** Splits at some tokens, except inside round brackets; empty pieces are left out. */
export function split(phrase: Phrase, cuts: (token: Token) => boolean): Phrase[] {
  const pieces: Phrase[] = []
  let depth = 0
  let from = phrase.from
  for (let at = phrase.from; at <= phrase.to; at += 1) {
    const token = phrase.tokens[at]
    if (at < phrase.to && token) {
      if (token.key === '(') depth += 1
      if (token.key === ')') depth = Math.max(0, depth - 1)
      if (depth > 0 || !cuts(token)) continue
    }
    if (at > from) pieces.push(part(phrase, from, at))
    from = at + 1
  }
  return pieces
}

const POINTERS = new Set(
  'it this that them these those something anything some thing things stuff one more another a an the my'.split(
    ' ',
  ),
)
const DETERMINERS = new Set('a an the some this that these another new more one my few'.split(' '))
const NOUNS = new Set(
  'item items task tasks thing things todo todos to-do to-dos reminder reminders do entry list'.split(' '),
)

/** `it`, `some items`: words that only refer to a text. */
export function hasNoContent(phrase: Phrase): boolean {
  const keys = keysOf(phrase)
  const last = keys.pop() ?? ''
  const before = last === 'do' && keys.at(-1) === 'to' ? keys.slice(0, -1) : keys
  if (POINTERS.has(last) && (keys.length === 0 || keys.join(' ') === 'to')) return true
  if (/^(?:for )?(?:me|us|myself)$/.test([...keys, last].join(' '))) return true
  return NOUNS.has(last) && (last !== 'do' || before !== keys) && before.every((key) => DETERMINERS.has(key))
}

/** `it`, `those`: what was just mentioned. */
export function isPronoun(phrase: Phrase): boolean {
  return /^(?:it|them|that|this|these|those|some|some of it|one|it all|them all|them both|both)$/.test(
    keysOf(phrase).join(' '),
  )
}
