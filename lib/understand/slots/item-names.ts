/** Names of list items: `milk, eggs and bread`, `salt and pepper`, lines with bullets. */

import { keysOf, type Phrase, part, spanOf, split, textOf, tokensOf, trim } from '../text/phrase.ts'
import type { Token } from '../text/tokens.ts'
import type { KnownList, ParseContext, Span } from '../text/types.ts'
import { readFields } from './fields.ts'
import { isShopping, itemOn, listSlot, type Place, saidListSlot } from './lists.ts'

/** One thing, although it contains “and”. */
const PAIRS: ReadonlySet<string> = new Set(
  'mac and cheese|macaroni and cheese|fish and chips|gin and tonic|half and half|peanut butter and jelly|salt and vinegar chips|salt and vinegar crisps|head and shoulders|sweet and sour sauce|black and white paint|m & ms|oil and vinegar dressing|bed and breakfast|arts and crafts|ben and jerrys'.split(
    '|',
  ),
)
const MOST_WORDS = 4
const isLoose = ({ kind, key }: Token) =>
  kind === 'bullet' || kind === 'break' || /^(?:and|&|plus|,|;|\.|also|:)$/.test(key)
const isComma = ({ kind, key }: Token) => kind === 'break' || key === ',' || key === ';'
const isAnd = ({ key }: Token) => key === 'and' || key === '&' || key === 'plus'

/** Splits things; `held` knows existing items whose name contains “and”. */
export function thingsOf(phrase: Phrase, held?: KnownList): Phrase[] {
  const whole = withoutLead(trim(phrase, isLoose))
  if (isOne(whole, held)) return whole.from < whole.to ? [whole] : []
  const commas = clean(split(whole, isComma))
  return commas.flatMap((piece) => (isOne(piece, held) ? [piece] : splitAtAnd(piece, held)))
}

function isOne(phrase: Phrase, held: KnownList | undefined): boolean {
  return PAIRS.has(keysOf(phrase).join(' ')) || (held ? itemOn(held, textOf(phrase)) !== undefined : false)
}

/** `the book about war and peace in france` is one thing: only short names are split at “and”. */
function splitAtAnd(phrase: Phrase, held: KnownList | undefined): Phrase[] {
  const pieces = clean(split(phrase, isAnd))
  const pair = pieces.findIndex((_, i) => {
    const both = pieces.slice(i, i + 2)
    const [first, second] = both
    return first && second && isOne(part(phrase, first.from, second.to), held)
  })
  const joined = pieces.flatMap((piece, i) => {
    if (pair < 0 || (i !== pair && i !== pair + 1)) return [piece]
    return i === pair ? [part(phrase, piece.from, pieces[i + 1]?.to ?? piece.to)] : []
  })
  return joined.every((piece) => piece.to - piece.from <= MOST_WORDS) ? joined : [phrase]
}

function clean(pieces: readonly Phrase[]): Phrase[] {
  return pieces.map((piece) => trim(piece, isLoose)).filter((piece) => piece.from < piece.to)
}

/** `the following items: milk`, `grocery items milk and eggs`: an introduction, not an item. */
const LEADS: ReadonlySet<string> = new Set(
  'items|the items|these items|some items|grocery items|shopping items|the following|the following items|these|these things|these items|item|the item'.split(
    '|',
  ),
)
const LONGEST_LEAD = 3

function withoutLead(phrase: Phrase): Phrase {
  for (let length = Math.min(LONGEST_LEAD, phrase.to - phrase.from - 1); length > 0; length -= 1) {
    const lead = keysOf(part(phrase, phrase.from, phrase.from + length)).join(' ')
    const next = phrase.tokens[phrase.from + length]
    const isText = next?.kind !== 'word' || !/^(?:to|for|of|on|in|from|and|that|i|we)$/.test(next.key)
    if (LEADS.has(lead) && isText) return trim(part(phrase, phrase.from + length, phrase.to), isLoose)
  }
  return phrase
}

/** “some milk” is milk; “The Hobbit” keeps its article. */
export function nameOfThing(phrase: Phrase): Phrase {
  const [first, second] = tokensOf(phrase)
  const isFiller = first?.text === 'some' || (/^(?:the|a|an)$/.test(first?.text ?? '') && isPlain(second))
  return isFiller && second ? part(phrase, phrase.from + 1, phrase.to) : phrase
}

const isPlain = (token: Token | undefined) => token !== undefined && /^\p{Ll}/u.test(token.text)

export function itemSpans(things: readonly Phrase[]): Span[] {
  return things.flatMap((thing) => spanOf(thing, 'item'))
}

const PREPOSITION = /^(?:to|on|onto|in|into|for|at)$/
const LONGEST = 10

type Put = {
  things: Phrase
  place: Place
  spans: Span[]
  /** Words after the list that say when or how: lists have no such field, but the words must not be lost. */
  rest?: Phrase
}

/** `milk to the shopping list`: the item and its list. More items can follow: `… and eggs`. */
export function takeList(phrase: Phrase, scene: ParseContext): Put | undefined {
  const spoken = takeThere(phrase, scene)
  if (spoken) return spoken
  for (let at = phrase.from + 1; at < phrase.to; at += 1) {
    if (!PREPOSITION.test(phrase.tokens[at]?.key ?? '')) continue
    for (let to = Math.min(phrase.to, at + LONGEST); to > at + 1; to -= 1) {
      const place = listSlot.read(part(phrase, at + 1, to), scene)?.value
      if (place?.of === 'tasks') return undefined
      if (!place) continue
      const tail = part(phrase, to, phrase.to)
      const rest = tail.from < tail.to && readFields(tail, scene, 'cut-off') ? trim(tail, isLoose) : undefined
      if (!rest && !isTail(tail)) continue
      const before = part(phrase, phrase.from, at)
      const things = rest || tail.from === tail.to ? before : joined(before, tail)
      return { things, place, rest, spans: spanOf(part(phrase, at, to), 'list', place.name) }
    }
  }
  return takeUnjoined(phrase, scene)
}

/** `… to it`, `… on there`: the list that the message mentioned. */
export function takeThere(phrase: Phrase, { list, it }: ParseContext): Put | undefined {
  const preposition = phrase.tokens[phrase.to - 2]?.key ?? ''
  if (phrase.to - phrase.from < 3 || !/^(?:it|there)$/.test(phrase.tokens[phrase.to - 1]?.key ?? ''))
    return undefined
  if (!PREPOSITION.test(preposition) || (list === undefined && it === undefined)) return undefined
  const place: Place = list === undefined ? { of: 'tasks' } : { of: 'list', name: list, isKnown: true }
  return {
    things: part(phrase, phrase.from, phrase.to - 2),
    place,
    spans: spanOf(part(phrase, phrase.to - 2, phrase.to), 'list', list),
  }
}

/** Verbs for whole lists: “print the shopping list” doesn’t add an item. */
const DONE_WITH_LISTS =
  /^(?:print|read|make|write|check|review|share|send|email|text|update|finish|get|bring|find|do|prepare|show|take|create|new|forget|lose|call|my|a|the|go|see|look|use|clean)$/

/** `juice the grocery list`: the preposition is missing. */
export function takeUnjoined(phrase: Phrase, scene: ParseContext): Put | undefined {
  if (DONE_WITH_LISTS.test(phrase.tokens[phrase.from]?.key ?? '')) return undefined
  for (let at = Math.max(phrase.from + 1, phrase.to - 4); at < phrase.to - 1; at += 1) {
    if (PREPOSITION.test(phrase.tokens[at - 1]?.key ?? '')) return undefined
    const place = saidListSlot.read(part(phrase, at, phrase.to), scene)?.value
    const isSure = place?.of === 'list' && !place.isVague && (place.isKnown || place.name !== undefined)
    if (!isSure || (!isShopping(place.name ?? '') && !place.isKnown)) continue
    const spans = spanOf(part(phrase, at, phrase.to), 'list', place.name)
    return { things: part(phrase, phrase.from, at), place, spans }
  }
  return undefined
}

function isTail(tail: Phrase): boolean {
  const first = tail.tokens[tail.from]
  return tail.from === tail.to || (first !== undefined && (isAnd(first) || isComma(first)))
}

/** Joins two phrases of one message and leaves out what is between them. */
function joined(before: Phrase, tail: Phrase): Phrase {
  const tokens = [...before.tokens.slice(0, before.to), ...tail.tokens.slice(tail.from)]
  return { source: before.source, tokens, from: before.from, to: before.to + (tail.to - tail.from) }
}
