/** Cuts a message into tokens. Quotes, links, addresses and numbers like 1,000 stay whole. */
import { fold } from '#lib/board/text/text.ts'
import { SPELLINGS } from './vocabulary.ts'

export type TokenKind = 'word' | 'number' | 'ref' | 'quote' | 'literal' | 'mark' | 'bullet' | 'break'

export type Token = {
  kind: TokenKind
  start: number
  end: number
  /** As typed; for a quote, its content. */
  text: string
  /** For comparing: lower case, no accents, plain apostrophes, common misspellings fixed. */
  key: string
}

const BULLET = /(?:[-*•+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]?\][ \t]+)?|\[[ xX]?\][ \t]+/y
/** `!high` and `!!!` are words; the exclamation marks of a sentence are not. */
const BANG = /!(?:urgent|high|medium|low)(?![a-z])|!{2,3}(?=\s|$)/iy
/** The most characters in a token; a longer run of letters becomes several tokens, which doesn’t change titles. */
const CHUNK = /\S{1,200}/y
const RUN = /\S+/y
const LITERAL = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|[^\s@]{1,64}@[^\s@]+\.[a-z])/i
const CLOSERS: ReadonlyMap<string, string> = new Map(
  ['""', '“”', '„“', '«»', '``', "''", '‘’'].map((pair) => [pair.charAt(0), pair.charAt(1)]),
)
const OPENING = '([{'
const CLOSING = ')]},;:.!?'
const DASHES = new Set(['-', '–', '—', '->', '→', '//', '=', '|', '…', '...'])

export function tokenise(source: string): Token[] {
  const tokens: Token[] = []
  const unclosed = new Set<string>()
  let at = 0
  let lineStart = true
  while (at < source.length) {
    const char = source.charAt(at)
    if (char === '\n' || char === '\r') {
      if (tokens.at(-1)?.kind !== 'break') tokens.push(token('break', source, at, at + 1))
      lineStart = true
      unclosed.clear()
      at += 1
      continue
    }
    if (/\s/.test(char)) {
      at += 1
      continue
    }
    if (lineStart) {
      lineStart = false
      BULLET.lastIndex = at
      const bullet = BULLET.exec(source)
      if (bullet) {
        tokens.push(token('bullet', source, at, at + bullet[0].trimEnd().length))
        at += bullet[0].length
        continue
      }
    }
    const quoteEnd = closingQuote(source, at, unclosed)
    if (quoteEnd > 0) {
      tokens.push({ ...token('quote', source, at, quoteEnd), text: source.slice(at + 1, quoteEnd - 1) })
      at = quoteEnd
      continue
    }
    BANG.lastIndex = at
    const bang = BANG.exec(source)?.[0]
    if (bang !== undefined && /^\s?$/.test(source.charAt(at - 1))) {
      tokens.push(token('word', source, at, at + bang.length))
      at += bang.length
      continue
    }
    if ((OPENING.includes(char) || CLOSING.includes(char)) && !isMarkBefore(source, at)) {
      tokens.push(token('mark', source, at, at + 1))
      at += 1
      continue
    }
    at = pushWords(tokens, source, at)
  }
  return tokens
}

/** `!30m` and `!1` are words, including the exclamation mark. */
function isMarkBefore(source: string, at: number): boolean {
  return (
    source.charAt(at) === '!' &&
    /^\s?$/.test(source.charAt(at - 1)) &&
    /[\p{L}\d]/u.test(source.charAt(at + 1))
  )
}

/** The words of one run without white space, except the marks at its end. Returns where it stopped. */
function pushWords(tokens: Token[], source: string, start: number): number {
  const literal = LITERAL.test(chunkAt(source, start, CHUNK))
  const end = start + chunkAt(source, start, literal ? RUN : CHUNK).length
  let stop = end
  while (stop > start + 1 && (CLOSING.includes(source.charAt(stop - 1)) || isQuote(source, stop - 1)))
    stop -= 1
  const text = source.slice(start, stop)
  if (literal) {
    tokens.push(token('literal', source, start, stop))
    return stop
  }
  const inner = innerMark(text)
  if (inner > 0) {
    tokens.push(...word(source, start, start + inner))
    return start + inner
  }
  tokens.push(...word(source, start, stop))
  // An unpaired quotation mark at the end isn’t part of a token, like white space.
  return stop < end && isQuote(source, stop) ? stop + 1 : stop
}

function chunkAt(source: string, at: number, sticky: RegExp): string {
  sticky.lastIndex = at
  return sticky.exec(source)?.[0] ?? source.charAt(at)
}

/** Where `milk,eggs`, `category:work` or `soon(ish)` are split; 1,000 and 10:30 aren’t. */
function innerMark(text: string): number {
  const comma = text.search(/[,;]/)
  if (comma > 0 && !/^\d{1,3}(?:,\d{3})+$/.test(text)) return comma
  const colon = text.indexOf(':')
  return colon > 0 && /^[a-z#][a-z_-]*$|^#\d+$/i.test(text.slice(0, colon)) ? colon : -1
}

function word(source: string, start: number, end: number): Token[] {
  const text = source.slice(start, end)
  const owner = /^(#\d{1,9}|t-\d{1,9}|\d{1,9}|it|that)['’]s$/i.exec(text)?.[1]
  if (owner)
    return [...word(source, start, start + owner.length), token('word', source, start + owner.length, end)]
  if (DASHES.has(text)) return [token('mark', source, start, end)]
  if (/^(?:#|t-)\d{1,9}$/i.test(text)) return [token('ref', source, start, end)]
  if (/^\d{1,9}$/.test(text)) return [token('number', source, start, end)]
  return [token('word', source, start, end)]
}

function token(kind: TokenKind, source: string, start: number, end: number): Token {
  const text = source.slice(start, end)
  const key = fold(text).replace(/[’‘]/g, "'")
  return { kind, start, end, text, key: SPELLINGS.get(key) ?? key }
}

function isQuote(source: string, at: number): boolean {
  return '"“”„«»`\'‘’'.includes(source.charAt(at))
}

/** The end of the quote that starts here, or 0. An unpaired mark is searched for only once per line. */
function closingQuote(source: string, at: number, unclosed: Set<string>): number {
  const opener = source.charAt(at)
  const closer = CLOSERS.get(opener)
  if (closer === undefined || unclosed.has(opener)) return 0
  const newline = source.indexOf('\n', at)
  let end = source.indexOf(closer, at + 1)
  while (end > 0 && /[\p{L}\p{N}]/u.test(source.charAt(end + 1))) end = source.indexOf(closer, end + 1)
  if (end < 0 || (newline > 0 && end > newline)) {
    unclosed.add(opener)
    return 0
  }
  return end > at + 1 ? end + 1 : 0
}
