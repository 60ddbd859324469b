/** One text that names several tasks: `milk, eggs and bread`, lines with bullets. */

import { keysOf, type Phrase, part, split, tokensOf, trim } from '../text/phrase.ts'
import type { Token } from '../text/tokens.ts'
import type { ParseContext } from '../text/types.ts'
import { readFields } from './fields.ts'
import { bracketsAtEnd } from './title.ts'

/** `one`: called a single task. `many`: called several. `list`: put on a list. `maybe`: unknown. */
export type HowMany = 'one' | 'many' | 'list' | 'maybe'

const SHORT = 3
const isAnd = (token: Token) => token.key === 'and' || token.key === '&' || token.key === 'plus'
const isComma = (token: Token) => token.key === ',' || token.key === ';'
const isLine = (token: Token) => token.kind === 'break'
const isLoose = (token: Token) =>
  isAnd(token) || isComma(token) || isLine(token) || token.kind === 'bullet' || token.key === '.'

export function splitItems(phrase: Phrase, number: HowMany, scene: ParseContext): Phrase[] {
  const afterBrackets = splitAfterBrackets(phrase, scene)
  if (afterBrackets.length > 1) return afterBrackets
  if (number === 'one') return [phrase]
  const lines = clean(split(phrase, isLine))
  if (number === 'many' && lines.length > 1) return lines
  const byComma = clean(split(phrase, isComma))
  const items = byComma.flatMap((piece, i) =>
    i === byComma.length - 1 ? clean(split(piece, isAnd)) : [piece],
  )
  if (number === 'many') return items
  const short = items.every((item) => isShort(item))
  const enough = number === 'list' ? items.length > 1 : byComma.length > 1 && items.length > 2
  return short && enough ? items : [phrase]
}

/** `the deck (deep work, due today) and the email`: brackets full of fields end an item. */
function splitAfterBrackets(phrase: Phrase, scene: ParseContext): Phrase[] {
  const cuts = new Set<Token>()
  for (let at = phrase.from + 1; at < phrase.to; at += 1) {
    const token = phrase.tokens[at]
    if (!token || !(isAnd(token) || isComma(token)) || phrase.tokens[at - 1]?.key !== ')') continue
    const group = bracketsAtEnd(part(phrase, phrase.from, at))
    if (group && readFields(group, scene, 'cut-off')) cuts.add(token)
  }
  if (cuts.size === 0) return []
  const pieces = clean(split(phrase, (token) => cuts.has(token)))
  return cuts.size > 0 && pieces.length > 1 ? pieces : []
}

function clean(pieces: readonly Phrase[]): Phrase[] {
  return pieces.map((piece) => trim(piece, isLoose)).filter((piece) => piece.from < piece.to)
}

function isShort(item: Phrase): boolean {
  const words = keysOf(item).filter((key) => !/^(?:a|an|the|some|of|my)$/.test(key))
  return (
    words.length <= SHORT &&
    tokensOf(item).every(({ kind }) => kind === 'word' || kind === 'number' || kind === 'quote')
  )
}
